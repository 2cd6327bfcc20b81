import type { Rows, Scope, ScopeTransaction, SiteRows } from '../../database/database.ts';
import { type Table, type ColumnValues, expression, orNull, table } from '../../database/table.ts';
import { isId, newId } from '../../shared/ids.ts';
import { sortByIds } from '../../shared/sort-by-ids.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { KnowledgeSourceEntity } from '../knowledge/knowledge.entity.ts';
import { type JobError, JobEntity } from '../job/job.entity.ts';
import type { Subject } from './subject.rows.ts';

const { c: s } = table(KnowledgeSourceEntity, 's');
const { c: w } = table(JobEntity, 'w');

/** Columns of a job's source and of the work that waits or runs for it. */
export const PROCESSING_COLUMNS = {
  sourceError: orNull(s.error),
  chunks: orNull(s.chunks),
  embedded: orNull(s.embedded),
  generation: orNull(s.generation),
  processedAt: orNull(s.processedAt),
  workStatus: orNull(w.status),
  workError: orNull(w.error),
  runAt: orNull(w.runAt),
  isLater: expression<boolean | null>('w.run_at > now()'),
  isOverdue: expression<boolean | null>('w.leased_until < now()'),
};

/** A processing job with what tells how it stands: the work that waits or runs for it, and its source. */
export interface ProcessingFacts extends ColumnValues<typeof PROCESSING_COLUMNS> {
  id: string;
  subjectId: string;
  phase: string;
  status: string;
  attempts: number;
  revision: number | null;
  error: JobError | null;
  accessLevel: AccessLevel;
  requiredSubscriptions: string[];
  createdAt: string;
  updatedAt: string;
}

/** SQL of the public status of a job `j`; `state` is more detailed. `notIndexing`: cases before the text is indexed. */
export function processingStatus(notIndexing: string): string {
  return `case
    when j.phase in ('failed', 'cancelled') then 'failed'
    when j.phase = 'indexing' and s.generation >= coalesce(j.revision, 0) then 'completed'
    when j.phase = 'indexing' and (s.status is null or s.status = 'failed') then 'failed'
    when j.phase = 'indexing' then 'processing'
    ${notIndexing}
  end`;
}

export function joinSource(subject: Subject): string {
  return `left join knowledge_source s on s.id = j.${subject}_id`;
}

/** One status at a time, to use the index of each. After the processing, the job row is that of the source. */
export function joinWork(subject: Subject, phase: string): string {
  const workThatIs = (status: string): string =>
    `select * from job where job.status = '${status}' and job.key = j.${subject}_id::text
       and job.kind = case j.phase when '${phase}' then 'process-${subject}' when 'indexing' then 'index-source' end`;
  return `left join lateral (
      select * from (${workThatIs('running')} union all ${workThatIs('queued')}) job
      order by job.status = 'running' desc limit 1
    ) w on true`;
}

interface ProcessingTable<F extends ProcessingFacts> {
  subject: Subject;
  facts: Table<F>;
  /** SQL after `from` that the public status, `status`, needs. */
  statusFrom: string;
  status: string;
  /** The phase before indexing. */
  phase: string;
  /** Columns of a job that starts or starts again, with their SQL. */
  initial: Readonly<Record<string, string>>;
  /** A JSON column that is given when a job is made. */
  config?: string;
  /** Progress of a job that is handed to indexing. */
  handedOnPercent: number;
}

export type ProcessingJobRows<F extends ProcessingFacts> = ReturnType<typeof processingJobRows<F>>;

