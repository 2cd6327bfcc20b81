import { type TableRow, table } from '../../database/table.ts';
import { subjectRows } from '../processing-job/subject.rows.ts';
import type { SourceFacts } from '../knowledge/source.service.ts';
import { VideoEntity } from './video.entity.ts';

const videos = table(VideoEntity, 'o', { omit: ['siteId', 'createdAt', 'updatedAt'] });
/** Locks those of the site $1 with the URL $2 or the file $3; at most one of each. */
export const LOCKED_BY_ORIGIN = videos.select(
  'where o.site_id = $1 and (o.url = $2 or o.asset_id = $3) order by o.id for update',
);

export type VideoRow = TableRow<typeof videos>;

export const videoRows = subjectRows('video', {
  entity: VideoEntity,
  rows: videos,
  unique: 'id',
  upload: {
    column: 'asset_id',
    valueOf: ({ id }) => id,
    hasKeys: 'o.asset_id in (select a.id from asset a where a.site_id = $1 and a.key = any($2))',
  },
});

/** The properties of the knowledge source. */
export function toSourceFacts({ id, title, fileName, accessLevel, requiredSubscriptions }: VideoRow): SourceFacts {
  return { id, kind: 'video', title, fileName, contentType: 'video', accessLevel, requiredSubscriptions };
}
