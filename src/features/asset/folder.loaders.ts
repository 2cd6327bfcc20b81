import { accessFilter } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import { FOLDER_ORDER, folders } from './folder.rows.ts';
import type { AssetFolder } from './folder.types.ts';

const { c } = folders;
const BY_PARENTS = folders.select(
  `where ${c.siteId} = $1 and ${c.parentId} = any($2::uuid[]) and ${c.accessLevel} = any($3::text[])
   order by ${FOLDER_ORDER}`,
);

/** The direct subfolders of each of these that the viewer can read. */
export async function childrenByFolder(viewer: Viewer, ids: readonly string[]): Promise<AssetFolder[][]> {
  const rows = await viewer.scope.rows(BY_PARENTS, [viewer.site.id, ids, accessFilter(viewer.entitlement).levels]);
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  return ids.map((id) => byParent.get(id) ?? []);
}
