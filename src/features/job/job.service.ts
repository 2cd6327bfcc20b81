import { randomUUID } from 'node:crypto';
import type { Database, Scope, ScopeTransaction } from '../../database/database.ts';
import type { TableRow } from '../../database/table.ts';
import { retryOnConflict } from '../../database/writes.ts';
import type { JobDelivery, JobQueue } from '../../ports/job-queue.ts';
import { newId } from '../../shared/ids.ts';
import type { JobError, JobKind } from './job.entity.ts';
import {
  FORCE_INDEX_SCAN,
  CLAIM,
  nextDue,
  OVERDUE,
  SYSTEM_LANE,
  ASYNC_COMMIT,
  FIND_WAITING,
  claimedJobs,
  deliveries,
  enqueueStatement,
} from './job.rows.ts';

export interface JobRequest {
  kind: JobKind;
  /** Subject of the job: at most one job of a kind and key waits, and at most one runs. */
  key: string;
  payload?: Record<string, unknown>;
  /** Earliest start. */
  delaySeconds?: number;
}

/** A job that a worker has been given. */
export type Job = TableRow<typeof claimedJobs>;

/** The options say how a worker shares its slots among sites. */
export interface ClaimOptions {
  /** Sites of recently claimed jobs, for workers that claim short jobs one by one. */
  served?: readonly (string | null)[];
  /** Sites of its running jobs. */
  running?: readonly (string | null)[];
  /** Maximum number of jobs of one site, including running ones. */
  maxPerSite?: number;
  /** Kinds of which a job comes with others of its kind and site, up to `size` together. */
  batches?: { kinds: readonly JobKind[]; size: number };
}

/** A worker without a heartbeat for this long counts as crashed, and its jobs return to the queue. */
export const LEASE_SECONDS = 30;
const KEEP_FINISHED = '7 days';

const ENQUEUE = enqueueStatement(`values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::jsonb, 'queued', 0,
  now() + make_interval(secs => $7), now())`);
/** The jobs with the ids $1 that still have the leases $2. */
const LEASE_CONDITION = 'job.id = any($1::uuid[]) and job.lease = any($2::uuid[])';

const RELEASE = deliveries.statement(
  (columns) => `update job set run_at = least(run_at, now()), waits_for = null, waits_since = null
    where status = 'queued' and waits_for = $1 returning ${columns}`,
);

/** The job rows: written with the data they are about, claimed under a lease, swept. See decision 1. */
export class JobService {
  private readonly system: Scope;
  private readonly queue: Pick<JobQueue, 'dispatch'>;

  constructor(database: Database, queue: Pick<JobQueue, 'dispatch'>) {
    this.system = database.system;
    this.queue = queue;
  }

  /**
   * Writes a job in the caller's transaction, so that it exists exactly if the change does. If a job of the kind and
   * key is already waiting, it serves for both, because a job reads its data when it runs; if it had failed before, its
   * attempts are reset.
   */
  async enqueue(tx: ScopeTransaction, request: JobRequest): Promise<void> {
    const siteId = tx.siteId === this.system.siteId ? null : tx.siteId;
    const deliveries = await tx.rows(ENQUEUE, [
      newId(),
      siteId,
      toLane(siteId),
      request.kind,
      request.key,
      JSON.stringify(request.payload ?? {}),
      request.delaySeconds ?? 0,
    ]);
    tx.afterCommit(() => this.queue.dispatch(deliveries));
  }

  /** Tells the workers of jobs that a statement of the caller has enqueued. */
  dispatch(deliveries: readonly JobDelivery[]): void {
    if (deliveries.length > 0) this.queue.dispatch(deliveries);
  }

  /** Removes a waiting job; a running one continues. */
  async withdraw(tx: ScopeTransaction, { kind, key }: JobRequest): Promise<void> {
    await tx.rows(`delete from job where kind = $1 and key = $2 and status = 'queued'`, [kind, key]);
  }

