import type { ScopeTransaction } from '../../../database/database.ts';
import { type TableRow, table } from '../../../database/table.ts';
import { isId } from '../../../shared/ids.ts';
import { accessFilter } from '../../../access/entitlement.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { AssetFolderEntity } from '../asset.entity.ts';
import type { AssetFolder } from './folder.types.ts';

export const folders = table(AssetFolderEntity, 'f', { omit: ['siteId'] });
const { c } = folders;

export const FOLDER_ORDER = `${c.order}, ${c.name} collate "C", ${c.id}`;

const locations = table(AssetFolderEntity, 'f', { only: ['id', 'path', 'accessLevel'] });
const LOCK_FOLDER = {
  id: locations.select(`where ${c.siteId} = $1 and ${c.id} = $2 for share`),
  path: locations.select(`where ${c.siteId} = $1 and ${c.path} = $2 for share`),
};

/** A folder in which a file may be put, with the access level that the file gets there. */
export type FolderLocation = TableRow<typeof locations>;

/** The folder with this id or path, locked, so that its access level does not change before a file is there to follow it. */
export async function lockFolder(
  tx: ScopeTransaction,
  column: 'id' | 'path',
  value: string,
): Promise<FolderLocation | null> {
  if (column === 'id' && !isId(value)) return null;
  return tx.row(LOCK_FOLDER[column], [tx.siteId, value]);
}

const FIND_BY_PARENTS = folders.select(
  `where ${c.siteId} = $1 and ${c.parentId} = any($2::uuid[]) and ${c.accessLevel} = any($3::text[])
   order by ${FOLDER_ORDER}`,
);

/** The direct subfolders of each of these that the viewer can read. */
export async function childrenByFolder(viewer: Viewer, ids: readonly string[]): Promise<AssetFolder[][]> {
  const rows = await viewer.scope.rows(FIND_BY_PARENTS, [viewer.site.id, ids, accessFilter(viewer.entitlement).levels]);
  const rowsByParent = Map.groupBy(rows, ({ parentId }) => parentId);
  return ids.map((id) => rowsByParent.get(id) ?? []);
}
