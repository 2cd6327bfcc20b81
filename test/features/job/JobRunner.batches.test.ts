import { describe, expect, test } from 'vitest';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { ServiceError } from '../../../src/shared/errors.ts';
import { OutageError } from '../../../src/shared/outage.ts';
import { useWorkers } from './worker.ts';

const workers = useWorkers();

/** A runner that notes what runs together and what alone. */
function noting(runBatch: (jobs: readonly Job[], signal: AbortSignal) => Promise<readonly Job[]>) {
  const batches: string[][] = [];
  const alone: string[] = [];
  const created = workers.create(
    async (job) => {
      alone.push(job.key);
      if (job.key.startsWith('broken')) throw new ServiceError('NOT_FOUND', 'The job is broken');
    },
    {
      runBatch: async (jobs, signal) => {
        batches.push(jobs.map(({ key }) => key));
        return runBatch(jobs, signal);
      },
    },
  );
  return { ...created, batches, alone };
}

const keys = (name: string, count: number): string[] => Array.from({ length: count }, (_, at) => `${name} ${at}`);

async function states(): Promise<Record<string, string[]>> {
  const rows = Map.groupBy(await workers.rows(), ({ status }) => status);
  return Object.fromEntries([...rows].map(([status, ofStatus]) => [status, ofStatus.map(({ key }) => key).toSorted()]));
}

describe('jobs of a kind that is run in batches', () => {
  test('are claimed with others of their site, each once, and none is run alone', async () => {
    const { jobs, runner, batches, alone } = noting(async (some) => some);
    const [one, other] = [await workers.site(), await workers.site()];
    await workers.enqueue(jobs, one, keys('one', 100));
    await workers.enqueue(jobs, other, keys('other', 40));
    await runner.start({ alone: true });
    await workers.allDone();
    expect(batches.flat().toSorted()).toEqual([...keys('one', 100), ...keys('other', 40)].toSorted());
    expect(new Set(batches.map((batch) => new Set(batch.map((key) => key.split(' ')[0])).size))).toEqual(new Set([1]));
    expect(Math.max(...batches.map(({ length }) => length))).toBe(32);
    expect(alone).toEqual([]);
    expect(Object.keys(await states())).toEqual(['completed']);
  });

  test('of a site with one job are started with the first batch of a site with 200', async () => {
    const order: string[] = [];
    const { jobs, runner } = workers.create(async (job) => void order.push(job.key), {
      runBatch: async (some) => {
        order.push(...some.map(({ key }) => key));
        return some;
      },
    });
    const [large, small] = [await workers.site(), await workers.site()];
    await workers.enqueue(jobs, large, keys('large', 200));
    await workers.enqueue(jobs, small, ['small']);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(order).toHaveLength(201);
    expect(order.indexOf('small')).toBeLessThanOrEqual(64);
  });

  test('are run alone if the batch rejects, so that only the one that fails has failed', async () => {
    const { jobs, runner, alone } = noting(async () => {
      throw new Error('one of these is broken');
    });
    const all = [...keys('sound', 10), 'broken', ...keys('good', 10)];
    await workers.enqueue(jobs, await workers.site(), all);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(alone.toSorted()).toEqual(all.toSorted());
    expect(await states()).toEqual({ completed: all.filter((key) => key !== 'broken').toSorted(), failed: ['broken'] });
  });

  test('are run alone if the batch leaves them out', async () => {
    const { jobs, runner, batches, alone } = noting(async (some) => some.filter(({ key }) => !key.startsWith('left')));
    await workers.enqueue(jobs, await workers.site(), [...keys('kept', 5), ...keys('left', 3)]);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(batches).toHaveLength(1);
    expect(alone.toSorted()).toEqual(keys('left', 3));
    expect(Object.keys(await states())).toEqual(['completed']);
  });

  test('all wait during an outage, without an attempt that counts', async () => {
    let isAway = true;
    const { jobs, runner, alone } = workersWithOutage(() => isAway);
    await workers.enqueue(jobs, await workers.site(), keys('waiting', 5));
    await runner.start({ alone: true });
    await expect
      .poll(async () => (await workers.rows()).map(({ error }) => error?.code))
      .toEqual(keys('waiting', 5).map(() => 'UNAVAILABLE'));
    expect(new Set((await workers.rows()).map(({ attempts }) => attempts))).toEqual(new Set([0]));
    isAway = false;
    await workers.allDone();
    expect(alone).toEqual([]);
  });

  test('of a worker that died are run alone, as one of them may have ended it', async () => {
    const { jobs, runner, batches, alone } = noting(async (some) => some);
    await workers.enqueue(jobs, await workers.site(), keys('killed', 5));
    const dead = new JobService(workers.database, { dispatch() {} });
    const claimed = await dead.claim(1, null, { batches: { kinds: ['index-source'], size: 32 } });
    expect(claimed).toHaveLength(5);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(batches).toEqual([]);
    expect(alone.toSorted()).toEqual(keys('killed', 5));
  });

  test.each([
    { isBusy: false, atOnce: 2 },
    { isBusy: true, atOnce: 1 },
  ])(
    'run $atOnce batches at once where requests wait: $isBusy; other kinds do not wait',
    async ({ isBusy, atOnce }) => {
      let [running, most] = [0, 0];
      const gates: (() => void)[] = [];
      const { jobs, runner } = workers.create(async () => {}, {
        isBusy: () => isBusy,
        runBatch: async (some) => {
          most = Math.max(most, ++running);
          await new Promise<void>((resolve) => gates.push(resolve));
          running -= 1;
          return some;
        },
      });
      const siteId = await workers.site();
      await workers.enqueue(jobs, siteId, keys('many', 160));
      await runner.start({ alone: true });
      await expect.poll(() => running).toBe(atOnce);
      await workers.database
        .forSite(siteId, 'background')
        .write((tx) => jobs.enqueue(tx, { kind: 'check-upload', key: 'other' }));
      await expect
        .poll(async () => (await workers.rows()).find(({ key }) => key === 'other')?.status)
        .toBe('completed');
      // Longer than the pause between batches.
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      const opening = setInterval(() => gates.shift()?.(), 5);
      await workers.allDone();
      clearInterval(opening);
      expect(most).toBe(atOnce);
    },
  );

  test('return to the queue when the worker is stopped', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { jobs, runner } = noting(async (_some, signal) => {
      begin();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    });
    await workers.enqueue(jobs, await workers.site(), keys('stopped', 5));
    await runner.start({ alone: true });
    await begun;
    await runner.stop(10);
    const rows = await workers.rows();
    expect(rows.map(({ status, attempts }) => ({ status, attempts }))).toEqual(
      rows.map(() => ({ status: 'queued', attempts: 0 })),
    );
  });
});

function workersWithOutage(isAway: () => boolean) {
  const alone: string[] = [];
  const created = workers.create(async (job) => void alone.push(job.key), {
    probes: {
      embedder: async () => {
        if (isAway()) throw new Error('away');
      },
    },
    runBatch: async (some) => {
      if (isAway()) throw new OutageError('embedder', 'The embedder is away');
      return some;
    },
  });
  return { ...created, alone };
}
