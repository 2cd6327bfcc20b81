import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { entities } from '../../src/features/features.ts';
import type { JobHandler } from '../../src/features/job/job-handler.ts';
import { JobRunner } from '../../src/features/job/job-runner.ts';
import { type Job, JobService } from '../../src/features/job/job.service.ts';
import type { JobQueue } from '../../src/ports/job-queue.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { DependencyOutages } from '../../src/features/job/runner/dependency-outages.ts';
import { type TestDatabase, createTestDatabase } from '../support/postgres.ts';
import { insertSite } from '../support/site-row.ts';

export interface QueueUnderTest {
  queue: JobQueue;
  /** Lets what is dispatched reach the worker, in the way of this queue. */
  drive(jobs: JobService, runner: JobRunner): Promise<void>;
  /** The next so many messages are lost. */
  lose(messages: number): void;
  /** Hands the last delivery over once more. */
  repeat(jobId: string): Promise<void>;
  /** What is called every minute where it is deployed. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

const log = createLogger('silent');

/** What every job queue promises, seen from the jobs: written in a transaction, run by a worker. */
export function describeJobQueue(name: string, start: () => Promise<QueueUnderTest>): void {
  describe(name, () => {
    let place: TestDatabase;
    let database: Database;
    let under: QueueUnderTest;
    let jobs: JobService;
    let runner: JobRunner;
    let work: JobHandler['run'];
    let siteId: string;
    const events = new EventEmitter();
    const ran: Job[] = [];

    beforeAll(async () => {
      place = await createTestDatabase();
      const { host, port, user, name: at } = place;
      database = await Database.connect({ host, port, user, database: at }, entities);
    });
    beforeEach(async () => {
      under = await start();
      siteId = await site();
      work = async () => {};
      const handler: JobHandler = {
        async run(job, signal) {
          ran.push(job);
          events.emit('ran', job.key);
          await work(job, signal);
        },
      };
      jobs = new JobService(database, under.queue);
      const handlers = { 'index-source': handler };
      const outages = new DependencyOutages({ jobs, probes: {} });
      runner = new JobRunner({
        jobs,
        log,
        outages,
        slots: 4,
        maxAttemptMs: 60_000,
        handlers,
        backoffSeconds: (attempts) => attempts / 20,
      });
      await under.drive(jobs, runner);
    });
    afterEach(async () => {
      await runner.stop(0);
      await under.stop();
      await database.system.rows('delete from job');
      ran.length = 0;
    });
    afterAll(async () => {
      await database.close();
      await place.drop();
    });

    const site = () => insertSite(database.system);

    const enqueue = (keys: readonly string[], more: { delaySeconds?: number } = {}, of = siteId) =>
      database.forSite(of, 'background').write(async (tx) => {
        for (const key of keys) await jobs.enqueue(tx, { kind: 'index-source', key, ...more });
      });
    const rows = () =>
      database.system.rows<{ id: string; key: string; status: string; attempts: number }>(
        'select id, key, status, attempts from job order by created_at, id',
      );
    const ended = async () => {
      while ((await rows()).some(({ status }) => status === 'queued' || status === 'running')) await delay(5);
    };
    const keys = () => ran.map(({ key }) => key);

    test('a job that was dispatched is run', async () => {
      await enqueue(['a', 'b', 'c']);
      await ended();
      expect(keys().toSorted()).toEqual(['a', 'b', 'c']);
    });

    test('a job is not run before its time, and soon after it', async () => {
      const written = performance.now();
      await enqueue(['later'], { delaySeconds: 1.2 });
      await once(events, 'ran');
      const waited = performance.now() - written;
      expect(waited).toBeGreaterThan(1_150);
      expect(waited).toBeLessThan(3_500);
    });

    test('a job that waits for later is run at once when it is written again without a delay', async () => {
      await enqueue(['a'], { delaySeconds: 3_600 });
      await enqueue(['a']);
      await ended();
      expect(keys()).toEqual(['a']);
    });

    test('a job that is dispatched again and again, and delivered after it has ended, is run once', async () => {
      await enqueue(['a']);
      const [row] = await rows();
      const again = { jobId: row?.id ?? '', turn: '1', delaySeconds: 0 };
      under.queue.dispatch([again, again, { ...again, turn: '2' }, { ...again, repeat: '3' }]);
      await ended();
      await under.repeat(row?.id ?? '');
      await under.queue.drain();
      expect(keys()).toEqual(['a']);
    });

    test('a job written again while it runs is run once more', async () => {
      work = async () => {
        if (ran.length === 1) await once(events, 'go on');
      };
      const begun = once(events, 'ran');
      await enqueue(['a']);
      await begun;
      await enqueue(['a']);
      events.emit('go on');
      await ended();
      expect(keys()).toEqual(['a', 'a']);
    });

    test('a job that fails is delivered again, later each time, and given up after six attempts', async () => {
      const times: number[] = [];
      work = async () => {
        times.push(performance.now());
        throw new ServiceError('UNAVAILABLE', 'The embedder is away');
      };
      await enqueue(['a']);
      await ended();
      expect(await rows()).toMatchObject([{ status: 'failed', attempts: 6 }]);
      const waits = times.slice(1).map((time, at) => time - (times[at] ?? 0));
      expect(waits.every((wait, at) => wait >= (at + 1) * 50 - 5)).toBe(true);
    });

    test('messages that are lost lose no job: the sweep finds them', async () => {
      under.lose(3);
      await enqueue(['a', 'b', 'c']);
      await under.queue.drain();
      await database.system.rows(`update job set run_at = run_at - interval '1 minute' where status = 'queued'`);
      await under.sweep();
      await ended();
      expect(keys().toSorted()).toEqual(['a', 'b', 'c']);
    });

    test("another site's one job does not wait for a site's three hundred", async () => {
      const other = await site();
      await enqueue(Array.from({ length: 300 }, (_, at) => `large ${at}`));
      await enqueue(['small'], {}, other);
      const before = ran.length;
      await ended();
      expect(ran).toHaveLength(300 + 1);
      expect(new Set(keys()).size).toBe(301);
      expect(keys().indexOf('small') - before).toBeLessThan(20);
    });
  });
}