  /**
   * Claims up to `max` due jobs, fairly: the next one of every site before the second of any, sites with fewer running
   * jobs first, so that many documents of one site do not delay those of others.
   */
  async claim(max: number, kinds: readonly JobKind[] | null = null, sharing: ClaimOptions = {}): Promise<Job[]> {
    const { served = [], running = [], maxPerSite = max, batches = { kinds: [], size: 1 } } = sharing;
    return this.system.write(async (tx) => {
      await tx.rows(FORCE_INDEX_SCAN);
      const lanes = [served.map(toLane), randomUUID(), maxPerSite, running.map(toLane)];
      return tx.rows(CLAIM, [max, LEASE_SECONDS, kinds, ...lanes, batches.kinds, batches.size - 1]);
    });
  }

  /** Heartbeat of the worker. False if all leases were lost; the work must stop. */
  async heartbeat(...jobs: Job[]): Promise<boolean> {
    const rows = await this.system.change(
      `update job set leased_until = now() + make_interval(secs => $3)
       where ${LEASE_CONDITION} and status = 'running' and ${ASYNC_COMMIT} returning id`,
      [...toLeaseColumns(jobs), LEASE_SECONDS],
    );
    return rows.length > 0;
  }

  async complete(...jobs: Job[]): Promise<void> {
    await this.system.change(
      `update job set status = 'completed', lease = null, leased_until = null, finished_at = now()
       where ${LEASE_CONDITION} and ${ASYNC_COMMIT}`,
      toLeaseColumns(jobs),
    );
  }

  /** Returns jobs of a batch to the queue. They have been started, so they are not claimed in a batch again. */
  async runAlone(jobs: readonly Job[]): Promise<void> {
    await this.requeue(LEASE_CONDITION, 'run_at = now()', toLeaseColumns(jobs));
  }

  /** Reschedules a failed job, unless a newer job of its kind and key is waiting. */
  async retryLater(job: Job, delaySeconds: number, error: JobError): Promise<void> {
    await this.requeue(
      LEASE_CONDITION,
      'error = $3, run_at = now() + make_interval(secs => $4), waits_for = null, waits_since = null',
      toLeaseColumns([job]),
      [JSON.stringify(error), delaySeconds],
    );
  }

  /**
   * Postpones a job until a dependency is available: the attempt does not count. It is retried after as long as it has
   * waited already, up to `maxDelaySeconds`, and immediately when `release` is called.
   */
  async awaitDependency(job: Job, dependency: string, maxDelaySeconds: number): Promise<void> {
    const waited = 'extract(epoch from now() - coalesce(job.waits_since, now()))';
    await this.requeue(
      LEASE_CONDITION,
      `attempts = greatest(0, attempts - 1), error = $3, waits_for = $4, waits_since = coalesce(waits_since, now()),
       run_at = now() + make_interval(secs => least($5::float8, greatest(1, ${waited})) * (1 + random() / 5))`,
      toLeaseColumns([job]),
      [JSON.stringify(waitingError(dependency)), dependency, maxDelaySeconds],
    );
  }

  /** Releases the jobs that wait for this dependency. Returns their number. */
  async release(dependency: string): Promise<number> {
    return this.system.write(async (tx) => {
      const released = await tx.rows(RELEASE, [dependency]);
      if (released.length > 0) tx.afterCommit(() => this.queue.dispatch(released));
      return released.length;
    });
  }

  /** The dependencies that queued jobs wait for, of all sites. */
  async awaitedDependencies(): Promise<string[]> {
    const rows = await this.system.rows<{ dependency: string }>(
      `select distinct waits_for as dependency from job where status = 'queued' and waits_for is not null`,
      [],
    );
    return rows.map(({ dependency }) => dependency);
  }

  /** Queues jobs of these kinds again that failed with one of these codes, of a site or of all. Returns their number. */
  async requeueFailed(
    kinds: readonly JobKind[],
    codes: readonly string[],
    siteId: string | null = null,
  ): Promise<number> {
    const failedCondition = `job.status = 'failed' and job.kind = any($1::text[]) and job.error->>'code' = any($2::text[])
      and ($3::uuid is null or job.site_id = $3)`;
    const values = [kinds, codes, siteId];
    // A later job of the same kind and key does the work.
    await this.system.change(
      `delete from job where ${failedCondition} and exists (select 1 from job later where later.kind = job.kind
         and later.key = job.key and (later.created_at, later.id) > (job.created_at, job.id))`,
      values,
    );
    return this.requeue(failedCondition, 'attempts = 0, run_at = now(), error = null, finished_at = null', values);
  }

