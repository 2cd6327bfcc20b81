import type { Scope, ScopeTransaction } from '../../database/database.ts';
import { Where } from '../../database/where.ts';
import { ServiceError, conflict, notFound } from '../../shared/errors.ts';
import { type Page, type PageRequest, type PageSizes, type Sort, readPage } from '../../database/pagination.ts';
import { accessCondition } from '../../access/access-sql.ts';
import { readGranted } from '../../access/read-granted.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { SourceFacts, SourceService } from '../knowledge/source.service.ts';
import type { Table } from '../../database/table.ts';
import type { JobError } from '../job/job.entity.ts';
import type { JobRequest, JobService } from '../job/job.service.ts';
import type { ProcessingFacts, ProcessingJobRows } from './processing-job.rows.ts';
import { isOpen } from './processing-job.state.ts';
import type { Subject, SubjectRows } from './subject.rows.ts';

const CANCELLATION_ERROR = { code: 'CANCELLED', message: 'Processing was cancelled' };

type ListedJob = Table<{ id: string; createdAt: string }, { siteId: string; createdAt: Date }>;

interface ProcessingJobOptions<S extends object, F extends ProcessingFacts, J> {
  jobs: JobService;
  sources: SourceService;
  subject: Subject;
  subjects: SubjectRows<S>;
  sourceOf: (tx: ScopeTransaction, subject: S) => SourceFacts | Promise<SourceFacts>;
  rows: ProcessingJobRows<F>;
  listed: ListedJob;
  pages: PageSizes;
  describe: (facts: F) => J;
}

/** Jobs that extract the text of files or videos for the knowledge base. */
export class ProcessingJobService<S extends object, F extends ProcessingFacts, J> {
  readonly rows: ProcessingJobRows<F>;
  private readonly options: ProcessingJobOptions<S, F, J>;

  constructor(options: ProcessingJobOptions<S, F, J>) {
    this.options = options;
    this.rows = options.rows;
  }

  /**
   * Jobs of files or videos that the viewer can read, newest first. Their ids are found first, because the state of a
   * job is computed from several tables.
   */
  async list(
    { scope, site, entitlement }: Viewer,
    { status }: { status?: string | null },
    page: PageRequest,
  ): Promise<Page<J>> {
    const { listed, pages, rows, describe } = this.options;
    const { c, alias } = listed;
    const where = new Where()
      .equal(c.siteId, site.id)
      .and((values) => accessCondition(entitlement, alias, values))
      .equal(`${alias}.status`, status);
    const newest: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
    const result = await readPage(scope, page, {
      table: status ? { ...listed, name: rows.withStatus, from: rows.withStatus } : listed,
      where,
      sort: newest,
      sizes: pages,
      toItem: (job) => job,
      sortValue: ({ createdAt }) => createdAt,
    });
    const facts = await rows.findAll(scope, result.items);
    return { ...result, items: facts.map(describe) };
  }

  /** 401 or 403 for the job of a file or video that the viewer cannot read. */
  async get(viewer: Viewer, id: string): Promise<J> {
    return this.options.describe(await readGranted(viewer, 'Job', (scope) => this.rows.find(scope, id)));
  }

  /** Describes a job without an access check. */
  async describe(viewer: Viewer, id: string): Promise<J> {
    return this.options.describe(await this.readUnrestricted(viewer, id));
  }

  /** 409 if the text is being indexed or the job is finished. */
  async cancel(viewer: Viewer, id: string): Promise<J> {
    const { subjectId } = await this.readUnrestricted(viewer, id);
    await viewer.unrestricted('write').write(async (tx) => {
      await this.options.subjects.lock(tx, subjectId);
      const current = await this.rows.find(tx, id);
      if (current?.phase !== this.rows.phase) throw conflict('Job can no longer be cancelled');
      await this.rows.end(tx, subjectId, 'cancelled', CANCELLATION_ERROR);
      await this.options.jobs.withdraw(tx, this.toJobRequest(subjectId));
      await this.options.sources.fail(tx, subjectId, CANCELLATION_ERROR);
    });
    return this.describe(viewer, id);
  }

  /** 409 unless it failed or was cancelled. What its finished stages have found is reused. */
  async retry(viewer: Viewer, id: string): Promise<J> {
    const { subjectId } = await this.readUnrestricted(viewer, id);
    await viewer.unrestricted('write').write(async (tx) => {
      if (await this.retryLatest(tx, subjectId, id)) return;
      const { subject } = this.options;
      throw conflict(`Only the latest job of a ${subject} can be retried, and only after it failed or was cancelled`);
    });
    return this.describe(viewer, id);
  }

