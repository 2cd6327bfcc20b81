import { type TableRow, orNull, table } from '../../database/table.ts';
import { sortByIds } from '../../shared/sort-by-ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { AssetEntity } from '../asset/asset.entity.ts';
import { VideoEntity } from './video.entity.ts';

const { c: file } = table(AssetEntity, 'a');
const { c: video } = table(VideoEntity, 'v');
const origins = table(VideoEntity, 'v', {
  only: ['id', 'url', 'assetId'],
  add: {
    key: orNull(file.key),
    accessLevel: orNull(file.accessLevel),
    requiredSubscriptions: orNull(file.requiredSubscriptions),
  },
  join: `left join asset a on ${file.id} = ${video.assetId} and ${file.siteId} = ${video.siteId} and ${file.status} = 'live'`,
});

/**
 * Loads where videos are read from, by their ids; null for those that the viewer cannot read. The columns of the file
 * are null if there is none that the viewer can read.
 */
export async function videoOriginById(
  viewer: Viewer,
  ids: readonly string[],
): Promise<(TableRow<typeof origins> | null)[]> {
  return sortByIds(ids, await viewer.scope.rows(origins.byIds, [viewer.site.id, ids]));
}
