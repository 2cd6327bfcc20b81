import type { Rows, ScopeTransaction } from '../../database/database.ts';
import { type RowOf, expression, orNull, table } from '../../database/table.ts';
import { newId } from '../../shared/ids.ts';
import { JobEntity } from '../job/job.entity.ts';
import { KnowledgeSourceEntity } from '../knowledge/knowledge.entity.ts';
import {
  type AnalysisConfig,
  type StoredVideoResult,
  VideoEntity,
  VideoJobEntity,
  type VideoJobError,
} from './video.entity.ts';
import type { ProgressState } from './video-progress.ts';
import type { VideoJobStatus } from './video-job.types.ts';

/** The public status; `VideoJob.state` is more detailed. */
const JOB_STATUS = `case
    when j.phase in ('failed', 'cancelled') then 'failed'
    when j.phase = 'indexing' and s.generation >= coalesce(j.revision, 0) then 'completed'
    when j.phase = 'indexing' and (s.status is null or s.status = 'failed') then 'failed'
    when j.phase = 'indexing' then 'processing'
    when j.attempts = 0 then 'queued'
    when j.stage = 'upload' then 'uploading'
    else 'processing'
  end`;

/** The share of the processing in the whole. */
export const HANDED_ON_PERCENT = 85;

const WORK_KIND = `case j.phase when 'processing' then 'process-video' when 'indexing' then 'index-source' end`;

/** One status at a time, to use the index of each; otherwise all jobs of the site would be read. */
const workThatIs = (status: string): string =>
  `select * from job where job.status = '${status}' and job.key = v.id::text and job.kind = ${WORK_KIND}`;

/** After the processing, the job row is that of its source. */
const JOINED = `join video v on v.id = j.video_id
  left join knowledge_source s on s.id = v.id
  left join lateral (
    select * from (${workThatIs('running')} union all ${workThatIs('queued')}) job
    order by job.status = 'running' desc limit 1
  ) w on true`;

const { c: v } = table(VideoEntity, 'v');
const { c: s } = table(KnowledgeSourceEntity, 's');
const { c: w } = table(JobEntity, 'w');
const facts = table(VideoJobEntity, 'j', {
  omit: ['siteId', 'accessLevel', 'requiredSubscriptions'],
  add: {
    status: expression<VideoJobStatus>(JOB_STATUS),
    url: v.url,
    assetId: v.assetId,
    fileName: v.fileName,
    title: v.title,
    duration: v.duration,
    language: v.language,
    accessLevel: v.accessLevel,
    requiredSubscriptions: v.requiredSubscriptions,
    embedded: orNull(s.embedded),
    sourceError: orNull(s.error),
    chunks: orNull(s.chunks),
    generation: orNull(s.generation),
    processedAt: orNull(s.processedAt),
    workStatus: orNull(w.status),
    workError: orNull(w.error),
    runAt: orNull(w.runAt),
    isLater: expression<boolean | null>('w.run_at > now()'),
    isOverdue: expression<boolean | null>('w.leased_until < now()'),
  },
  join: JOINED,
});
const { c } = facts;
const BY_ID = facts.select(`where ${c.siteId} = $1 and ${c.id} = $2`);
const BY_IDS = facts.select(`where ${c.siteId} = $1 and ${c.id} = any($2::uuid[])`);
const LATEST = facts.select(`where ${c.videoId} = $1 order by ${c.createdAt} desc, ${c.id} desc limit 1`);

/** A processing job with what tells how it stands: the work that waits or runs for it, and its source. */
export type VideoJobFacts = RowOf<typeof facts>;

/** Every job with its status, as a table `j`. */
export const JOBS_WITH_STATUS = `(select j.id, j.site_id, j.access_level, j.required_subscriptions, j.created_at,
  ${JOB_STATUS} as status from video_job j left join knowledge_source s on s.id = j.video_id) j`;

export async function readVideoJob(rows: Rows, siteId: string, id: string): Promise<VideoJobFacts | null> {
  const [row] = await rows.rows(BY_ID, [siteId, id]);
  return row ?? null;
}

