import { isId } from '../../shared/ids.ts';
import type { JobRunner } from './job-runner.ts';
import type { JobService } from './job.service.ts';
import type { Outages } from './outages.ts';

const SWEEP_EVERY_MS = 10_000;
/** A job of a kind that only a newer version of the service knows. */
const UNKNOWN_KIND_SECONDS = 10;
/** A job that is due for so long without being run: its delivery is missing, or the queue is long. */
const OVERDUE_SECONDS = 30;
const MAX_OVERDUE = 500;
/** Within so long, a job is dispatched anew once, by however many sweeps. */
const REPEAT_EVERY_MS = 5 * 60 * 1000;

/** Jobs as an outside queue drives them: a delivery is the permission to run jobs until the delivered one is done. */
export class JobDeliveries {
  private readonly jobs: JobService;
  private readonly runners: readonly JobRunner[];
  private readonly outages: Outages;
  private readonly sweepEveryMs: number;
  private swept = performance.now();

  /** @param sweepEveryMs how long the jobs of dead workers stay unnoticed at most while deliveries come in */
  constructor(jobs: JobService, runners: readonly JobRunner[], outages: Outages, sweepEveryMs = SWEEP_EVERY_MS) {
    this.jobs = jobs;
    this.runners = runners;
    this.outages = outages;
    this.sweepEveryMs = sweepEveryMs;
  }

  /**
   * Resolves when the job has ended or waits no more: null; or when it cannot be run now: after how many seconds the
   * delivery should come again. @param turn of the delivery; null: whatever the job waits for
   */
  async deliver(jobId: string, turn: string | null): Promise<number | null> {
    await this.sweepNowAndThen();
    const job = isId(jobId) ? await this.jobs.waiting(jobId, turn) : null;
    if (!job) return null;
    const runner = this.runners.find((one) => one.takes(job.kind));
    if (!runner) return UNKNOWN_KIND_SECONDS;
    return runner.deliver(async () => (await this.jobs.waiting(jobId, turn))?.dueInSeconds ?? null);
  }

  /** What nobody else sees to where no process runs for itself: to be called every minute. May be doubled or skipped. */
  async sweep(): Promise<{ requeued: number; dispatched: number }> {
    this.swept = performance.now();
    const requeued = await this.jobs.sweep();
    await this.outages.resume();
    const repeat = String(Math.floor(Date.now() / REPEAT_EVERY_MS));
    const dispatched = await this.jobs.dispatchOverdue(MAX_OVERDUE, OVERDUE_SECONDS, repeat);
    for (const runner of this.runners) await runner.keepHouse();
    return { requeued, dispatched };
  }

  /** A service that is busy finds the jobs of dead workers before the next sweep. */
  private async sweepNowAndThen(): Promise<void> {
    if (performance.now() - this.swept < this.sweepEveryMs) return;
    this.swept = performance.now();
    await this.jobs.sweep();
  }
}
