import { columns } from '../../database/columns.ts';
import type { Rows, ScopeTransaction } from '../../database/database.ts';
import { newId } from '../../shared/ids.ts';
import type { Guarded } from '../access/entitlement.ts';
import type { SourceStatus } from '../knowledge/knowledge.entity.ts';

export interface JobError {
  code: string;
  message: string;
}

/** What is stored of a processing job. The end of indexing is not: the knowledge source says it. */
export type FileJobPhase = 'extraction' | 'indexing' | 'failed' | 'cancelled';

/** A processing job with what tells how it stands: the work that waits or runs for it, and its source. Its access level is the file's. */
export interface FileJobFacts extends Guarded {
  id: string;
  fileId: string;
  fileKey: string;
  fileName: string;
  phase: FileJobPhase;
  status: SourceStatus;
  /** Of the extraction, percent. */
  progress: number;
  attempts: number;
  /** Of the source, once it has been handed to indexing. */
  revision: number | null;
  error: JobError | null;
  createdAt: string;
  updatedAt: string;
  pages: number | null;
  ocrPages: number | null;
  notes: string[] | null;
  sourceError: JobError | null;
  chunks: number | null;
  processedAt: string | null;
  workStatus: 'queued' | 'running' | null;
  workError: JobError | null;
  runAt: string | null;
  isLater: boolean | null;
  isOverdue: boolean | null;
}

/** As far as it is told to everybody; `FileProcessingJob.state` says it more finely. */
export const JOB_STATUS = `case
    when j.phase in ('failed', 'cancelled') then 'failed'
    when j.phase = 'indexing' and s.generation >= coalesce(j.revision, 0) then 'completed'
    when j.phase = 'indexing' and (s.status is null or s.status = 'failed') then 'failed'
    when j.phase = 'indexing' or w.status = 'running' then 'processing'
    else 'queued'
  end`;

const FACTS = `${columns('j', ['id', 'fileId', 'phase', 'progress', 'attempts', 'revision', 'error', 'createdAt', 'updatedAt'])}, ${JOB_STATUS} as status,
  f.key as "fileKey", f.name as "fileName", ${columns('f', ['accessLevel', 'requiredSubscriptions'])}, t.pages, t.ocr_pages as "ocrPages", t.notes,
  s.error as "sourceError", s.chunks, s.processed_at as "processedAt",
  w.status as "workStatus", w.error as "workError", w.run_at as "runAt", w.run_at > now() as "isLater",
  w.leased_until < now() as "isOverdue"`;

const WORK_KIND = `case j.phase when 'extraction' then 'process-file' when 'indexing' then 'index-source' end`;

/** One status at a time, as there is an index for each: else all jobs of the site would be gone through. */
const workThatIs = (status: string): string =>
  `select * from job where job.status = '${status}' and job.key = f.id::text and job.kind = ${WORK_KIND}`;

/** The work of a job that has been handed on is that of its source. */
export const JOB_FROM = `file_job j join file f on f.id = j.file_id
  left join file_text t on t.file_id = f.id
  left join knowledge_source s on s.id = f.id
  left join lateral (
    select * from (${workThatIs('running')} union all ${workThatIs('queued')}) job
    order by job.status = 'running' desc limit 1
  ) w on true`;

export async function readFileJob(rows: Rows, siteId: string, id: string): Promise<FileJobFacts | null> {
  const [row] = await rows.rows<FileJobFacts>(`select ${FACTS} from ${JOB_FROM} where j.site_id = $1 and j.id = $2`, [
    siteId,
    id,
  ]);
  return row ?? null;
}

/** In the order of the ids; without those that are gone meanwhile. */
export async function readFileJobs(
  rows: Rows,
  siteId: string,
  jobs: readonly { id: string }[],
): Promise<FileJobFacts[]> {
  const found = await rows.rows<FileJobFacts>(
    `select ${FACTS} from ${JOB_FROM} where j.site_id = $1 and j.id = any($2::uuid[])`,
    [siteId, jobs.map(({ id }) => id)],
  );
  const byId = new Map(found.map((job) => [job.id, job]));
  return jobs.flatMap(({ id }) => byId.get(id) ?? []);
}

/** The file's newest job. */
export async function latestFileJob(tx: ScopeTransaction, fileId: string): Promise<FileJobFacts | null> {
  const [row] = await tx.rows<FileJobFacts>(
    `select ${FACTS} from ${JOB_FROM} where j.file_id = $1 order by j.created_at desc, j.id desc limit 1`,
    [fileId],
  );
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

/** From the start again, under the same id. */
export async function reopenFileJob(tx: ScopeTransaction, id: string): Promise<void> {
  await tx.rows(
    `update file_job set phase = 'extraction', progress = 0, attempts = 0, revision = null, error = null, updated_at = now()
     where id = $1`,
    [id],
  );
}

/** Says how far it is; false: it is not to go on. */
export async function touchFileJob(rows: Rows, id: string, progress: number): Promise<boolean> {
  const found = await rows.rows(
    `update file_job set progress = greatest(progress, $2), updated_at = now()
     where id = $1 and phase = 'extraction' returning id`,
    [id, progress],
  );
  return found.length > 0;
}

/** Ends jobs of a file that are still to be read; answers whether there was one. */
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

/** From here on its source says how it stands. */
export async function handToIndexing(tx: ScopeTransaction, id: string, revision: number): Promise<void> {
  await tx.rows(
    `update file_job set phase = 'indexing', progress = 100, revision = $2, updated_at = now() where id = $1`,
    [id, revision],
  );
}
