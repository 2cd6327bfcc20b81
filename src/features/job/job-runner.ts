import type { Logger } from '../../shared/logger.ts';
import { ServiceError } from '../../shared/errors.ts';
import { type Job, type JobKind, type JobService, LEASE_SECONDS } from './job.service.ts';

/** Does the work of one kind of job. Idempotent: it may be run again from the start at any time. */
export interface JobHandler {
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Called once when the job has failed for good. */
  failed?(job: Job, error: { code: string; message: string }): Promise<void>;
}

const MOST_ATTEMPTS = 6;
/** A job that has been started this often without ever ending takes the process down with it. */
const MOST_STARTS = 20;
const SWEEP_EVERY_MS = 10_000;
const HOUSEKEEPING_EVERY_MS = 60 * 60 * 1000;
const LONGEST_IDLE_MS = 2_000;
/** When work is due that could not be had: another worker was quicker, or a job of the same key is still running. */
const CONTENDED_IDLE_MS = 100;

/** Runs jobs in this process: wakes when told to, and looks by itself every few seconds for what nobody told it of. */
export class JobRunner {
  private readonly jobs: JobService;
  private readonly handlers: Readonly<Partial<Record<JobKind, JobHandler>>>;
  /** Another runner does the others, so that long work of one kind never takes the slots of all. */
  private readonly kinds: readonly JobKind[];
  private readonly log: Logger;
  private readonly slots: number;
  private readonly backoffSeconds: (attempts: number) => number;
  private readonly housekeeping: () => Promise<void>;
  private housekept = -Infinity;
  private readonly running = new Map<Job, { done: Promise<void>; stop: AbortController }>();
  private loop: Promise<void> | null = null;
  private stopping = false;
  private wakeUp: () => void = () => {};
  private woken = false;

  constructor(options: {
    jobs: JobService;
    /** By kind: it takes jobs of these kinds only. */
    handlers: Readonly<Partial<Record<JobKind, JobHandler>>>;
    log: Logger;
    /** Jobs at a time. */
    slots: number;
    /** How long a job waits that has failed this often. */
    backoffSeconds?: (attempts: number) => number;
    /** What is to be cleared away now and then: run at the start and every hour, by every process. */
    housekeeping?: () => Promise<void>;
  }) {
    this.jobs = options.jobs;
    this.handlers = options.handlers;
    this.kinds = Object.keys(options.handlers) as JobKind[];
    this.log = options.log;
    this.slots = options.slots;
    this.backoffSeconds = options.backoffSeconds ?? backoffSeconds;
    this.housekeeping = options.housekeeping ?? (async () => {});
  }

  /** @param alone no other process works on this database: jobs that look as if they ran are a dead worker's. */
  async start(options: { alone: boolean }): Promise<void> {
    this.stopping = false;
    await this.jobs.sweep({ all: options.alone });
    this.loop = this.work();
  }

  wake(): void {
    this.woken = true;
    this.wakeUp();
  }

  /** Takes no more work, lets running jobs finish for `graceMs`, then hands them back. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.loop;
    const all = Promise.all([...this.running.values()].map(({ done }) => done));
    await Promise.race([all, wait(graceMs)]);
    for (const { stop } of this.running.values()) stop.abort();
    await all;
  }

  private async work(): Promise<void> {
    let swept = Date.now();
    while (!this.stopping) {
      this.woken = false;
      try {
        const free = this.slots - this.running.size;
        const claimed = free > 0 ? await this.jobs.claim(free, this.kinds) : [];
        for (const job of claimed) this.launch(job);
        if (Date.now() - swept > SWEEP_EVERY_MS) {
          await this.jobs.sweep();
          swept = Date.now();
        }
        await this.keepHouse();
        if (claimed.length === 0 || this.running.size >= this.slots) await this.idle();
      } catch (error) {
        this.log.error({ err: error }, 'jobs could not be claimed');
        await this.idle();
      }
    }
  }

  private async keepHouse(): Promise<void> {
    if (performance.now() - this.housekept < HOUSEKEEPING_EVERY_MS) return;
    this.housekept = performance.now();
    await this.housekeeping().catch((error: unknown) => this.log.error({ err: error }, 'housekeeping failed'));
  }

  /** Until woken, until the next job is due, or a little while at most. */
  private async idle(): Promise<void> {
    const due = this.running.size < this.slots ? await this.jobs.nextDue(this.kinds).catch(() => null) : null;
    if (this.woken || this.stopping) return;
    const milliseconds = due === null ? LONGEST_IDLE_MS : Math.min(due * 1000 + CONTENDED_IDLE_MS, LONGEST_IDLE_MS);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private launch(job: Job): void {
    const stop = new AbortController();
    const done = this.run(job, stop).finally(() => {
      this.running.delete(job);
      this.wake();
    });
    this.running.set(job, { done, stop });
  }

  private async run(job: Job, stop: AbortController): Promise<void> {
    const pulse = setInterval(
      () => {
        this.jobs.heartbeat(job).then(
          (alive) => alive || stop.abort(),
          () => {},
        );
      },
      (LEASE_SECONDS * 1000) / 3,
    );
    try {
      if (job.attempts > MOST_STARTS) throw new ServiceError('BAD_REQUEST', 'Processing never came to an end');
      await this.handlers[job.kind]?.run(job, stop.signal);
      await this.jobs.complete(job);
    } catch (error) {
      await this.settle(job, stop.signal, error).catch((failure: unknown) =>
        this.log.error({ err: failure, jobId: job.id }, 'a failed job could not be settled; its lease will run out'),
      );
    } finally {
      clearInterval(pulse);
    }
  }

  private async settle(job: Job, signal: AbortSignal, error: unknown): Promise<void> {
    if (signal.aborted) return this.jobs.handBack(job);
    const shown = describe(error);
    const lasting = error instanceof ServiceError && error.status < 500;
    this.log.warn(
      { err: error, jobId: job.id, kind: job.kind, siteId: job.siteId, attempts: job.attempts },
      'job failed',
    );
    if (!lasting && job.attempts < MOST_ATTEMPTS) {
      return this.jobs.retryLater(job, this.backoffSeconds(job.attempts), shown);
    }
    await this.handlers[job.kind]?.failed?.(job, shown);
    await this.jobs.fail(job, shown);
  }
}

/** 1, 2, 4, 8, … seconds, up to a fifth more by chance, so that what failed together does not come back together. */
function backoffSeconds(attempts: number): number {
  return 2 ** (attempts - 1) * (1 + Math.random() / 5);
}

/** What may be shown of an error: a service's own words, never internals. */
function describe(error: unknown): { code: string; message: string } {
  return error instanceof ServiceError
    ? { code: error.code, message: error.message }
    : { code: 'INTERNAL', message: 'Processing failed for an internal reason' };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
