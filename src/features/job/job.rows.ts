import type { Scope } from '../../database/database.ts';
import { type Statement, expression, table } from '../../database/table.ts';
import { JobEntity, type JobKind } from './job.entity.ts';

export const jobs = table(JobEntity, 'job');
const { c } = jobs;

/** Jobs as workers are given them. */
export const claimedJobs = table(JobEntity, 'job', {
  only: ['id', 'siteId', 'kind', 'key', 'payload', 'attempts'],
  add: {
    lease: expression<string>(c.lease),
    /** The time between being due and being started. */
    waitedSeconds: expression<number>('extract(epoch from now() - run_at)::float8'),
  },
});

/**
 * A condition, always true, that makes the commit of a statement asynchronous. For statements whose loss in a crash of
 * PostgreSQL is harmless, because their work is then repeated; commits keep their order. Never for anything that was
 * reported to a caller.
 */
export const ASYNC_COMMIT = `set_config('synchronous_commit', 'off', true) is not null`;

/** The time since which a job waits, in microseconds, identifies its turn: postponing or releasing it changes the time. */
export const TURN = `((extract(epoch from job.run_at) * 1000000)::bigint::text)`;

const DUE_IN_SECONDS = expression<number>('greatest(0, extract(epoch from job.run_at - now()))::float8');

/** Jobs as a `JobDelivery` has them. */
export const deliveries = table(JobEntity, 'job', {
  only: [],
  add: { jobId: c.id, turn: expression<string>(TURN), delaySeconds: DUE_IN_SECONDS },
});

/** @param rows the jobs as `values` or a `select`, with the columns below in this order */
export const enqueueStatement = (rows: string) =>
  deliveries.statement(
    (columns) => `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
    ${rows}
    on conflict (kind, key) where status = 'queued'
    do update set payload = excluded.payload, run_at = least(job.run_at, excluded.run_at), attempts = 0, error = null,
      waits_for = null, waits_since = null
    returning ${columns}`,
  );

const waiting = table(JobEntity, 'job', { only: ['kind'], add: { dueInSeconds: DUE_IN_SECONDS } });
/** $1 the job, $2 the turn that it has to be in, if any. */
export const FIND_WAITING = waiting.select(
  `where job.id = $1 and job.status = 'queued' and ($2::text is null or ${TURN} = $2)`,
);

/**
 * Seconds until the next waiting job of these kinds is due, negative if it is; null if none is waiting. Reads one of each.
 * Without parameters, because PostgreSQL would plan it for every new array of kinds, which takes longer than to run it.
 */
export const nextDue = (kinds: readonly JobKind[]): string => `
  select extract(epoch from min(next.run_at) - now())::float8 as seconds
  from unnest('{${kinds.join(',')}}'::text[]) as wanted(kind) cross join lateral (
    select job.run_at from job where job.status = 'queued' and job.kind = wanted.kind order by job.run_at limit 1
  ) as next`;

/**
 * PostgreSQL's statistics of a queue are always outdated: it would expect few waiting jobs instead of 10,000 and sort
 * them for every lane (2 seconds for 200 sites), although an index scan finds the next one.
 */
export const FORCE_INDEX_SCAN = `select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`;

/** Reads rows along the index, in a scope whose statistics are as outdated. */
export function readByIndexScan<T extends object>(
  scope: Scope,
  sql: Statement<T>,
  values: readonly unknown[],
): Promise<T[]> {
  return scope.write(async (tx) => {
    await tx.rows(FORCE_INDEX_SCAN);
    return tx.rows(sql, values);
  });
}

/** The lane of jobs without a site. */
export const SYSTEM_LANE = '00000000-0000-0000-0000-000000000000';

/** Maximum number of lanes per statement. Each takes 0.05 ms: ten thousand waiting sites would take half a second. */
const MAX_LANES = 200;

/**
 * The lanes with waiting jobs, found one by one through the index, so that the cost does not depend on the queue
 * length. They start at any position and wrap around, so that each has its turn if there are too many.
 * @param from parameter with that position, a UUID
 */
