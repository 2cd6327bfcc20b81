import { isId } from '../../shared/ids.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobService } from './job.service.ts';
import type { DependencyOutages } from './runner/dependency-outages.ts';

const SWEEP_EVERY_MS = 10_000;
/** A job of a kind that only a newer version of the service knows. */
const UNKNOWN_KIND_SECONDS = 10;
/** A job that is due for this long without running: its delivery is missing, or the queue is long. */
const OVERDUE_SECONDS = 30;
const MAX_OVERDUE = 500;
/** A job is dispatched again at most once in this time, by all sweeps together. */
const REPEAT_EVERY_MS = 5 * 60 * 1000;

/** Runs jobs of an external queue: a delivery runs jobs until the delivered one is finished. */
export class JobDeliveries {
  private readonly jobs: JobService;
  private readonly runners: readonly JobRunner[];
  private readonly outages: DependencyOutages;
  private readonly sweepEveryMs: number;
  private swept = performance.now();

  /** @param sweepEveryMs maximum time until jobs of crashed workers are detected while deliveries arrive */
  constructor(
    jobs: JobService,
    runners: readonly JobRunner[],
    outages: DependencyOutages,
    sweepEveryMs = SWEEP_EVERY_MS,
  ) {
    this.jobs = jobs;
    this.runners = runners;
    this.outages = outages;
    this.sweepEveryMs = sweepEveryMs;
  }

  /**
   * Resolves with null when the job is finished or no longer waiting, otherwise with the seconds after which the
   * delivery should be repeated.
   * @param turn of the delivery; null: whatever the job waits for
   */
  async deliver(jobId: string, turn: string | null): Promise<number | null> {
    await this.sweepNowAndThen();
    const job = isId(jobId) ? await this.jobs.findWaiting(jobId, turn) : null;
    if (!job) return null;
    const runner = this.runners.find((one) => one.takes(job.kind));
    if (!runner) return UNKNOWN_KIND_SECONDS;
    return runner.deliver(async () => (await this.jobs.findWaiting(jobId, turn))?.dueInSeconds ?? null);
  }

  /**
   * Maintenance for deployments without continuously running processes: to be called every minute. May be called twice
   * or skipped.
   */
  async sweep(): Promise<{ requeued: number; dispatched: number }> {
    this.swept = performance.now();
    const requeued = await this.jobs.sweep();
    await this.outages.resume();
    const repeat = String(Math.floor(Date.now() / REPEAT_EVERY_MS));
    const dispatched = await this.jobs.dispatchOverdue(MAX_OVERDUE, OVERDUE_SECONDS, repeat);
    for (const runner of this.runners) await runner.runMaintenance();
    return { requeued, dispatched };
  }

  /** A busy service detects jobs of crashed workers before the next sweep. */
  private async sweepNowAndThen(): Promise<void> {
    if (performance.now() - this.swept < this.sweepEveryMs) return;
    this.swept = performance.now();
    await this.jobs.sweep();
  }
}
