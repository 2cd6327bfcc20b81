import type { Rows } from '../../../database/database.ts';
import { type TableRow, expression, table } from '../../../database/table.ts';
import type { Transcript } from '../../../ports/transcriber.ts';
import type { Technique } from '../../../ports/video-analyzer.ts';
import { VideoJobEntity, VideoSegmentEntity, type StoredAnalysis } from '../video.entity.ts';

const { c } = table(VideoSegmentEntity, 's');
const { c: job } = table(VideoJobEntity, 'j');
const JOB_CONDITION = `where ${c.videoJobId} = $1 order by ${c.position}`;

const work = table(VideoSegmentEntity, 's', {
  only: ['position', 'startTime', 'endTime', 'frameTimes'],
  add: {
    isAnalysed: expression<boolean>('s.analysis is not null'),
    isTranscribed: expression<boolean>('s.transcript is not null'),
  },
});
export const SEGMENTS_OF_JOB = work.select(JOB_CONDITION);

const findings = table(VideoSegmentEntity, 's', {
  only: ['position'],
  add: {
    techniques: expression<Technique[]>(`coalesce(s.analysis->'techniques', '[]')`),
    failure: expression<string | null>(`s.analysis->>'failure'`),
    origin: expression<Transcript['origin'] | null>(`s.transcript->>'origin'`),
    note: expression<string | null>(`s.transcript->>'note'`),
    language: expression<string | null>(`s.transcript->>'language'`),
  },
});
export const FINDINGS_OF_JOB = findings.select(JOB_CONDITION);

const searched = table(VideoSegmentEntity, 's', { only: ['startTime', 'endTime', 'analysis', 'transcript'] });
/** Selects the segments of the newest job of a video that was handed to indexing. */
export const SEARCHED_SEGMENTS = searched.select(
  `where ${c.videoJobId} = (select j.id from video_job j where ${job.videoId} = $1 and ${job.revision} is not null
     order by ${job.createdAt} desc, ${job.id} desc limit 1) order by ${c.position}`,
);

/** A segment as far as its processing is concerned. */
export type SegmentWork = TableRow<typeof work>;
/** The properties of a segment that the result of a job has. */
export type SegmentFindings = TableRow<typeof findings>;

export type SearchedSegment = TableRow<typeof searched>;

/** All segments $3 of a job at once, as JSON, unless it has been given some before or deleted. */
export const INSERT_SEGMENTS = `insert into video_segment
    (video_job_id, position, site_id, start_time, end_time, frame_times)
  select j.id, (s.position - 1)::int, $2, (s.value->>'startTime')::float8, (s.value->>'endTime')::float8,
    array(select jsonb_array_elements_text(s.value->'frameTimes')::float8)
  from video_job j, jsonb_array_elements($3::jsonb) with ordinality as s(value, position)
  where j.id = $1 and not exists (select from video_segment old where old.video_job_id = j.id)`;

/** Stores what was found of a segment. */
export async function saveSegment(
  rows: Rows,
  jobId: string,
  position: number,
  { analysis, transcript }: { analysis?: StoredAnalysis; transcript?: Transcript },
): Promise<void> {
  await rows.rows(
    `update video_segment set analysis = coalesce($3, analysis), transcript = coalesce($4, transcript)
     where video_job_id = $1 and position = $2`,
    [jobId, position, analysis && JSON.stringify(analysis), transcript && JSON.stringify(transcript)],
  );
}

/** The segments of the video's other jobs are not needed any more. */
export const DELETE_OTHER_SEGMENTS = `delete from video_segment s using video_job j
  where j.id = s.video_job_id and j.video_id = $1 and j.id <> $2`;