  /** Returns a job to the queue: the worker stops, the job has not failed. */
  async handBack(job: Job): Promise<void> {
    await this.requeue(LEASE_CONDITION, 'attempts = attempts - 1, run_at = now()', toLeaseColumns([job]));
  }

  async fail(job: Job, error: JobError): Promise<void> {
    await this.system.change(
      `update job set status = 'failed', lease = null, leased_until = null, error = $3, finished_at = now()
       where ${LEASE_CONDITION}`,
      [...toLeaseColumns([job]), JSON.stringify(error)],
    );
  }

  /**
   * Requeues the jobs of crashed workers, returns their number, and deletes old finished jobs. `all`: no other worker
   * is running.
   */
  async sweep(options: { all?: boolean } = {}): Promise<number> {
    const dead = `job.status = 'running'${options.all ? '' : ' and job.leased_until < now()'}`;
    const requeued = await this.requeue(dead, 'run_at = now()', []);
    await this.system.change(
      `delete from job where status in ('completed', 'failed') and finished_at < now() - interval '${KEEP_FINISHED}'`,
      [],
    );
    return requeued;
  }

  /**
   * Dispatches up to `max` jobs again that are due for this many seconds, the next one of every site before the second
   * of any: their message was lost. Those with the same `repeat` are dispatched once. Returns their number.
   */
  async dispatchOverdue(max: number, overdueSeconds: number, repeat: string): Promise<number> {
    return this.system.write(async (tx) => {
      await tx.rows(FORCE_INDEX_SCAN);
      const overdue = await tx.rows(OVERDUE, [max, overdueSeconds, randomUUID()]);
      tx.afterCommit(() => this.queue.dispatch(overdue.map((delivery) => ({ ...delivery, repeat }))));
      return overdue.length;
    });
  }

  /** Returns null if the job is no longer waiting: deleted, running, finished or, with a turn given, rescheduled. */
  async findWaiting(id: string, turn: string | null) {
    return this.system.row(FIND_WAITING, [id, turn]);
  }

  /** Seconds until the next waiting job of these kinds is due; null if none is waiting. */
  async nextDue(kinds: readonly JobKind[]): Promise<number | null> {
    const row = await this.system.row<{ seconds: number | null }>(nextDue(kinds));
    return row?.seconds == null ? null : Math.max(0, row.seconds);
  }

  /**
   * Returns jobs to the queue, dispatches them and returns their number. At most one of a kind and key may wait: a
   * newer one does the work of both.
   */
  private async requeue(
    which: string,
    changes: string,
    values: readonly unknown[],
    extraValues: readonly unknown[] = [],
  ): Promise<number> {
    const requeue = deliveries.statement(
      (columns) => `update job set status = 'queued', lease = null, leased_until = null, ${changes} where ${which}
        returning ${columns}`,
    );
    // A newer job may come between the two statements: the next attempt sees it.
    return retryOnConflict(() =>
      this.system.write(async (tx) => {
        await tx.rows(
          `delete from job where ${which} and exists (
             select 1 from job newer where newer.status = 'queued' and newer.kind = job.kind and newer.key = job.key)`,
          values,
        );
        const deliveries = await tx.rows(requeue, [...values, ...extraValues]);
        if (deliveries.length > 0) tx.afterCommit(() => this.queue.dispatch(deliveries));
        return deliveries.length;
      }),
    );
  }
}

/** The values of LEASED. */
function toLeaseColumns(jobs: readonly Job[]): [string[], (string | null)[]] {
  return [jobs.map(({ id }) => id), jobs.map(({ lease }) => lease)];
}

function toLane(siteId: string | null): string {
  return siteId ?? SYSTEM_LANE;
}

/** Public message of a waiting job. */
export function waitingError(dependency: string): JobError {
  return { code: 'UNAVAILABLE', message: `Waiting for the ${dependency}` };
}

/** The data of the site that a job belongs to. */
export function jobScope(database: Database, { kind, siteId }: Job): Scope {
  if (siteId === null) throw new Error(`A job ${kind} belongs to a site`);
  return database.forSite(siteId, 'background');
}
