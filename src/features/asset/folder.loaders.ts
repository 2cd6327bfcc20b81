import { accessFilter } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import { FOLDER_COLUMNS, FOLDER_ORDER } from './folder.rows.ts';
import type { AssetFolder } from './folder.types.ts';

/** The folders directly in each of these, as far as the viewer may see them. */
export async function childrenByFolder(viewer: Viewer, ids: readonly string[]): Promise<AssetFolder[][]> {
  const rows = await viewer.scope.rows<AssetFolder>(
    `select ${FOLDER_COLUMNS} from asset_folder f where f.site_id = $1 and f.parent_id = any($2::uuid[])
       and f.access_level = any($3::text[])
     order by ${FOLDER_ORDER}`,
    [viewer.site.id, ids, accessFilter(viewer.entitlement).levels],
  );
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  return ids.map((id) => byParent.get(id) ?? []);
}
