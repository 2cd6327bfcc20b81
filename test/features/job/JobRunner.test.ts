import { once, EventEmitter } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Database } from '../../../src/database/database.ts';
import { entities } from '../../../src/features/features.ts';
import { type JobHandler, JobRunner } from '../../../src/features/job/job-runner.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { Outages } from '../../../src/features/job/outages.ts';
import { OutageError } from '../../../src/shared/outage.ts';
import { ServiceError } from '../../../src/shared/errors.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { type TestDatabase, createTestDatabase } from '../../support/postgres.ts';
import { insertSite } from '../../support/site-row.ts';

const log = createLogger('silent');

let place: TestDatabase;
let database: Database;
const running = new Set<JobRunner>();

beforeAll(async () => {
  place = await createTestDatabase();
  const { host, port, user, name } = place;
  database = await Database.connect({ host, port, user, database: name }, entities);
});

afterEach(async () => {
  await Promise.all([...running].map((runner) => runner.stop(0)));
  running.clear();
  await database.system.rows('delete from job');
});

afterAll(async () => {
  await database.close();
  await place.drop();
});

/** Jobs that tell a worker at once, as in the service; `work` does what there is to do. */
function worker(
  work: JobHandler['run'],
  options: {
    slots?: number;
    slotsPerSite?: number;
    failed?: JobHandler['failed'];
    probes?: Record<string, () => Promise<void>>;
  } = {},
) {
  const jobs: CountingJobs = new CountingJobs(database, { dispatch: () => runner.wake() });
  const handler: JobHandler = { run: work, ...(options.failed ? { failed: options.failed } : {}) };
  const outages = new Outages({ jobs, probes: options.probes ?? {}, firstPauseMs: 10 });
  const runner = new JobRunner({
    jobs,
    log,
    outages,
    slots: options.slots ?? 4,
    ...(options.slotsPerSite === undefined ? {} : { slotsPerSite: options.slotsPerSite }),
    handlers: {
      'index-source': { ...handler, needs: ['embedder'] },
      'remove-site': handler,
      'sync-content-type': handler,
      'check-upload': handler,
    },
    backoffSeconds: (attempts) => attempts / 100,
  });
  running.add(runner);
  return { jobs, runner, outages };
}

async function site(): Promise<string> {
  return insertSite(database.system);
}

function enqueue(jobs: JobService, siteId: string, keys: readonly string[], payload: Record<string, unknown> = {}) {
  return database.forSite(siteId).write(async (tx) => {
    for (const key of keys) await jobs.enqueue(tx, { kind: 'index-source', key, payload });
  });
}

async function claimed(jobs: JobService): Promise<Job> {
  const [job] = await jobs.claim(1);
  if (!job) throw new Error('No job is due');
  return job;
}

async function rows(): Promise<{ key: string; status: string; attempts: number; error: { code: string } | null }[]> {
  return database.system.rows('select key, status, attempts, error from job order by created_at, id');
}

async function allEnded(): Promise<boolean> {
  return (await rows()).every(({ status }) => status !== 'queued' && status !== 'running');
}

