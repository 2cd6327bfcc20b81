import type { ScopeTransaction } from '../../database/database.ts';
import { type RowOf, table } from '../../database/table.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { AssetEntity } from '../asset/asset.entity.ts';
import type { SourceFacts } from '../knowledge/source.service.ts';
import { VideoEntity } from './video.entity.ts';

const videos = table(VideoEntity, 'v', { omit: ['siteId', 'createdAt', 'updatedAt'] });
const { c } = videos;
const { c: asset } = table(AssetEntity, 'a');
const LOCKED_BY_ID = videos.select(`where ${c.id} = $1 for update`);
const LOCKED_BY_ORIGIN = videos.select(
  `where ${c.siteId} = $1 and (${c.url} = $2 or ${c.assetId} = $3) order by ${c.id} for update`,
);
const SAVE = videos.statement(
  (columns) => `with saved as (insert into video as v (id, site_id, url, asset_id, file_name, title, duration, language,
      access_level, required_subscriptions, follows_folder, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now())
    on conflict (id) do update set url = excluded.url, asset_id = excluded.asset_id, file_name = excluded.file_name,
      title = excluded.title, duration = excluded.duration, access_level = excluded.access_level,
      required_subscriptions = excluded.required_subscriptions, follows_folder = excluded.follows_folder,
      updated_at = now()
    returning *),
    jobs as (update video_job j set access_level = saved.access_level,
      required_subscriptions = saved.required_subscriptions from saved where j.video_id = saved.id)
    select ${columns} from saved v`,
);

const ids = table(VideoEntity, 'v', { only: ['id'] });
const DELETE_BY_ID = ids.statement(
  (columns) => `delete from video v where ${c.siteId} = $1 and ${c.id} = $2 returning ${columns}`,
);
const DELETE_BY_ASSET = ids.statement(
  (columns) => `delete from video v where ${c.siteId} = $1 and ${c.assetId} = $2 returning ${columns}`,
);
const CHANGE_LEVEL = ids.statement(
  (columns) => `with changed as (update video v set access_level = $3, required_subscriptions = '{}', updated_at = now()
      from asset a where ${asset.siteId} = $1 and ${asset.key} = any($2) and ${c.siteId} = $1 and ${c.assetId} = ${asset.id}
        and v.follows_folder and ${c.accessLevel} <> $3 returning v.id),
    jobs as (update video_job j set access_level = $3, required_subscriptions = '{}'
      from changed where j.video_id = changed.id)
    select ${columns} from changed v`,
);

export type VideoRow = RowOf<typeof videos>;

/** Locked against other writes until the transaction ends. */
export async function lockVideo(tx: ScopeTransaction, id: string): Promise<VideoRow | null> {
  return tx.row(LOCKED_BY_ID, [id]);
}

/** The videos of this URL or this file; at most one of each. */
export async function lockVideosOf(
  tx: ScopeTransaction,
  origin: { url: string; assetId: string | null },
): Promise<VideoRow[]> {
  return tx.rows(LOCKED_BY_ORIGIN, [tx.siteId, origin.url, origin.assetId]);
}

/** Locked against other writes from here on. */
export async function saveVideo(tx: ScopeTransaction, video: VideoRow): Promise<void> {
  await tx.rows(SAVE, [
    video.id,
    tx.siteId,
    video.url,
    video.assetId,
    video.fileName,
    video.title,
    video.duration,
    video.language,
    video.accessLevel,
    video.requiredSubscriptions,
    video.followsFolder,
  ]);
}

/** Sets the level of the videos of these files that follow their folder and have another level. Returns their ids. */
export async function changeLevel(
  tx: ScopeTransaction,
  keys: readonly string[],
  accessLevel: AccessLevel,
): Promise<string[]> {
  const changed = await tx.rows(CHANGE_LEVEL, [tx.siteId, keys, accessLevel]);
  return changed.map(({ id }) => id);
}

/** False: there was none. */
export async function deleteVideo(tx: ScopeTransaction, id: string): Promise<boolean> {
  return (await tx.rows(DELETE_BY_ID, [tx.siteId, id])).length > 0;
}

/** Returns its id; null: there was none. */
export async function deleteVideoOfAsset(tx: ScopeTransaction, assetId: string): Promise<string | null> {
  const deleted = await tx.row(DELETE_BY_ASSET, [tx.siteId, assetId]);
  return deleted?.id ?? null;
}

/** The properties of the knowledge source. */
export function sourceOf({ id, title, fileName, accessLevel, requiredSubscriptions }: VideoRow): SourceFacts {
  return { id, kind: 'video', title, fileName, contentType: 'video', accessLevel, requiredSubscriptions };
}
