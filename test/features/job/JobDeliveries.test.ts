import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCloudTasksQueue } from '../../../src/adapters/job-queue/cloud-tasks.ts';
import { JobDeliveries } from '../../../src/features/job/job-deliveries.ts';
import type { JobHandler } from '../../../src/features/job/job-handler.ts';
import { JobRunner } from '../../../src/features/job/job-runner.ts';
import type { JobKind } from '../../../src/features/job/job.entity.ts';
import { JobService } from '../../../src/features/job/job.service.ts';
import { DependencyOutages } from '../../../src/features/job/runner/dependency-outages.ts';
import { createServer } from '../../../src/http/server/create-server.ts';
import { registerInternalJobs } from '../../../src/http/routes/internal-jobs.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { QUEUE, SERVICE_ACCOUNT, SERVICE_URL, startCloudTasksDouble } from '../../support/cloud-tasks-double.ts';
import { insertSite } from '../../support/site-row.ts';
import { useDatabase } from '../../support/use-database.ts';
import { useForEach } from '../../support/use.ts';

const log = createLogger('silent');

const database = useDatabase();
const double = useForEach(() => startCloudTasksDouble());
let siteId: string;
const instances = new Set<Awaited<ReturnType<typeof instance>>>();

beforeEach(async () => {
  siteId = await insertSite(database.system);
});
afterEach(async () => {
  await Promise.all([...instances].map((one) => one.stop(0)));
  instances.clear();
  await database.system.rows('delete from job');
});

interface InstanceOptions {
  kinds?: JobKind[];
  slots?: number;
  maintenance?: () => Promise<void>;
  patienceMs?: number;
}

/** One instance of the service, as far as jobs go; several may stand behind the same queue. */
async function instance(
  work: JobHandler['run'],
  { kinds, slots = 4, maintenance, patienceMs = 1_500 }: InstanceOptions = {},
) {
  const target = { queue: QUEUE, serviceAccount: SERVICE_ACCOUNT, serviceUrl: SERVICE_URL };
  const queue = createCloudTasksQueue({ ...target, log, emulator: double.url });
  const jobs = new JobService(database, queue);
  const handlers = Object.fromEntries((kinds ?? ['index-source']).map((kind) => [kind, { run: work }]));
  const outages = new DependencyOutages({ jobs, probes: {} });
  const runner = new JobRunner({
    jobs,
    log,
    outages,
    slots,
    maxAttemptMs: 60_000,
    handlers,
    patienceMs,
    ...(maintenance ? { maintenance } : {}),
  });
  const server = createServer(log);
  if (queue.sender) registerInternalJobs(server, new JobDeliveries(jobs, [runner], outages, 50), queue.sender);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const one = {
    jobs,
    url,
    async stop(graceMs: number) {
      await Promise.all([runner.stop(graceMs), server.close()]);
      await queue.close();
      instances.delete(one);
    },
  };
  instances.add(one);
  double.routeTo(url);
  return one;
}

function enqueue(jobs: JobService, key: string, kind: JobKind = 'index-source') {
  return database.forSite(siteId, 'background').write((tx) => jobs.enqueue(tx, { kind, key }));
}

async function rows() {
  return database.system.rows<{ key: string; status: string; attempts: number }>(
    'select key, status, attempts from job order by created_at, id',
  );
}

async function ended(): Promise<void> {
  while ((await rows()).some(({ status }) => status === 'queued' || status === 'running')) await delay(5);
}

/** Work that continues until it is aborted. */
function slowWork() {
  const events = new EventEmitter();
  const run: JobHandler['run'] = async (job, signal) => {
    events.emit('begun', job.key);
    await Promise.race([once(events, 'end'), once(signal, 'abort')]);
    signal.throwIfAborted();
  };
  return { run, begun: () => once(events, 'begun'), end: () => events.emit('end') };
}