/** In the order of the ids; without those deleted in the meantime. */
export async function readVideoJobs(
  rows: Rows,
  siteId: string,
  jobs: readonly { id: string }[],
): Promise<VideoJobFacts[]> {
  const found = await rows.rows(BY_IDS, [siteId, jobs.map(({ id }) => id)]);
  const byId = new Map(found.map((job) => [job.id, job]));
  return jobs.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The video's newest job. */
export async function latestVideoJob(tx: ScopeTransaction, videoId: string): Promise<VideoJobFacts | null> {
  const [row] = await tx.rows(LATEST, [videoId]);
  return row ?? null;
}

export async function insertVideoJob(tx: ScopeTransaction, videoId: string, config: AnalysisConfig): Promise<string> {
  const id = newId();
  await tx.rows(
    `insert into video_job (id, site_id, video_id, access_level, required_subscriptions, phase, stage, progress,
       segments_done, attempts, analysis_config, created_at, updated_at)
     select $1, $2, v.id, v.access_level, v.required_subscriptions, 'processing', 'upload', 0, 0, 0, $4, now(), now()
     from video v where v.id = $3`,
    [id, tx.siteId, videoId, JSON.stringify(config)],
  );
  return id;
}

/** Restarts it under the same id, after its last finished stage and segment. */
export async function reopenVideoJob(tx: ScopeTransaction, id: string): Promise<void> {
  await tx.rows(
    `update video_job set phase = 'processing', stage = 'upload', progress = 0, segments_done = 0, attempts = 0,
       result = null, error = null, updated_at = now() where id = $1`,
    [id],
  );
}

/** Ends the pending processing of a video; returns whether there was one. */
export async function endProcessing(
  rows: Rows,
  videoId: string,
  phase: 'failed' | 'cancelled',
  error: VideoJobError,
): Promise<boolean> {
  const ended = await rows.rows(
    `update video_job set phase = $2, error = $3, updated_at = now() where video_id = $1 and phase = 'processing' returning id`,
    [videoId, phase, JSON.stringify(error)],
  );
  return ended.length > 0;
}

/** From here on, the state is that of its source. */
export async function handToIndexing(tx: ScopeTransaction, id: string, revision: number): Promise<void> {
  await tx.rows(`update video_job set phase = 'indexing', revision = $2, updated_at = now() where id = $1`, [
    id,
    revision,
  ]);
}

/** Stores the progress, which never decreases; false if the job is no longer wanted. */
export async function recordProgress(rows: Rows, id: string, state: ProgressState): Promise<boolean> {
  const found = await rows.rows(
    `update video_job set stage = $2, progress = greatest(progress, $3), segments = coalesce($4, segments),
       segments_done = $5, updated_at = now()
     where id = $1 and phase = 'processing' returning id`,
    [id, state.stage, state.percent, state.segments, state.segmentsDone],
  );
  return found.length > 0;
}

/** Stores what the job has found. From here on, the state is that of its source. */
export async function completeProcessing(
  tx: ScopeTransaction,
  job: { id: string; videoId: string },
  revision: number,
  result: StoredVideoResult & { language: string | null },
): Promise<void> {
  const { language, ...stored } = result;
  await tx.rows('update video_job set progress = greatest(progress, $2), result = $3 where id = $1', [
    job.id,
    HANDED_ON_PERCENT,
    JSON.stringify(stored),
  ]);
  await tx.rows('update video set language = $2, updated_at = now() where id = $1', [job.videoId, language]);
  await handToIndexing(tx, job.id, revision);
}

/** Videos of all sites among these that have a job that is still being processed. */
export async function videosInProcess(rows: Rows, ids: readonly string[]): Promise<string[]> {
  const found = await rows.rows<{ id: string }>(
    `select video_id as id from video_job where phase = 'processing' and video_id = any($1::uuid[])`,
    [ids],
  );
  return found.map(({ id }) => id);
}