  /**
   * Restarts the latest job of a file or video if it failed or was cancelled. Returns whether it did.
   * @param id of the job that must be the latest; undefined: any
   */
  async retryLatest(tx: ScopeTransaction, subjectId: string, id?: string): Promise<boolean> {
    const { subjects, sourceOf } = this.options;
    const subject = await subjects.lock(tx, subjectId);
    const latest = await this.rows.latest(tx, subjectId);
    if (!subject || !latest || (id !== undefined && latest.id !== id)) return false;
    if (isOpen(latest) || latest.status !== 'failed') return false;
    await this.rows.reopen(tx, latest.id);
    await this.enqueue(tx, await sourceOf(tx, subject));
    return true;
  }

  /**
   * Joins the job that a file or video has, or gives it one. Returns the id of the job.
   * @param before its source before this change
   */
  async start(tx: ScopeTransaction, source: SourceFacts, before: SourceFacts | null, config?: object): Promise<string> {
    const latest = await this.rows.latest(tx, source.id);
    if (!latest || !isOpen(latest)) {
      const id = await this.rows.insert(tx, source.id, config);
      await this.enqueue(tx, source);
      return id;
    }
    if (latest.phase === this.rows.phase) await this.options.sources.expect(tx, source);
    else if (before && JSON.stringify(source) !== JSON.stringify(before))
      await this.handToIndexing(tx, latest.id, source);
    return latest.id;
  }

  /** A file or video, locked, with its job; null if it has none that is still wanted and not handed to indexing. */
  async lockPending(tx: ScopeTransaction, subjectId: string): Promise<{ subject: S; job: F } | null> {
    const subject = await this.options.subjects.lock(tx, subjectId);
    const job = subject && (await this.rows.findPending(tx, subjectId));
    return subject && job && { subject, job };
  }

  /** The same, and counts an attempt. */
  begin(scope: Scope, subjectId: string): Promise<{ subject: S; job: F } | null> {
    return scope.write(async (tx) => {
      const lockPending = await this.lockPending(tx, subjectId);
      if (!lockPending) return null;
      await this.rows.countAttempt(tx, lockPending.job.id);
      await this.options.sources.begin(tx, subjectId);
      return lockPending;
    });
  }

  /** Hands the text to indexing, which is one change with the end of the processing. */
  async handToIndexing(tx: ScopeTransaction, id: string, source: SourceFacts): Promise<void> {
    await this.rows.handToIndexing(tx, id, await this.options.sources.put(tx, source));
  }

  /** The previous text, if any, stays searchable. */
  async fail(scope: Scope, subjectId: string, { code, message }: JobError): Promise<void> {
    await scope.write(async (tx) => {
      if (!(await this.rows.end(tx, subjectId, 'failed', { code, message }))) return;
      await this.options.sources.fail(tx, subjectId, { code, message });
    });
  }

  /** The job stores the error's own code; the thrown error prevents a retry. */
  async failForGood(scope: Scope, subjectId: string, error: JobError): Promise<never> {
    await this.fail(scope, subjectId, error);
    throw new ServiceError('BAD_REQUEST', error.message);
  }

  async forget(tx: ScopeTransaction, upload: { id: string; key: string }): Promise<void> {
    const id = await this.options.subjects.deleteByUpload(tx, upload);
    if (id !== null) await this.remove(tx, id);
  }

  /** Those with an access level of their own keep it. */
  async follow(tx: ScopeTransaction, keys: readonly string[], level: AccessLevel): Promise<void> {
    const ids = await this.options.subjects.changeLevel(tx, keys, level);
    if (ids.length > 0) await this.options.sources.changeAccess(tx, ids, level);
  }

  /** Removes what was extracted from a deleted file or video. */
  async remove(tx: ScopeTransaction, subjectId: string): Promise<void> {
    await this.options.jobs.withdraw(tx, this.toJobRequest(subjectId));
    await this.options.sources.remove(tx, subjectId);
  }

  private async enqueue(tx: ScopeTransaction, source: SourceFacts): Promise<void> {
    await this.options.sources.expect(tx, source);
    await this.options.jobs.enqueue(tx, this.toJobRequest(source.id));
  }

  private toJobRequest(subjectId: string): JobRequest {
    return { kind: `process-${this.options.subject}`, key: subjectId };
  }

  private async readUnrestricted(viewer: Viewer, id: string): Promise<F> {
    const facts = await this.rows.find(viewer.unrestricted('write'), id);
    if (!facts) throw notFound('Job');
    return facts;
  }
}
