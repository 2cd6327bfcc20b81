import { isDeepStrictEqual } from 'node:util';
import type { TestSite } from '../../support/site.ts';
import { expectNone } from './play.ts';
import { SUBTITLED, VIDEO_LENGTH } from './video-host.ts';

/** Videos that a case has reported: the cases after it are judged by their own. */
const reported = new Set<string>();

/** What is stored of every video is what is stored without a fault. */
export async function expectVideosWhole({ id, service }: TestSite): Promise<void> {
  const videos = await service.app.database.system.rows<{ url: string }>(
    `select v.url, v.duration, s.start_time as from, s.end_time as to, cardinality(s.frame_times) as frames,
       s.analysis->>'description' as description, s.transcript->>'origin' as origin
     from video v left join video_job j on j.video_id = v.id left join video_segment s on s.video_job_id = j.id
     where v.site_id = $1`,
    [id],
  );
  const spoiled = videos.filter((video) => !reported.has(video.url) && !isDeepStrictEqual({ ...video }, whole(video)));
  for (const { url } of spoiled) reported.add(url);
  expectNone(
    spoiled.map((video) => JSON.stringify(video)),
    'videos that were stored wrong',
  );
}

function whole({ url }: { url: string }): object {
  return {
    url,
    duration: VIDEO_LENGTH,
    from: 0,
    to: VIDEO_LENGTH,
    frames: 1,
    description: `What happens from 0 to ${VIDEO_LENGTH}.`,
    origin: url.includes(SUBTITLED) ? 'subtitles' : 'model',
  };
}