/** Resolves once no job waits or runs. */
async function allDone(): Promise<void> {
  while (!(await allEnded())) {
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}

/** Counts how often it is asked for work. */
class CountingJobs extends JobService {
  asked = 0;

  override claim(...args: Parameters<JobService['claim']>): Promise<Job[]> {
    this.asked += 1;
    return super.claim(...args);
  }

  override nextDue(): Promise<number | null> {
    this.asked += 1;
    return super.nextDue();
  }
}

const away = (): never => {
  throw new OutageError('embedder', 'The embedder is away');
};

describe('a job whose dependency is away', () => {
  test('is tried without end, without counting attempts, and says what it waits for', async () => {
    let runs = 0;
    const seen: unknown[] = [];
    const { jobs, runner } = worker(async () => {
      runs += 1;
      seen.push(await rows());
      if (runs <= 30) away();
    });
    await runner.start({ alone: true });
    await enqueue(jobs, await site(), ['a']);
    for (let round = 1; round < 10; round++) {
      await expect.poll(() => runs).toBe(round);
      await expect.poll(rows).toMatchObject([{ status: 'queued' }]);
      // As if hours had passed since: each wait is the longest.
      await database.system.rows(`update job set waits_since = now() - interval '3 hours'`);
      await jobs.release('embedder');
    }
    expect(seen.at(-1)).toMatchObject([
      { status: 'running', attempts: 1, error: { code: 'UNAVAILABLE', message: 'Waiting for the embedder' } },
    ]);
    await expect.poll(rows).toMatchObject([{ status: 'queued' }]);
    runs = 31;
    await jobs.release('embedder');
    await allDone();
    expect(await rows()).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test('runs as soon as the dependency answers, however long it would have waited', async () => {
    let isAway = true;
    let probes = 0;
    const { jobs, runner } = worker(async () => (isAway ? away() : undefined), {
      probes: {
        embedder: async () => {
          probes += 1;
          if (isAway) away();
        },
      },
    });
    await runner.start({ alone: true });
    await enqueue(jobs, await site(), ['a']);
    await expect.poll(rows).toMatchObject([{ status: 'queued', error: { message: 'Waiting for the embedder' } }]);
    await database.system.rows(`update job set run_at = now() + interval '1 hour'`);
    await expect.poll(() => probes, { timeout: 10_000 }).toBeGreaterThan(2);
    isAway = false;
    await expect.poll(rows, { timeout: 10_000 }).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test('is not even started while that is known, and jobs that need something else are', async () => {
    let runs = 0;
    const others: string[] = [];
    const { jobs, runner, outages } = worker(
      async (job) => {
        if (job.kind === 'index-source') runs += 1;
        else others.push(job.key);
      },
      { probes: { embedder: async () => away() } },
    );
    await runner.start({ alone: true });
    outages.report('embedder');
    const siteId = await site();
    await enqueue(jobs, siteId, ['a', 'b']);
    await database.forSite(siteId).write((tx) => jobs.enqueue(tx, { kind: 'check-upload', key: 'c' }));
    await expect.poll(() => others).toEqual(['c']);
    expect(runs).toBe(0);
  });

  test('is released by any process that finds the dependency answering', async () => {
    const first = worker(async () => away());
    await first.runner.start({ alone: true });
    await enqueue(first.jobs, await site(), ['a']);
    await expect.poll(rows).toMatchObject([{ status: 'queued', error: { message: 'Waiting for the embedder' } }]);
    await first.runner.stop(0);
    await database.system.rows(`update job set run_at = now() + interval '1 hour'`);
    const second = worker(async () => {}, { probes: { embedder: async () => {} } });
    await second.runner.start({ alone: true });
    await second.outages.resume();
    await allDone();
    expect(await rows()).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test.each([
    ['a lost connection to PostgreSQL', Object.assign(new Error('gone'), { code: '08006' })],
    [
      'a shutdown of PostgreSQL',
      new Error('query failed', { cause: Object.assign(new Error('bye'), { code: '57P01' }) }),
    ],
    [
      'a refused connection',
      new Error('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
    ],
    ['a full disk', Object.assign(new Error('no space'), { code: 'ENOSPC' })],
  ])('waits after %s', async (_what, error) => {
    const { jobs, runner } = worker(async () => {
      throw error;
    });
    await runner.start({ alone: true });
    await enqueue(jobs, await site(), ['a']);
    await expect.poll(rows).toMatchObject([{ status: 'queued', attempts: 0, error: { code: 'UNAVAILABLE' } }]);
  });

  test('and failed for that under a former version is queued again, unless a later job did its work', async () => {
    const { jobs, runner } = worker(async () => {});
    const siteId = await site();
    for (const key of ['old', 'old', 'input']) {
      await enqueue(jobs, siteId, [key]);
      await jobs.fail(await claimed(jobs), { code: key === 'input' ? 'BAD_REQUEST' : 'UNAVAILABLE', message: 'no' });
    }
    expect(await jobs.requeueFailed(['index-source'], ['UNAVAILABLE'])).toBe(1);
    await runner.start({ alone: true });
    await allDone();
    expect(await rows()).toMatchObject([
      { key: 'old', status: 'completed', attempts: 1 },
      { key: 'input', status: 'failed' },
    ]);
  });
});

describe('a job', () => {
  test('is run soon after the transaction that wrote it, and not at all when that is taken back', async () => {
    const done: string[] = [];
    const { jobs, runner } = worker(async (job) => {
      done.push(job.key);
    });
    await runner.start({ alone: true });
    const siteId = await site();
    const failing = database.forSite(siteId).write(async (tx) => {
      await jobs.enqueue(tx, { kind: 'index-source', key: 'never' });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await enqueue(jobs, siteId, ['a']);
    await allDone();
    expect(done).toEqual(['a']);
  });

  test('that fails is tried again, later each time, until it succeeds', async () => {
    const times: number[] = [];
    const { jobs, runner } = worker(async () => {
      times.push(performance.now());
      if (times.length < 4) throw new ServiceError('UNAVAILABLE', 'The embedder is away');
    });
    await runner.start({ alone: true });
    await enqueue(jobs, await site(), ['a']);
    await allDone();
    expect(times).toHaveLength(4);
    expect(await rows()).toMatchObject([{ status: 'completed', attempts: 4 }]);
    const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(waits.every((wait, at) => wait >= (at + 1) * 9)).toBe(true);
  });

  test('that fails every time is given up after six attempts, with the error, and its handler is told once', async () => {
    const told: { code: string; message: string }[] = [];
    let attempts = 0;
    const { jobs, runner } = worker(
      async () => {
        attempts += 1;
        throw new Error('secret internals');
      },
      { failed: async (_job, error) => void told.push(error) },
    );
    await runner.start({ alone: true });
    await enqueue(jobs, await site(), ['poisoned', 'poisoned too']);
    await allDone();
    expect(attempts).toBe(12);
    expect(await rows()).toMatchObject([
      { status: 'failed', attempts: 6, error: { code: 'INTERNAL' } },
      { status: 'failed', attempts: 6, error: { code: 'INTERNAL' } },
    ]);
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('secret');
  });

  test('that is refused for good is not tried again', async () => {
    let attempts = 0;
    const { jobs, runner } = worker(async () => {
      attempts += 1;
      throw new ServiceError('BAD_REQUEST', 'The file is empty');
    });
    await runner.start({ alone: true });
    await enqueue(jobs, await site(), ['a']);
    await allDone();
    expect(attempts).toBe(1);
    expect(await rows()).toMatchObject([
      { status: 'failed', error: { code: 'BAD_REQUEST', message: 'The file is empty' } },
    ]);
  });

  test('that takes its process down each time is given up in the end', async () => {
    let runs = 0;
    const { jobs, runner } = worker(async () => void (runs += 1));
    await enqueue(jobs, await site(), ['deadly']);
    await database.system.rows(`update job set status = 'running', lease = gen_random_uuid(), attempts = 20`);
    await runner.start({ alone: true });
    await allDone();
    expect(runs).toBe(0);
    expect(await rows()).toMatchObject([{ status: 'failed' }]);
  });

  test('that waits serves for several writes and starts afresh; one that runs is followed by one more', async () => {
    const seen: unknown[] = [];
    const events = new EventEmitter();
    const { jobs, runner } = worker(async (job) => {
      seen.push(job.payload['writing']);
      events.emit('started');
      if (seen.length === 1) await once(events, 'go on');
    });
    const siteId = await site();
    for (const writing of [1, 2, 3]) await enqueue(jobs, siteId, ['a'], { writing });
    expect(await rows()).toHaveLength(1);
    const started = once(events, 'started');
    await runner.start({ alone: true });
    await started;
    for (const writing of [4, 5]) await enqueue(jobs, siteId, ['a'], { writing });
    expect(seen).toEqual([3]);
    events.emit('go on');
    await allDone();
    expect(seen).toEqual([3, 5]);
  });

  test('that had failed before starts afresh with the next write', async () => {
    const { jobs } = worker(async () => {});
    const siteId = await site();
    await enqueue(jobs, siteId, ['a']);
    await database.system.rows(
      `update job set attempts = 5, run_at = now() + interval '1 hour', error = '{"code": "INTERNAL"}'`,
    );
    await enqueue(jobs, siteId, ['a']);
    expect(await rows()).toMatchObject([{ attempts: 0, error: null }]);
    expect(await jobs.nextDue()).toBe(0);
  });
});

describe('the lease of a job', () => {
  test('that a dead worker held runs out, and another worker does the job', async () => {
    const { jobs } = worker(async () => {});
    await enqueue(jobs, await site(), ['a']);
    const taken = await claimed(jobs);
    expect(await jobs.claim(1)).toEqual([]);
    await jobs.sweep();
    expect(await jobs.claim(1)).toEqual([]);
    await database.system.rows(`update job set leased_until = now() - interval '1 second'`);
    await jobs.sweep();
    const again = await claimed(jobs);
    expect(again).toMatchObject({ id: taken.id, attempts: 2 });
    expect(await jobs.heartbeat(taken)).toBe(false);
    expect(await jobs.heartbeat(again)).toBe(true);
    await jobs.complete(taken);
    expect(await rows()).toMatchObject([{ status: 'running' }]);
    await jobs.complete(again);
    expect(await rows()).toMatchObject([{ status: 'completed' }]);
  });

  test('that a dead worker held is not waited for by a worker that is alone', async () => {
    const done: string[] = [];
    const { jobs, runner } = worker(async (job) => void done.push(job.key));
    await enqueue(jobs, await site(), ['a']);
    await jobs.claim(1);
    await runner.start({ alone: true });
    await allDone();
    expect(done).toEqual(['a']);
  });

  test('is given back for a newer job of the same key, which does the work of both', async () => {
    const { jobs } = worker(async () => {});
    const siteId = await site();
    await enqueue(jobs, siteId, ['a'], { writing: 1 });
    const taken = await claimed(jobs);
    await enqueue(jobs, siteId, ['a'], { writing: 2 });
    await jobs.retryLater(taken, 60, { code: 'INTERNAL', message: 'x' });
    expect(await rows()).toMatchObject([{ status: 'queued', attempts: 0 }]);
    expect((await jobs.claim(1))[0]?.payload).toEqual({ writing: 2 });
  });
});

describe('workers', () => {
  test("do another site's one job before the twentieth of a site that has 300", async () => {
    const order: string[] = [];
    const { jobs, runner } = worker(async (job) => {
      order.push(job.key);
    });
    const [large, small] = [await site(), await site()];
    await enqueue(
      jobs,
      large,
      Array.from({ length: 300 }, (_, index) => `large ${index}`),
    );
    await enqueue(jobs, small, ['small']);
    await runner.start({ alone: true });
    await allDone();
    expect(order).toHaveLength(301);
    expect(order.indexOf('small')).toBeLessThan(20);
    expect(order.filter((key) => key !== 'small').slice(0, 2)).toEqual(['large 0', 'large 1']);
  });

  test.each([
    { sites: 150, within: 1 },
    { sites: 450, within: 20 },
  ])(
    'look into 200 sites at a time, from anywhere on and around: $sites that wait all have their turn',
    async (many) => {
      await database.system.rows(
        `with made as (
         insert into site (id, name, owner_email, plan, trust_caller_user, forms, subscriptions, link_hosts, created_at, updated_at)
         select gen_random_uuid(), 'x', 'x@example.org', 'free', false, '{}', '[]', '{}', now(), now()
         from generate_series(1, $1) returning id)
       insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
       select gen_random_uuid(), id, id, 'index-source', id, '{}', 'queued', 0, now(), now() from made`,
        [many.sites],
      );
      const jobs = new JobService(database, { dispatch() {} });
      const claims: Job[][] = [];
      while (claims.flat().length < many.sites && claims.length < many.within) claims.push(await jobs.claim(1_000));
      expect(Math.max(...claims.map((claim) => claim.length))).toBeLessThanOrEqual(200);
      expect(new Set(claims.flat().map(({ siteId }) => siteId)).size).toBe(many.sites);
    },
  );

  test.each(['from a loop', 'as deliveries come'])('keep slots free for other sites, %s', async (way) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const [large, small] = [await site(), await site()];
    const begun: string[] = [];
    const { jobs, runner } = worker(
      async (job) => {
        begun.push(job.key);
        if (job.siteId === large) await released;
      },
      { slots: 3, slotsPerSite: 2 },
    );
    await enqueue(jobs, large, ['a', 'b', 'c', 'd']);
    const turns = Array.from({ length: 5 }, () => async () => ((await allEnded()) ? null : 0));
    const deliveries = way === 'from a loop' ? [] : turns.map((waits) => runner.deliver(waits));
    if (way === 'from a loop') await runner.start({ alone: true });
    await expect.poll(() => begun).toEqual(['a', 'b']);
    await enqueue(jobs, small, ['small']);
    await expect.poll(() => begun).toEqual(['a', 'b', 'small']);
    release();
    await allDone();
    await Promise.all(deliveries);
    expect(begun.toSorted()).toEqual(['a', 'b', 'c', 'd', 'small']);
  });

  test('two on one database share the work and never run the same source at once', async () => {
    const under = new Set<string>();
    const overlaps: string[] = [];
    const runs = new Map<string, number>();
    const workOf = (name: string): JobHandler['run'] => {
      return async (job) => {
        if (under.has(job.key)) overlaps.push(job.key);
        under.add(job.key);
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * 5);
        });
        under.delete(job.key);
        runs.set(name, (runs.get(name) ?? 0) + 1);
      };
    };
    const first = worker(workOf('first'));
    const second = worker(workOf('second'));
    await Promise.all([first.runner.start({ alone: false }), second.runner.start({ alone: false })]);
    const siteId = await site();
    const keys = Array.from({ length: 10 }, (_, index) => `source ${index}`);
    for (let round = 0; round < 20; round++) {
      await Promise.all([enqueue(first.jobs, siteId, keys), enqueue(second.jobs, siteId, keys)]);
    }
    await allDone();
    expect(overlaps).toEqual([]);
    expect([...runs.values()].every((count) => count > 0)).toBe(true);
    expect(runs.size).toBe(2);
  });

  test('that are stopped finish what ends in time and hand back the rest unharmed', async () => {
    const events = new EventEmitter();
    const { jobs, runner } = worker(async (job, signal) => {
      events.emit(job.key);
      if (job.key === 'slow') await once(signal, 'abort').then(() => signal.throwIfAborted());
    });
    const begun = Promise.all([once(events, 'slow'), once(events, 'quick')]);
    await runner.start({ alone: true });
    await enqueue(jobs, await site(), ['slow', 'quick']);
    await begun;
    await runner.stop(50);
    const left = await rows();
    expect(left.find(({ key }) => key === 'quick')).toMatchObject({ status: 'completed' });
    expect(left.find(({ key }) => key === 'slow')).toMatchObject({ status: 'queued', attempts: 0, error: null });
  });

  test('with nothing to do ask the database a few times in three seconds at most', async () => {
    const { jobs, runner } = worker(async () => {});
    await runner.start({ alone: true });
    const before = jobs.asked;
    await new Promise((resolve) => {
      setTimeout(resolve, 3_000);
    });
    expect(jobs.asked - before).toBeLessThanOrEqual(6);
  });
});
