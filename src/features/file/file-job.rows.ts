import type { Rows, ScopeTransaction } from '../../database/database.ts';
import { type RowOf, expression, orNull, table } from '../../database/table.ts';
import { newId } from '../../shared/ids.ts';
import { JobEntity } from '../job/job.entity.ts';
import { KnowledgeSourceEntity, type SourceStatus } from '../knowledge/knowledge.entity.ts';
import { FileEntity, FileJobEntity, FileTextEntity, type JobError } from './file.entity.ts';

/** The public status; `FileProcessingJob.state` is more detailed. */
const JOB_STATUS = `case
    when j.phase in ('failed', 'cancelled') then 'failed'
    when j.phase = 'indexing' and s.generation >= coalesce(j.revision, 0) then 'completed'
    when j.phase = 'indexing' and (s.status is null or s.status = 'failed') then 'failed'
    when j.phase = 'indexing' or w.status = 'running' then 'processing'
    else 'queued'
  end`;

const WORK_KIND = `case j.phase when 'extraction' then 'process-file' when 'indexing' then 'index-source' end`;

/** One status at a time, to use the index of each; otherwise all jobs of the site would be read. */
const workThatIs = (status: string): string =>
  `select * from job where job.status = '${status}' and job.key = f.id::text and job.kind = ${WORK_KIND}`;

/** After the extraction, the job row is that of its source. */
const JOINED = `join file f on f.id = j.file_id
  left join file_text t on t.file_id = f.id
  left join knowledge_source s on s.id = f.id
  left join lateral (
    select * from (${workThatIs('running')} union all ${workThatIs('queued')}) job
    order by job.status = 'running' desc limit 1
  ) w on true`;

const { c: f } = table(FileEntity, 'f');
const { c: t } = table(FileTextEntity, 't');
const { c: s } = table(KnowledgeSourceEntity, 's');
const { c: w } = table(JobEntity, 'w');
const facts = table(FileJobEntity, 'j', {
  omit: ['siteId', 'accessLevel', 'requiredSubscriptions'],
  add: {
    status: expression<SourceStatus>(JOB_STATUS),
    fileKey: f.key,
    fileName: f.name,
    accessLevel: f.accessLevel,
    requiredSubscriptions: f.requiredSubscriptions,
    pages: orNull(t.pages),
    ocrPages: orNull(t.ocrPages),
    notes: orNull(t.notes),
    sourceError: orNull(s.error),
    chunks: orNull(s.chunks),
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
const LATEST = facts.select(`where ${c.fileId} = $1 order by ${c.createdAt} desc, ${c.id} desc limit 1`);

/** A processing job with what tells how it stands: the work that waits or runs for it, and its source. */
export type FileJobFacts = RowOf<typeof facts>;

/** Every job with its status, as a table `j`. */
export const JOBS_WITH_STATUS = `(select j.id, j.site_id, j.access_level, j.required_subscriptions, j.created_at,
  ${JOB_STATUS} as status from ${facts.from}) j`;

export async function readFileJob(rows: Rows, siteId: string, id: string): Promise<FileJobFacts | null> {
  const [row] = await rows.rows(BY_ID, [siteId, id]);
  return row ?? null;
}

/** In the order of the ids; without those deleted in the meantime. */
export async function readFileJobs(
  rows: Rows,
  siteId: string,
  jobs: readonly { id: string }[],
): Promise<FileJobFacts[]> {
  const found = await rows.rows(BY_IDS, [siteId, jobs.map(({ id }) => id)]);
  const byId = new Map(found.map((job) => [job.id, job]));
  return jobs.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The file's newest job. */
export async function latestFileJob(tx: ScopeTransaction, fileId: string): Promise<FileJobFacts | null> {
  const [row] = await tx.rows(LATEST, [fileId]);
  return row ?? null;
}

export async function insertFileJob(tx: ScopeTransaction, fileId: string): Promise<string> {
  const id = newId();
  await tx.rows(
    `insert into file_job (id, site_id, file_id, access_level, required_subscriptions, phase, progress, attempts,
       created_at, updated_at)
     select $1, $2, f.id, f.access_level, f.required_subscriptions, 'extraction', 0, 0, now(), now()
     from file f where f.id = $3`,
    [id, tx.siteId, fileId],
  );
  return id;
}

/** Restarts it under the same id. */
export async function reopenFileJob(tx: ScopeTransaction, id: string): Promise<void> {
  await tx.rows(
    `update file_job set phase = 'extraction', progress = 0, attempts = 0, revision = null, error = null, updated_at = now()
     where id = $1`,
    [id],
  );
}

/** Stores the progress; false if the job was cancelled. */
export async function recordProgress(rows: Rows, id: string, progress: number): Promise<boolean> {
  const found = await rows.rows(
    `update file_job set progress = greatest(progress, $2), updated_at = now()
     where id = $1 and phase = 'extraction' returning id`,
    [id, progress],
  );
  return found.length > 0;
}

/** Ends pending extractions of a file; returns whether there was one. */
export async function endExtraction(
  rows: Rows,
  fileId: string,
  phase: 'failed' | 'cancelled',
  error: JobError,
): Promise<boolean> {
  const ended = await rows.rows(
    `update file_job set phase = $2, error = $3, updated_at = now() where file_id = $1 and phase = 'extraction' returning id`,
    [fileId, phase, JSON.stringify(error)],
  );
  return ended.length > 0;
}

/** From here on, the state is that of its source. */
export async function handToIndexing(tx: ScopeTransaction, id: string, revision: number): Promise<void> {
  await tx.rows(
    `update file_job set phase = 'indexing', progress = 100, revision = $2, updated_at = now() where id = $1`,
    [id, revision],
  );
}
