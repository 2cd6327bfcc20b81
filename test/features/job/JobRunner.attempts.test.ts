import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/shared/errors.ts';
import { claimOne, useWorkers } from './worker.ts';

const workers = useWorkers();

describe('a job', () => {
  test('runs after the transaction that enqueued it, and never if that is rolled back', async () => {
    const done: string[] = [];
    const { jobs, runner } = workers.create(async (job) => {
      done.push(job.key);
    });
    await runner.start({ alone: true });
    const siteId = await workers.site();
    const failing = workers.database.forSite(siteId, 'background').write(async (tx) => {
      await jobs.enqueue(tx, { kind: 'index-source', key: 'never' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await workers.enqueue(jobs, siteId, ['a']);
    await workers.allDone();
    expect(done).toEqual(['a']);
  });

  test('that fails is retried with increasing pauses until it succeeds', async () => {
    const times: number[] = [];
    const { jobs, runner } = workers.create(async () => {
      times.push(performance.now());
      if (times.length < 4) throw new ServiceError('UNAVAILABLE', 'The embedder is unavailable');
    });
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['a']);
    await workers.allDone();
    expect(times).toHaveLength(4);
    expect(await workers.rows()).toMatchObject([{ status: 'completed', attempts: 4 }]);
    const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(waits.every((wait, at) => wait >= (at + 1) * 9)).toBe(true);
  });

  test('that fails every time is marked as failed after six attempts, and its handler is called once with the public error', async () => {
    const told: { code: string; message: string }[] = [];
    let attempts = 0;
    const { jobs, runner } = workers.create(
      async () => {
        attempts += 1;
        throw new Error('secret internals');
      },
      { onFailed: async (_job, error) => void told.push(error) },
    );
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['a', 'b']);
    await workers.allDone();
    expect(attempts).toBe(12);
    expect(await workers.rows()).toMatchObject([
      { status: 'failed', attempts: 6, error: { code: 'INTERNAL' } },
      { status: 'failed', attempts: 6, error: { code: 'INTERNAL' } },
    ]);
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('secret');
  });

  test('with an error of the caller is not retried', async () => {
    let attempts = 0;
    const { jobs, runner } = workers.create(async () => {
      attempts += 1;
      throw new ServiceError('BAD_REQUEST', 'The file is empty');
    });
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['a']);
    await workers.allDone();
    expect(attempts).toBe(1);
    expect(await workers.rows()).toMatchObject([
      { status: 'failed', error: { code: 'BAD_REQUEST', message: 'The file is empty' } },
    ]);
  });

  test('that takes too long is aborted, and marked as failed after six attempts', async () => {
    let aborted = 0;
    const { jobs, runner } = workers.create(
      async (_job, signal) => {
        await once(signal, 'abort');
        aborted += 1;
        throw new Error('connect ECONNREFUSED');
      },
      { maxAttemptMs: 20 },
    );
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['a']);
    await workers.allDone();
    expect(aborted).toBe(6);
    expect(await workers.rows()).toMatchObject([
      { status: 'failed', attempts: 6, error: { code: 'UNAVAILABLE', message: 'Processing took too long' } },
    ]);
  });

  test('that hangs and ignores its signal keeps its slot no longer than two seconds beyond its limit', async () => {
    const started: string[] = [];
    const { jobs, runner } = workers.create(
      async (job) => {
        started.push(job.key);
        if (started.length === 1) await new Promise(() => {});
      },
      { slots: 1, maxAttemptMs: 20 },
    );
    await runner.start({ alone: true });
    const begun = performance.now();
    await workers.enqueue(jobs, await workers.site(), ['stuck', 'next']);
    await workers.allDone();
    expect(performance.now() - begun).toBeLessThan(4_000);
    expect(started.toSorted()).toEqual(['next', 'stuck', 'stuck']);
    expect(await workers.rows()).toMatchObject([
      { key: 'stuck', status: 'completed', attempts: 2 },
      { key: 'next', status: 'completed', attempts: 1 },
    ]);
  });

  test('that ends within its limit leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const { jobs, runner } = workers.create(async () => {}, { maxAttemptMs: 60_000 });
    const siteId = await workers.site();
    await runner.start({ alone: true });
    const before = timers();
    await workers.enqueue(
      jobs,
      siteId,
      Array.from({ length: 20 }, (_, index) => `job ${index}`),
    );
    await workers.allDone();
    // Those of other work in this process end soon.
    await expect.poll(timers).toBeLessThan(before + 10);
  });

  test('that was started 20 times without an end is marked as failed', async () => {
    let runs = 0;
    const { jobs, runner } = workers.create(async () => void (runs += 1));
    await workers.enqueue(jobs, await workers.site(), ['a']);
    await workers.database.system.rows(`update job set status = 'running', lease = gen_random_uuid(), attempts = 20`);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(runs).toBe(0);
    expect(await workers.rows()).toMatchObject([{ status: 'failed' }]);
  });

  test('that waits serves for several writes; one that runs is followed by one more', async () => {
    const seen: unknown[] = [];
    const events = new EventEmitter();
    const { jobs, runner } = workers.create(async (job) => {
      seen.push(job.payload['writing']);
      events.emit('started');
      if (seen.length === 1) await once(events, 'go on');
    });
    const siteId = await workers.site();
    for (const writing of [1, 2, 3]) await workers.enqueue(jobs, siteId, ['a'], { writing });
    expect(await workers.rows()).toHaveLength(1);
    const started = once(events, 'started');
    await runner.start({ alone: true });
    await started;
    for (const writing of [4, 5]) await workers.enqueue(jobs, siteId, ['a'], { writing });
    expect(seen).toEqual([3]);
    events.emit('go on');
    await workers.allDone();
    expect(seen).toEqual([3, 5]);
  });

  test('that had failed has no attempts and no error after the next write', async () => {
    const { jobs } = workers.create(async () => {});
    const siteId = await workers.site();
    await workers.enqueue(jobs, siteId, ['a']);
    await workers.database.system.rows(
      `update job set attempts = 5, run_at = now() + interval '1 hour', error = '{"code": "INTERNAL"}'`,
    );
    await workers.enqueue(jobs, siteId, ['a']);
    expect(await workers.rows()).toMatchObject([{ attempts: 0, error: null }]);
    expect(await jobs.nextDue(['index-source'])).toBe(0);
  });
});

