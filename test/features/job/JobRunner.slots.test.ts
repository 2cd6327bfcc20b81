import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { JobHandler } from '../../../src/features/job/job-handler.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { useWorkers } from './worker.ts';

const workers = useWorkers();

describe('workers', () => {
  test('start the only job of a site together with the first of a site that has 300', async () => {
    const order: string[] = [];
    const { jobs, runner } = workers.create(async (job) => {
      order.push(job.key);
    });
    const [large, small] = [await workers.site(), await workers.site()];
    await workers.enqueue(
      jobs,
      large,
      Array.from({ length: 300 }, (_, index) => `large ${index}`),
    );
    await workers.enqueue(jobs, small, ['small']);
    await runner.start({ alone: true });
    await workers.allDone();
    expect(order).toHaveLength(301);
    // The jobs of one claim start in any order.
    expect(order.slice(0, 4).toSorted()).toEqual(['large 0', 'large 1', 'large 2', 'small']);
  });

  test.each([
    { sites: 150, within: 1 },
    { sites: 450, within: 20 },
  ])(
    'claim from at most 200 sites at a time: of $sites waiting sites each is reached within $within claims',
    async (many) => {
      await workers.database.system.rows(
        `with made as (
         insert into site (id, name, owner_email, plan, trust_caller_user, forms, subscriptions, link_hosts, created_at, updated_at)
         select gen_random_uuid(), 'x', 'x@example.org', 'free', false, '{}', '[]', '{}', now(), now()
         from generate_series(1, $1) returning id)
       insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
       select gen_random_uuid(), id, id, 'index-source', id, '{}', 'queued', 0, now(), now() from made`,
        [many.sites],
      );
      const jobs = new JobService(workers.database, { dispatch() {} });
      const claims: Job[][] = [];
      while (claims.flat().length < many.sites && claims.length < many.within) claims.push(await jobs.claim(1_000));
      expect(Math.max(...claims.map((claim) => claim.length))).toBeLessThanOrEqual(200);
      expect(new Set(claims.flat().map(({ siteId }) => siteId)).size).toBe(many.sites);
    },
  );

  test('start a job in the slot that another gives back while it waits, as long as no more than allowed have done so', async () => {
    const held = new Map<string, () => void>();
    const { jobs, runner } = workers.create(
      async ({ key }, _signal, slot) => {
        slot?.release();
        await new Promise<void>((resolve) => held.set(key, resolve));
      },
      { slots: 1, slotsPerSite: 4, maxWithoutSlot: 2 },
    );
    const site = await workers.site();
    for (const key of ['1', '2', '3', '4']) await workers.enqueue(jobs, site, [key]);
    await runner.start({ alone: true });
    await expect.poll(() => [...held.keys()]).toEqual(['1', '2', '3']);
    // The third has kept the slot: one that ends without a slot leaves none.
    held.get('1')!();
    await expect.poll(async () => (await workers.rows())[0]?.status).toBe('completed');
    expect([...held.keys()]).toEqual(['1', '2', '3']);
    held.get('3')!();
    await expect.poll(() => [...held.keys()]).toEqual(['1', '2', '3', '4']);
    for (const end of held.values()) end();
    await workers.allDone();
  });

  test.each(['run by the loop', 'run by deliveries'])('keep a slot free for other sites, %s', async (way) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const [large, small] = [await workers.site(), await workers.site()];
    const begun: string[] = [];
    const { jobs, runner } = workers.create(
      async (job) => {
        begun.push(job.key);
        if (job.siteId === large) await released;
      },
      { slots: 3, slotsPerSite: 2 },
    );
    await workers.enqueue(jobs, large, ['a', 'b', 'c', 'd']);
    const turns = Array.from({ length: 5 }, () => async () => ((await workers.allEnded()) ? null : 0));
    const deliveries = way === 'run by the loop' ? [] : turns.map((waits) => runner.deliver(waits));
    if (way === 'run by the loop') await runner.start({ alone: true });
    await expect.poll(() => begun.toSorted()).toEqual(['a', 'b']);
    await workers.enqueue(jobs, small, ['small']);
    await expect.poll(() => begun.slice(2)).toEqual(['small']);
    release();
    await workers.allDone();
    await Promise.all(deliveries);
    expect(begun.toSorted()).toEqual(['a', 'b', 'c', 'd', 'small']);
  });

  test('two on one database share the jobs and never run two of the same key at once', async () => {
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
    const first = workers.create(workOf('first'));
    const second = workers.create(workOf('second'));
    await Promise.all([first.runner.start({ alone: false }), second.runner.start({ alone: false })]);
    const siteId = await workers.site();
    const keys = Array.from({ length: 10 }, (_, index) => `source ${index}`);
    for (let round = 0; round < 20; round++) {
      await Promise.all([workers.enqueue(first.jobs, siteId, keys), workers.enqueue(second.jobs, siteId, keys)]);
    }
    await workers.allDone();
    expect(overlaps).toEqual([]);
    expect([...runs.values()].every((count) => count > 0)).toBe(true);
    expect(runs.size).toBe(2);
  });

  test('that are stopped finish jobs that end in time and return the others to the queue', async () => {
    const events = new EventEmitter();
    const { jobs, runner } = workers.create(async (job, signal) => {
      events.emit(job.key);
      if (job.key === 'slow') await once(signal, 'abort').then(() => signal.throwIfAborted());
    });
    const begun = Promise.all([once(events, 'slow'), once(events, 'quick')]);
    await runner.start({ alone: true });
    await workers.enqueue(jobs, await workers.site(), ['slow', 'quick']);
    await begun;
    await runner.stop(50);
    const left = await workers.rows();
    expect(left.find(({ key }) => key === 'quick')).toMatchObject({ status: 'completed' });
    expect(left.find(({ key }) => key === 'slow')).toMatchObject({ status: 'queued', attempts: 0, error: null });
  });

  test('without jobs query the database at most six times in three seconds', async () => {
    const { jobs, runner } = workers.create(async () => {});
    await runner.start({ alone: true });
    const before = jobs.asked;
    await new Promise((resolve) => {
      setTimeout(resolve, 3_000);
    });
    expect(jobs.asked - before).toBeLessThanOrEqual(6);
  });
});
