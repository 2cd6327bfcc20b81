import { columns } from '../../database/columns.ts';
import type { Database, ScopeTransaction } from '../../database/database.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import { newId } from '../../shared/ids.ts';

/** What a job does, by name; its handler is registered under it. */
export type JobKind = 'index-source' | 'remove-site' | 'sync-content-type' | 'check-upload' | 'process-file';

export interface JobRequest {
  kind: JobKind;
  /** What the job is about: at most one job of a kind and key waits, and at most one runs. */
  key: string;
  payload?: Record<string, unknown>;
  /** Not to be started before. */
  delaySeconds?: number;
}

export interface Job {
  id: string;
  siteId: string | null;
  kind: JobKind;
  key: string;
  payload: Record<string, unknown>;
  /** How often it has been started, this time included. */
  attempts: number;
  lease: string;
}

/** A worker that has not been heard of for this long is taken for dead, and its jobs go back to the queue. */
export const LEASE_SECONDS = 30;
/**
 * A condition, always true, that lets the statement's commit return before it is on disk. For statements that a crash of
 * PostgreSQL may take back without harm, as the work they are about is then done again; commits never change their order,
 * so what came later is taken back with them. Never for what a caller was told.
 */
export const UNSYNCED = `set_config('synchronous_commit', 'off', true) is not null`;

/** The lane of jobs that belong to no site. */
const SYSTEM_LANE = '00000000-0000-0000-0000-000000000000';
const KEEP_FINISHED = '7 days';
const REQUEUE_ATTEMPTS = 5;

const JOB_COLUMNS = columns('job', ['id', 'siteId', 'kind', 'key', 'payload', 'attempts', 'lease']);

/** The job rows: written with the data they are about, claimed under a lease, swept. */
export class JobService {
  private readonly database: Database;
  private readonly queue: JobQueue;

  constructor(database: Database, queue: JobQueue) {
    this.database = database;
    this.queue = queue;
  }

  /**
   * Writes a job in the caller's transaction: it exists exactly when the caller's change does.
   * A job of that kind and key that still waits serves for both, as a job reads what it works on when it runs; if it had
   * failed before, it starts afresh.
   */
  async enqueue(tx: ScopeTransaction, request: JobRequest, ofSite = true): Promise<void> {
    const id = newId();
    await tx.rows(
      `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
       values ($1, $2, $3, $4, $5, $6, 'queued', 0, now() + make_interval(secs => $7), now())
       on conflict (kind, key) where status = 'queued'
       do update set payload = excluded.payload, run_at = least(job.run_at, excluded.run_at), attempts = 0, error = null`,
      [
        id,
        ofSite ? tx.siteId : null,
        ofSite ? tx.siteId : SYSTEM_LANE,
        request.kind,
        request.key,
        JSON.stringify(request.payload ?? {}),
        request.delaySeconds ?? 0,
      ],
    );
    tx.afterCommit(() => this.queue.dispatch([id]));
  }

  /** Takes back a job that still waits; one that runs goes on. */
  async withdraw(tx: ScopeTransaction, { kind, key }: JobRequest): Promise<void> {
    await tx.rows(`delete from job where kind = $1 and key = $2 and status = 'queued'`, [kind, key]);
  }

  /**
   * Takes up to `most` jobs that are due, fairly: the next of every site before the second of any,
   * sites with less running first, so that one site's thousand documents never hold up another's one.
   */
  async claim(most: number, kinds: readonly JobKind[] | null = null): Promise<Job[]> {
    return this.database.system.write(async (tx) => {
      await tx.rows(ALONG_THE_INDEX);
      return tx.rows<Job>(CLAIM, [most, LEASE_SECONDS, kinds]);
    });
  }

  /** Says that the worker is alive. False: the lease was lost, and the work must stop. */
  async heartbeat(job: Job): Promise<boolean> {
    const rows = await this.system(
      `update job set leased_until = now() + make_interval(secs => $3)
       where id = $1 and lease = $2 and status = 'running' and ${UNSYNCED} returning id`,
      [job.id, job.lease, LEASE_SECONDS],
    );
    return rows.length > 0;
  }

  async complete(job: Job): Promise<void> {
    await this.system(
      `update job set status = 'completed', lease = null, leased_until = null, finished_at = now()
       where id = $1 and lease = $2 and ${UNSYNCED}`,
      [job.id, job.lease],
    );
  }