describe('the lease of a job', () => {
  test('of a crashed worker expires, and another worker claims the job', async () => {
    const { jobs } = workers.create(async () => {});
    await workers.enqueue(jobs, await workers.site(), ['a']);
    const taken = await claimOne(jobs);
    expect(await jobs.claim(1)).toEqual([]);
    await jobs.sweep();
    expect(await jobs.claim(1)).toEqual([]);
    await workers.database.system.rows(`update job set leased_until = now() - interval '1 second'`);
    await jobs.sweep();
    const again = await claimOne(jobs);
    expect(again).toMatchObject({ id: taken.id, attempts: 2 });
    expect(await jobs.heartbeat(taken)).toBe(false);
    expect(await jobs.heartbeat(again)).toBe(true);
    await jobs.complete(taken);
    expect(await workers.rows()).toMatchObject([{ status: 'running' }]);
    await jobs.complete(again);
    expect(await workers.rows()).toMatchObject([{ status: 'completed' }]);
  });

  test('of a crashed worker is ignored by a worker that starts alone', async () => {
    const done: string[] = [];
    const { jobs, runner } = workers.create(async (job) => void done.push(job.key));
    await workers.enqueue(jobs, await workers.site(), ['a']);
    await jobs.claim(1);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(done).toEqual(['a']);
  });

  test('ends without a second waiting job if a newer one of the key waits', async () => {
    const { jobs } = workers.create(async () => {});
    const siteId = await workers.site();
    await workers.enqueue(jobs, siteId, ['a'], { writing: 1 });
    const taken = await claimOne(jobs);
    await workers.enqueue(jobs, siteId, ['a'], { writing: 2 });
    await jobs.retryLater(taken, 60, { code: 'INTERNAL', message: 'x' });
    expect(await workers.rows()).toMatchObject([{ status: 'queued', attempts: 0 }]);
    expect((await jobs.claim(1))[0]?.payload).toEqual({ writing: 2 });
  });
});