describe('an instance that stops', () => {
  test('returns jobs that do not end in time to the queue, and another one receives them at once', async () => {
    const work = slowWork();
    const done: string[] = [];
    const first = await instance(work.run);
    const begun = work.begun();
    await enqueue(first.jobs, 'slow');
    await begun;
    await instance(async (job) => void done.push(job.key));
    await first.stop(50);
    await ended();
    expect(done).toEqual(['slow']);
    expect(await rows()).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test('finishes what ends in time, and answers the delivery', async () => {
    const work = slowWork();
    const only = await instance(work.run);
    const begun = work.begun();
    await enqueue(only.jobs, 'slow');
    await begun;
    const stopped = only.stop(5_000);
    work.end();
    await stopped;
    expect(await rows()).toMatchObject([{ status: 'completed', attempts: 1 }]);
    while (double.open > 0) await delay(5);
    expect(double.attempts.map(({ status }) => status)).toEqual([204]);
  });
});

test('two instances share the work of one queue, and every job runs once', async () => {
  const ran: string[][] = [[], []];
  const both = await Promise.all(
    ran.map((list) =>
      instance(
        async (job) => {
          list.push(job.key);
          await delay(5);
        },
        // On a busy machine a delivery may wait longer for its turn.
        { patienceMs: 20_000 },
      ),
    ),
  );
  let turn = 0;
  double.routeTo(() => both[(turn += 1) % 2]?.url ?? '');
  const keys = Array.from({ length: 120 }, (_, at) => `job ${at}`);
  await Promise.all(
    both.flatMap(({ jobs }, at) => keys.filter((_, of) => of % 2 === at).map((key) => enqueue(jobs, key))),
  );
  await ended();
  expect(ran.flat().toSorted()).toEqual(keys.toSorted());
  expect(ran.every((list) => list.length > 20)).toBe(true);
  while (double.open > 0) await delay(5);
  expect(double.attempts.filter(({ status }) => status !== 204)).toEqual([]);
});

describe('a job', () => {
  test('that fails waits in a new task that is delivered when it is due', async () => {
    let runs = 0;
    const only = await instance(async () => {
      runs += 1;
      if (runs === 1) throw new Error('not this time');
    });
    const before = Date.now();
    await enqueue(only.jobs, 'a');
    await ended();
    expect(runs).toBe(2);
    expect(double.created).toHaveLength(2);
    const due = Date.parse(double.created[1]?.scheduleTime ?? '') - before;
    expect(due).toBeGreaterThanOrEqual(1_000);
    expect(due).toBeLessThan(2_500);
    while (double.open > 0) await delay(5);
    expect(double.attempts.map(({ status }) => status)).toEqual([204, 204]);
  });

  test('that nothing runs for now is delivered again until it is done', async () => {
    const work = slowWork();
    const only = await instance(work.run, { slots: 1 });
    const begun = work.begun();
    await enqueue(only.jobs, 'first');
    await begun;
    await enqueue(only.jobs, 'second');
    while (!double.attempts.some(({ status }) => status === 503)) await delay(50);
    expect(double.attempts).toMatchObject([{ status: 503, retryAfter: '1' }]);
    const next = work.begun();
    work.end();
    expect(await next).toEqual(['second']);
    work.end();
    await ended();
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test('of a kind that only a newer instance knows waits for that one', async () => {
    const done: string[] = [];
    const older = await instance(async () => {}, { kinds: ['index-source'] });
    await enqueue(older.jobs, 'a', 'sync-content-type');
    while (double.attempts.length === 0) await delay(5);
    expect(double.attempts).toMatchObject([{ status: 503, retryAfter: '10' }]);
    await instance(async (job) => void done.push(job.kind), { kinds: ['index-source', 'sync-content-type'] });
    const [row] = await database.system.rows<{ id: string }>('select id from job');
    await double.call(`/internal/jobs/${row?.id}`, await double.token());
    expect(done).toEqual(['sync-content-type']);
  });

  test('of a worker that died runs again without a sweep, once deliveries come in', async () => {
    const done: string[] = [];
    const only = await instance(async (job) => void done.push(job.key));
    double.next('drop');
    await enqueue(only.jobs, 'orphan');
    await database.system.rows(
      `update job set status = 'running', lease = gen_random_uuid(), leased_until = now() - interval '1 second'`,
    );
    await delay(60);
    await enqueue(only.jobs, 'other');
    await ended();
    expect(done.toSorted()).toEqual(['orphan', 'other']);
  });
});

describe('the sweep', () => {
  test('runs maintenance at most once an hour, and a failure of it fails nothing else', async () => {
    let kept = 0;
    await instance(async () => {}, {
      maintenance: async () => {
        kept += 1;
        throw new Error('not this time');
      },
    });
    for (let time = 0; time < 3; time++) expect((await double.sweep()).status).toBe(200);
    expect(kept).toBe(1);
  });

  test('dispatches five hundred overdue jobs at most, and of every site the next first', async () => {
    await instance(async () => {});
    const release = double.hold();
    await database.system.rows(
      `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
       select gen_random_uuid(), null, case when n <= 1000 then $1 else $2 end::uuid, 'index-source', n::text, '{}', 'queued', 0,
         now() - interval '1 hour' + make_interval(secs => n), now() from generate_series(1, 1001) n`,
      ['00000000-0000-0000-0000-00000000000a', '00000000-0000-0000-0000-00000000000b'],
    );
    expect(await (await double.sweep()).json()).toEqual({ requeued: 0, dispatched: 500 });
    const [last] = await database.system.rows<{ id: string }>(`select id from job where key = '1001'`);
    while (double.created.length < 500) await delay(5);
    expect(double.created.some(({ httpRequest }) => httpRequest.url.includes(last?.id ?? '?'))).toBe(true);
    await database.system.rows('delete from job');
    release();
  });
});
