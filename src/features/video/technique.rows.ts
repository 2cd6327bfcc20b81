import type { Viewer } from '../../access/viewer.ts';
import type { Technique } from '../../ports/video-analyzer.ts';

/**
 * The techniques that are shown in videos, by the id of the video. Those of the last job that was handed to indexing, as
 * searches find its segments.
 */
export async function techniquesOfVideos(viewer: Viewer, ids: readonly string[]): Promise<Map<string, Technique[]>> {
  if (ids.length === 0) return new Map();
  const rows = await viewer.scope.rows<{ id: string; techniques: Technique[] }>(TECHNIQUES, [viewer.site.id, ids]);
  return new Map(rows.map(({ id, techniques }) => [id, techniques]));
}

const TECHNIQUES = `select j.video_id as id, jsonb_agg(t.technique order by s.position) as techniques
  from (
    select distinct on (video_id) id, video_id from video_job
    where site_id = $1 and video_id = any($2::uuid[]) and phase = 'indexing' order by video_id, created_at desc
  ) j
  join video_segment s on s.video_job_id = j.id
  cross join lateral jsonb_array_elements(s.analysis -> 'techniques') t(technique)
  group by j.video_id`;