/** The statements of processing jobs of files or of videos. */
export function processingJobRows<F extends ProcessingFacts>({
  subject,
  facts,
  status,
  statusFrom,
  phase,
  initial,
  config,
  handedOnPercent,
}: ProcessingTable<F>) {
  const jobs = `${subject}_job`;
  const subjectColumn = `${subject}_id`;
  const selectById = facts.select('where j.site_id = $1 and j.id = $2');
  const selectByIds = facts.select('where j.site_id = $1 and j.id = any($2::uuid[])');
  const newest = facts.select(`where j.${subjectColumn} = $1 order by j.created_at desc, j.id desc limit 1`);
  const columns = Object.entries({ ...initial, ...(config && { [config]: '$3' }) });
  const insertion = `insert into ${jobs} (id, site_id, ${subjectColumn}, access_level, required_subscriptions,
      phase, attempts, created_at, updated_at, ${columns.map(([name]) => name).join(', ')})
    select $1, o.site_id, o.id, o.access_level, o.required_subscriptions,
      '${phase}', 0, now(), now(), ${columns.map(([, sql]) => sql).join(', ')}
    from ${subject} o where o.id = $2`;
  const reset = Object.entries(initial).map(([name, sql]) => `${name} = ${sql}`);

  /** The newest job of a file or video. */
  const latest = (rows: SiteRows, subjectId: string): Promise<F | null> => rows.row(newest, [subjectId]);

  /** False if no job meets the condition. @param changes SQL, with the values from `$2` on; `$1` is the id */
  async function update(rows: Rows, id: string, changes: string, values: readonly unknown[] = [], where = 'id = $1') {
    const sql = `update ${jobs} set ${changes}, updated_at = now() where ${where} returning id`;
    return (await rows.rows(sql, [id, ...values])).length > 0;
  }

  return {
    phase,
    /** Every job with its status, as a table `j`. */
    withStatus: `(select j.id, j.site_id, j.access_level, j.required_subscriptions, j.created_at,
      ${status} as status from ${statusFrom}) j`,
    latest,

    async find(rows: SiteRows, id: string): Promise<F | null> {
      return isId(id) ? rows.row(selectById, [rows.siteId, id]) : null;
    },

    /** Reads jobs in the order of the ids; without those deleted in the meantime. */
    async findAll(scope: Scope, keys: readonly { id: string }[]): Promise<F[]> {
      const ids = keys.map(({ id }) => id);
      return sortByIds(ids, await scope.rows(selectByIds, [scope.siteId, ids])).flatMap((job) => job ?? []);
    },

    /** The newest job of a file or video, if it is not yet handed to indexing and wanted. */
    async findPending(rows: SiteRows, subjectId: string): Promise<F | null> {
      const job = await latest(rows, subjectId);
      return job?.phase === phase ? job : null;
    },

    /** Returns its id. */
    async insert(tx: ScopeTransaction, subjectId: string, configuration?: object): Promise<string> {
      const id = newId();
      await tx.rows(insertion, [id, subjectId, ...(configuration ? [JSON.stringify(configuration)] : [])]);
      return id;
    },

    /** Restarts it under the same id. */
    reopen: (tx: ScopeTransaction, id: string) =>
      update(tx, id, [`phase = '${phase}', attempts = 0, error = null`, ...reset].join(', ')),

    countAttempt: (tx: ScopeTransaction, id: string) => update(tx, id, 'attempts = attempts + 1'),

    /** False if the job is no longer wanted. @param changes SQL with the values from `$2` on */
    recordProgress: (rows: Rows, id: string, changes: string, values: readonly unknown[]) =>
      update(rows, id, changes, values, `id = $1 and phase = '${phase}'`),

    /** Hands the text to indexing; from then on, the state is that of its source. */
    handToIndexing(tx: ScopeTransaction, id: string, revision: number) {
      const progress = `greatest(progress, ${handedOnPercent})`;
      return update(tx, id, `phase = 'indexing', progress = ${progress}, revision = $2`, [revision]);
    },

    /** Ends the pending job of a file or video; returns whether there was one. */
    end(tx: ScopeTransaction, subjectId: string, as: 'failed' | 'cancelled', error: JobError) {
      const findPending = `${subjectColumn} = $1 and phase = '${phase}'`;
      return update(tx, subjectId, 'phase = $2, error = $3', [as, JSON.stringify(error)], findPending);
    },
  };
}
