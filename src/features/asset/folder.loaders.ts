import type { Viewer } from '../access/viewer.ts';
import { FOLDER_COLUMNS, FOLDER_ORDER } from './folder.rows.ts';
import type { AssetFolder } from './folder.types.ts';

/** The folders directly in each of these. */
export async function childrenByFolder(viewer: Viewer, ids: readonly string[]): Promise<AssetFolder[][]> {
  const rows = await viewer.scope.rows<AssetFolder>(
    `select ${FOLDER_COLUMNS} from asset_folder f where f.site_id = $1 and f.parent_id = any($2::uuid[])
     order by ${FOLDER_ORDER}`,
    [viewer.site.id, ids],
  );
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  return ids.map((id) => byParent.get(id) ?? []);
}
