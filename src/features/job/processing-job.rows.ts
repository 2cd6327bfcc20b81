import type { Rows, Scope, ScopeTransaction, SiteRows } from '../../database/database.ts';
import { type Statement, type Table, type ValuesOf, expression, orNull, table } from '../../database/table.ts';
import { isId, newId } from '../../shared/ids.ts';
import { inOrderOf } from '../../shared/in-order.ts';
import type { AccessLevel } from '../access/access-level.ts';
import { KnowledgeSourceEntity } from '../knowledge/knowledge.entity.ts';
import { type JobError, JobEntity } from './job.entity.ts';
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
export interface ProcessingFacts extends ValuesOf<typeof PROCESSING_COLUMNS> {
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

/** The rows of processing jobs of files or of videos. */
export class ProcessingJobRows<F extends ProcessingFacts> {
  readonly phase: string;
  /** Every job with its status, as a table `j`. */
  readonly withStatus: string;
  private readonly byId: Statement<F>;
  private readonly byIds: Statement<F>;
  private readonly newest: Statement<F>;
  private readonly insertion: string;
  private readonly jobs: string;
  private readonly subjectId: string;
  private readonly reset: string;
  private readonly handedOnPercent: number;

  constructor({ subject, facts, status, statusFrom, phase, initial, config, handedOnPercent }: ProcessingTable<F>) {
    this.phase = phase;
    this.handedOnPercent = handedOnPercent;
    this.jobs = `${subject}_job`;
    this.subjectId = `${subject}_id`;
    this.withStatus = `(select j.id, j.site_id, j.access_level, j.required_subscriptions, j.created_at,
      ${status} as status from ${statusFrom}) j`;
    this.byId = facts.select('where j.site_id = $1 and j.id = $2');
    this.byIds = facts.select('where j.site_id = $1 and j.id = any($2::uuid[])');
    this.newest = facts.select(`where j.${this.subjectId} = $1 order by j.created_at desc, j.id desc limit 1`);
    const columns = Object.entries({ ...initial, ...(config && { [config]: '$3' }) });
    this.insertion = `insert into ${this.jobs} (id, site_id, ${this.subjectId}, access_level, required_subscriptions,
        phase, attempts, created_at, updated_at, ${columns.map(([name]) => name).join(', ')})
      select $1, o.site_id, o.id, o.access_level, o.required_subscriptions,
        '${phase}', 0, now(), now(), ${columns.map(([, sql]) => sql).join(', ')}
      from ${subject} o where o.id = $2`;
    this.reset = Object.entries(initial)
      .map(([name, sql]) => `${name} = ${sql}`)
      .join(', ');
  }

  async find(rows: SiteRows, id: string): Promise<F | null> {
    const [row] = isId(id) ? await rows.rows(this.byId, [rows.siteId, id]) : [];
    return row ?? null;
  }

  /** In the order of the ids; without those deleted in the meantime. */
  async findAll(scope: Scope, jobs: readonly { id: string }[]): Promise<F[]> {
    const ids = jobs.map(({ id }) => id);
    return inOrderOf(ids, await scope.rows(this.byIds, [scope.siteId, ids])).flatMap((job) => job ?? []);
  }

  /** The newest job of a file or video. */
  async latest(rows: SiteRows, subjectId: string): Promise<F | null> {
    return rows.row(this.newest, [subjectId]);
  }

  /** The newest job of a file or video, if it is not yet handed to indexing and wanted. */
  async pending(rows: SiteRows, subjectId: string): Promise<F | null> {
    const latest = await this.latest(rows, subjectId);
    return latest?.phase === this.phase ? latest : null;
  }

  /** Returns its id. */
  async insert(tx: ScopeTransaction, subjectId: string, config?: object): Promise<string> {
    const id = newId();
    await tx.rows(this.insertion, [id, subjectId, ...(config ? [JSON.stringify(config)] : [])]);
    return id;
  }

  /** Restarts it under the same id. */
  async reopen(tx: ScopeTransaction, id: string): Promise<void> {
    await this.update(tx, id, `phase = '${this.phase}', attempts = 0, error = null, ${this.reset}`);
  }

  async countAttempt(tx: ScopeTransaction, id: string): Promise<void> {
    await this.update(tx, id, 'attempts = attempts + 1');
  }

  /** False if the job is no longer wanted. @param changes SQL with the values from `$2` on */
  async recordProgress(rows: Rows, id: string, changes: string, values: readonly unknown[]): Promise<boolean> {
    const found = await rows.rows(
      `update ${this.jobs} set ${changes}, updated_at = now() where id = $1 and phase = '${this.phase}' returning id`,
      [id, ...values],
    );
    return found.length > 0;
  }

  /** From here on, the state is that of its source. */
  async handToIndexing(tx: ScopeTransaction, id: string, revision: number): Promise<void> {
    const progress = `greatest(progress, ${this.handedOnPercent})`;
    await this.update(tx, id, `phase = 'indexing', progress = ${progress}, revision = $2`, [revision]);
  }

  /** Ends the pending job of a file or video; returns whether there was one. */
  async end(tx: ScopeTransaction, subjectId: string, phase: 'failed' | 'cancelled', error: JobError): Promise<boolean> {
    const ended = await tx.rows(
      `update ${this.jobs} set phase = $2, error = $3, updated_at = now()
       where ${this.subjectId} = $1 and phase = '${this.phase}' returning id`,
      [subjectId, phase, JSON.stringify(error)],
    );
    return ended.length > 0;
  }

  private async update(tx: ScopeTransaction, id: string, changes: string, values: readonly unknown[] = []) {
    await tx.rows(`update ${this.jobs} set ${changes}, updated_at = now() where id = $1`, [id, ...values]);
  }
}
