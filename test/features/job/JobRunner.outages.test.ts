import { describe, expect, test } from 'vitest';
import { OutageError, newerVersionError } from '../../../src/shared/outage.ts';
import { claimOne, useWorkers } from './worker.ts';

const workers = useWorkers();

const throwOutage = (): never => {
  throw new OutageError('embedder', 'The embedder is unavailable');
};

describe('a job whose dependency is unavailable', () => {
  test('is retried without limit, does not count attempts, and states what it waits for', async () => {
    let isAway = true;
    const seen: unknown[] = [];
    const { jobs, runner } = workers.create(async () => {
      seen.push(await workers.rows());
      if (isAway) throwOutage();
    });
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['a']);
    for (let round = 1; round < 10; round++) {
      await expect.poll(() => seen.length).toBeGreaterThanOrEqual(round);
      await expect.poll(() => workers.rows()).toMatchObject([{ status: 'queued' }]);
      // As after hours, when each wait has the maximum length.
      await workers.database.system.rows(`update job set waits_since = now() - interval '3 hours'`);
      await jobs.release('embedder');
    }
    expect(seen.at(-1)).toMatchObject([
      { status: 'running', attempts: 1, error: { code: 'UNAVAILABLE', message: 'Waiting for the embedder' } },
    ]);
    await expect.poll(() => workers.rows()).toMatchObject([{ status: 'queued' }]);
    isAway = false;
    await jobs.release('embedder');
    await workers.allDone();
    expect(await workers.rows()).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test('or a newer version, which alone knows it: is left to that one without a counted attempt', async () => {
    const earlier = workers.create(async () => {
      throw newerVersionError('The kind of source x');
    });
    await earlier.runner.start({ alone: false });
    await workers.enqueue(earlier.jobs, await workers.site(), ['a']);
    const error = { code: 'UNAVAILABLE', message: 'Waiting for the newer version of the service' };
    await expect.poll(() => workers.rows()).toMatchObject([{ status: 'queued', attempts: 0, error }]);
    await earlier.runner.stop(0);
    const newer = workers.create(async () => {});
    await newer.runner.start({ alone: false });
    await expect.poll(() => workers.rows(), { timeout: 10_000 }).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test('runs when the dependency is available again, even if its next attempt is an hour away', async () => {
    let isAway = true;
    let probes = 0;
    const { jobs, runner } = workers.create(async () => (isAway ? throwOutage() : undefined), {
      probes: {
        embedder: async () => {
          probes += 1;
          if (isAway) throwOutage();
        },
      },
    });
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['a']);
    await expect
      .poll(() => workers.rows())
      .toMatchObject([{ status: 'queued', error: { message: 'Waiting for the embedder' } }]);
    await workers.database.system.rows(`update job set run_at = now() + interval '1 hour'`);
    await expect.poll(() => probes, { timeout: 10_000 }).toBeGreaterThan(2);
    isAway = false;
    await expect.poll(() => workers.rows(), { timeout: 10_000 }).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test('is not started while the outage is known; jobs without that dependency are', async () => {
    let runs = 0;
    const others: string[] = [];
    const { jobs, runner, outages } = workers.create(
      async (job) => {
        if (job.kind === 'index-source') runs += 1;
        else others.push(job.key);
      },
      { probes: { embedder: async () => throwOutage() } },
    );
    await runner.start({ alone: true });
    outages.report('embedder');
    const siteId = await workers.site();
    await workers.enqueue(jobs, siteId, ['a', 'b']);
    await workers.database
      .forSite(siteId, 'background')
      .write((tx) => jobs.enqueue(tx, { kind: 'check-upload', key: 'c' }));
    await expect.poll(() => others).toEqual(['c']);
    expect(runs).toBe(0);
  });

  test('is released by any process whose probe succeeds', async () => {
    const first = workers.create(async () => throwOutage());
    await first.runner.start({ alone: true });
    await workers.enqueue(first.jobs, await workers.site(), ['a']);
    await expect
      .poll(() => workers.rows())
      .toMatchObject([{ status: 'queued', error: { message: 'Waiting for the embedder' } }]);
    await first.runner.stop(0);
    await workers.database.system.rows(`update job set run_at = now() + interval '1 hour'`);
    const second = workers.create(async () => {}, { probes: { embedder: async () => {} } });
    await second.runner.start({ alone: true });
    await second.outages.resume();
    await workers.allDone();
    expect(await workers.rows()).toMatchObject([{ status: 'completed', attempts: 1 }]);
  });

  test.each([
    ['a lost connection to PostgreSQL', Object.assign(new Error('lost'), { code: '08006' })],
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
    const { jobs, runner } = workers.create(async () => {
      throw error;
    });
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['a']);
    await expect
      .poll(() => workers.rows())
      .toMatchObject([{ status: 'queued', attempts: 0, error: { code: 'UNAVAILABLE' } }]);
  });

  test('that an earlier version marked as failed is queued again, unless a later job of its key exists', async () => {
    const { jobs, runner } = workers.create(async () => {});
    const siteId = await workers.site();
    for (const key of ['old', 'old', 'input']) {
      await workers.enqueue(jobs, siteId, [key]);
      await jobs.fail(await claimOne(jobs), { code: key === 'input' ? 'BAD_REQUEST' : 'UNAVAILABLE', message: 'no' });
    }
    expect(await jobs.requeueFailed(['index-source'], ['UNAVAILABLE'])).toBe(1);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(await workers.rows()).toMatchObject([
      { key: 'old', status: 'completed', attempts: 1 },
      { key: 'input', status: 'failed' },
    ]);
  });
});
