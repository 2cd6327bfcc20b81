import type { Rows } from '../../database/database.ts';
import { type TableRow, type Statement, expression, table } from '../../database/table.ts';
import {
  PROCESSING_COLUMNS,
  joinSource,
  joinWork,
  processingJobRows,
  processingStatus,
} from '../processing-job/processing-job.rows.ts';
import { VideoEntity, VideoJobEntity } from './video.entity.ts';
import type { ProgressState } from './processing/video-progress.ts';
import type { VideoJobStatus } from './video-job.types.ts';

const PHASE = 'processing';
const STATUS = processingStatus(`when j.attempts = 0 then 'queued'
    when j.stage = 'upload' then 'uploading'
    else 'processing'`);

/** The share of the processing in the whole. */
export const HANDED_ON_PERCENT = 85;

const { c: j } = table(VideoJobEntity, 'j');
const { c: v } = table(VideoEntity, 'v');
const facts = table(VideoJobEntity, 'j', {
  omit: ['siteId', 'videoId'],
  add: {
    ...PROCESSING_COLUMNS,
    subjectId: j.videoId,
    status: expression<VideoJobStatus>(STATUS),
    url: v.url,
    assetId: v.assetId,
    fileName: v.fileName,
    title: v.title,
    duration: v.duration,
    language: v.language,
  },
  join: `join video v on ${v.id} = ${j.videoId} ${joinSource('video')} ${joinWork('video', PHASE)}`,
});

export type VideoJobFacts = TableRow<typeof facts>;

export const videoJobRows = processingJobRows({
  subject: 'video',
  facts,
  status: STATUS,
  statusFrom: `video_job j ${joinSource('video')}`,
  phase: PHASE,
  initial: { stage: `'upload'`, progress: '0', segments_done: '0', result: 'null' },
  config: 'analysis_config',
  handedOnPercent: HANDED_ON_PERCENT,
});

/** Stores the progress, which never decreases; false if the job is no longer wanted. */
export async function recordProgress(rows: Rows, id: string, state: ProgressState): Promise<boolean> {
  const changes = `stage = $2, progress = greatest(progress, $3), segments = coalesce($4, segments), segments_done = $5`;
  const values = [state.stage, state.percent, state.segments, state.segmentsDone];
  return videoJobRows.recordProgress(rows, id, changes, values);
}

/** Videos of all sites among these that have a job that is still being processed. */
export const VIDEOS_IN_PROCESS = `select video_id as id from video_job
  where phase = '${PHASE}' and video_id = any($1::uuid[])` as Statement<{ id: string }>;