const lanes = (from: string): string => {
  const first = (condition: string): string =>
    `(select job.lane from job where job.status = 'queued' and ${condition} order by job.lane limit 1)`;
  return `lanes(lane, wrapped, number) as (
    select start.lane, start.lane < ${from}::uuid, 1 from (
      select coalesce(${first(`job.lane >= ${from}::uuid`)}, ${first(`job.lane < ${from}::uuid`)}) as lane
    ) as start
    union all
    select next.lane, lanes.wrapped or next.lane < lanes.lane, lanes.number + 1
    from lanes cross join lateral (
      select coalesce(
        ${first(`job.lane > lanes.lane and (not lanes.wrapped or job.lane < ${from}::uuid)`)},
        case when not lanes.wrapped then ${first(`job.lane < ${from}::uuid`)} end
      ) as lane
    ) as next
    where lanes.lane is not null and lanes.number < ${MAX_LANES}
  )`;
};

const NOT_BEHIND_ITS_LIKE = `not exists (
        select 1 from job r where r.status = 'running' and r.kind = job.kind and r.key = job.key)`;

/**
 * Claims at most $1 jobs, leased for $2 seconds, of the kinds $3, from the lanes after $5, without those of closed
 * sites; each lane in $4 counts as a running job. At most $6 are claimed per lane, minus one for each occurrence in $7.
 * With each that starts for the first time and is of the kinds $8 come up to $9 more like it of its lane. The chosen
 * jobs are locked last: another worker that chose the same ones gets none and tries again. They are an array, because a
 * plan that joins them may choose them again for each job of the queue (17 s for 400 of 1,000 jobs).
 */
export const CLAIM = claimedJobs.statement(
  (columns) => `
  with recursive ${lanes('$5')},
  due as (
    select next.*, (select count(*) from job r where r.status = 'running' and r.lane = lanes.lane)
      + (select count(*) from unnest($4::uuid[]) as served(lane) where served.lane = lanes.lane) as busy,
      $6::int - (select count(*) from unnest($7::uuid[]) as held(lane) where held.lane = lanes.lane) as most
    from lanes cross join lateral (
      select job.id, job.lane, job.run_at, job.kind, job.attempts from job
      where job.status = 'queued' and job.lane = lanes.lane and job.run_at <= now()
        and (lanes.lane = '${SYSTEM_LANE}' or exists (select from site s where s.id = lanes.lane))
        and ($3::text[] is null or job.kind = any($3)) and ${NOT_BEHIND_ITS_LIKE}
      order by job.run_at, job.id limit $1
    ) as next
  ),
  ranked as (
    select due.*, row_number() over (partition by lane order by run_at, id) as place from due
  ),
  chosen as (
    select id, lane, kind, attempts from ranked where place <= most order by busy + place, run_at, id limit $1
  ),
  more as (
    select next.id from (
      select lane, kind, count(*) as batches from chosen where kind = any($8::text[]) and attempts = 0 group by lane, kind
    ) as head cross join lateral (
      select job.id from job
      where job.status = 'queued' and job.lane = head.lane and job.run_at <= now() and job.kind = head.kind
        and job.attempts = 0 and job.id not in (select id from chosen) and ${NOT_BEHIND_ITS_LIKE}
      order by job.run_at, job.id limit head.batches * $9::int
    ) as next
  ),
  locked as (
    select job.id from job
    where job.id = any(array(select id from chosen union all select id from more)) and job.status = 'queued'
    for update skip locked
  )
  update job set status = 'running', attempts = attempts + 1, lease = gen_random_uuid(),
    leased_until = now() + make_interval(secs => $2)
  from locked where job.id = locked.id and ${ASYNC_COMMIT}
  returning ${columns}`,
);

/** Selects at most $1 jobs that are due for $2 seconds, from the lanes after $3. */
export const OVERDUE = deliveries.statement(
  (columns) => `
  with recursive ${lanes('$3')},
  overdue as (
    select next.* from lanes cross join lateral (
      select job.id, job.lane, job.run_at from job
      where job.status = 'queued' and job.lane = lanes.lane and job.run_at <= now() - make_interval(secs => $2)
        and ${NOT_BEHIND_ITS_LIKE}
      order by job.run_at, job.id limit $1
    ) as next
  )
  select ${columns} from overdue as job
  order by row_number() over (partition by job.lane order by job.run_at, job.id), job.run_at, job.id limit $1`,
);
