import { type TableRow, table } from '../../database/table.ts';
import { sortByIds } from '../../shared/sort-by-ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { AssetEntity } from '../asset/asset.entity.ts';
import { FileEntity } from './file.entity.ts';

const { c: file } = table(FileEntity, 'f');
const assets = table(AssetEntity, 'a', {
  only: ['key', 'accessLevel', 'requiredSubscriptions'],
  add: { id: file.id },
  join: `join file f on f.site_id = a.site_id and f.key = a.key`,
});
const ORIGINS = assets.select(
  `where ${file.siteId} = $1 and ${file.id} = any($2::uuid[]) and ${assets.c.status} = 'live'`,
);

/** The uploaded files by the ids of files in the knowledge base; null for those that the viewer cannot read. */
export async function fileOriginById(
  viewer: Viewer,
  ids: readonly string[],
): Promise<(TableRow<typeof assets> | null)[]> {
  return sortByIds(ids, await viewer.scope.rows(ORIGINS, [viewer.site.id, ids]));
}
