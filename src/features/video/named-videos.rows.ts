import type { Values } from '../../database/columns.ts';
import { table } from '../../database/table.ts';
import type { Viewer } from '../../access/viewer.ts';
import { AssetEntity } from '../asset/asset.entity.ts';
import { VideoEntity, VideoJobEntity } from './video.entity.ts';

/** The name by which a client refers to a video: the id of the video, of its file or of a job of it, or a URL. */
export interface VideoName {
  id: string | null;
  /** The URL without a fragment. */
  url: string | null;
  /** Key of the site's file that the URL is of. */
  key: string | null;
}

const { c: video } = table(VideoEntity, 'v');
const { c: job } = table(VideoJobEntity, 'j');
const { c: file } = table(AssetEntity, 'a');

/** The ids of the videos with a name as an SQL array, found by indexes. Empty without a name. */
export function videoIdsSql(values: Values, siteId: string, name: VideoName | null): string {
  if (!name) return `'{}'::uuid[]`;
  const [site, id, url, key] = [siteId, name.id, name.url, name.key].map((value) => values.add(value));
  return `array(
    select ${video.id} from video v where ${video.siteId} = ${site} and ${video.id} = ${id}::uuid
    union select ${video.id} from video v where ${video.siteId} = ${site} and ${video.assetId} = ${id}::uuid
    union select ${job.videoId} from video_job j where ${job.siteId} = ${site} and ${job.id} = ${id}::uuid
    union select ${video.id} from video v where ${video.siteId} = ${site} and ${video.url} = ${url}::text
    union select ${video.id} from video v join asset a on ${file.id} = ${video.assetId}
      where ${video.siteId} = ${site} and ${file.siteId} = ${site} and ${file.key} = ${key}::text)`;
}

/** Returns the ids by which a client may refer to a video that the viewer can read. */
export async function readableVideoIds(viewer: Viewer, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await viewer.scope.rows<{ id: string }>(READABLE, [viewer.site.id, ids]);
  return new Set(rows.map(({ id }) => id));
}

const READABLE = `select named.id from unnest($2::uuid[]) named(id)
  where exists (select from video v where ${video.siteId} = $1 and ${video.id} = named.id)
    or exists (select from video v where ${video.siteId} = $1 and ${video.assetId} = named.id)
    or exists (select from video_job j where ${job.siteId} = $1 and ${job.id} = named.id)`;