  /** Puts a failed job back to run again in a while, unless a newer job of its kind and key waits already. */
  async retryLater(job: Job, delaySeconds: number, error: { code: string; message: string }): Promise<void> {
    await this.requeue(
      'job.id = $1 and job.lease = $2',
      'error = $3, run_at = now() + make_interval(secs => $4)',
      [job.id, job.lease],
      [JSON.stringify(error), delaySeconds],
    );
  }

  /** Hands a job back unharmed: the worker stops, the job has not failed. */
  async handBack(job: Job): Promise<void> {
    await this.requeue('job.id = $1 and job.lease = $2', 'attempts = attempts - 1, run_at = now()', [
      job.id,
      job.lease,
    ]);
  }

  async fail(job: Job, error: { code: string; message: string }): Promise<void> {
    await this.system(
      `update job set status = 'failed', lease = null, leased_until = null, error = $3, finished_at = now()
       where id = $1 and lease = $2`,
      [job.id, job.lease, JSON.stringify(error)],
    );
  }

  /** Requeues the jobs of dead workers and clears away what finished long ago. `all`: no other worker can be alive. */
  async sweep(options: { all?: boolean } = {}): Promise<void> {
    const dead = `job.status = 'running'${options.all ? '' : ' and job.leased_until < now()'}`;
    await this.requeue(dead, 'run_at = now()', []);
    await this.system(
      `delete from job where status in ('completed', 'failed') and finished_at < now() - interval '${KEEP_FINISHED}'`,
      [],
    );
  }

  /** How many seconds until the next waiting job is due; null: none waits. */
  async nextDue(kinds: readonly JobKind[] | null = null): Promise<number | null> {
    const [row] = await this.system<{ seconds: number }>(
      `select greatest(0, extract(epoch from min(run_at) - now()))::float8 as seconds from job where status = 'queued'
         and ($1::text[] is null or kind = any($1)) having min(run_at) is not null`,
      [kinds],
    );
    return row?.seconds ?? null;
  }

  /** At most one job of a kind and key may wait: where a newer one does, it does the work of both. */
  private async requeue(
    which: string,
    changes: string,
    values: readonly unknown[],
    changed: readonly unknown[] = [],
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.database.system.write(async (tx) => {
          await tx.rows(
            `delete from job where ${which} and exists (
               select 1 from job newer where newer.status = 'queued' and newer.kind = job.kind and newer.key = job.key)`,
            values,
          );
          await tx.rows(
            `update job set status = 'queued', lease = null, leased_until = null, ${changes} where ${which}`,
            [...values, ...changed],
          );
        });
      } catch (error) {
        // A newer job came between the two statements: now it is seen.
        if (attempt === REQUEUE_ATTEMPTS || !isDuplicate(error)) throw error;
      }
    }
  }

  private system<T extends object>(sql: string, values: readonly unknown[]): Promise<T[]> {
    return this.database.system.rows<T>(sql, values);
  }
}

/**
 * What PostgreSQL knows of a queue is always outdated: it would take 10,000 waiting jobs for a few and sort them for every
 * lane (2 seconds for 200 sites), where a step along the index finds the next.
 */
const ALONG_THE_INDEX = `select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/**
 * Lanes are found one by one through the index, so that a long queue costs no more than a short one. What was chosen is
 * locked last: another worker that chose the same goes without and looks again.
 */
const CLAIM = `
  with recursive lanes(lane) as (
    (select lane from job where status = 'queued' order by lane limit 1)
    union all
    select (select lane from job where status = 'queued' and lane > lanes.lane order by lane limit 1)
    from lanes where lanes.lane is not null
  ),
  due as (
    select next.*, (select count(*) from job r where r.status = 'running' and r.lane = lanes.lane) as busy
    from lanes cross join lateral (
      select j.id, j.lane, j.run_at from job j
      where j.status = 'queued' and j.lane = lanes.lane and j.run_at <= now() and ($3::text[] is null or j.kind = any($3))
        and not exists (select 1 from job r where r.status = 'running' and r.kind = j.kind and r.key = j.key)
      order by j.run_at, j.id limit $1
    ) as next
  ),
  chosen as (
    select id from due order by busy + row_number() over (partition by lane order by run_at, id), run_at, id limit $1
  ),
  locked as (
    select job.id from job where job.id in (select id from chosen) and job.status = 'queued' for update skip locked
  )
  update job set status = 'running', attempts = attempts + 1, lease = gen_random_uuid(),
    leased_until = now() + make_interval(secs => $2)
  from locked where job.id = locked.id and ${UNSYNCED} returning ${JOB_COLUMNS}`;

function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
