import { setTimeout as delay } from 'node:timers/promises';
import { type AttemptOptions, attempt } from './runner/job-attempt.ts';
import { BatchPace, type PaceOptions } from './runner/batch-pace.ts';
import { EarlyPauses } from './runner/early-pauses.ts';
import { attemptBatch, groupBatches } from './runner/job-batch.ts';
import type { JobKind } from './job.entity.ts';
import type { Job } from './job.service.ts';
import { type JobRun, RunningJobs } from './runner/running-jobs.ts';

const SWEEP_EVERY_MS = 10_000;
const MAINTENANCE_EVERY_MS = 60 * 60 * 1000;
const MAX_IDLE_MS = 2_000;
/**
 * Pause if due work could not be claimed: another worker was faster, or it waits for a job of the same key or site.
 * Doubled each time.
 */
const CONTENDED_IDLE_MS = 100;

/** A delivery without a runnable job tries again with increasing pauses, and gives up after a while. */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;
const PATIENCE_MS = 10_000;
/** Maximum time for which a delivery runs jobs of other sites before it ends. */
const MAX_DELIVERY_MS = 60_000;
const MIN_REDELIVERY_SECONDS = 1;
/** Number of remembered turns, so that sites also take turns if no job runs until the next is claimed. */
const MAX_SERVED = 16;

export interface RunnerOptions extends AttemptOptions, PaceOptions {
  /** Concurrent jobs. */
  slots: number;
  /** Concurrent jobs of one site, for jobs that may take minutes: other slots stay free for other sites. Default: all. */
  slotsPerSite?: number;
  /** Concurrent jobs that have given their slot back. Default: none may. */
  maxWithoutSlot?: number;
  /** A delivery without a runnable job waits this long. */
  patienceMs?: number;
  /** Periodic cleanup: runs at the start and every hour, in every process. */
  maintenance?: () => Promise<void>;
}

/**
 * Runs jobs of the kinds it has handlers for in this process: from a loop that is woken for new jobs and also polls
 * every few seconds (`start`), or during a delivery (`deliver`).
 * See decision 218.
 */
export class JobRunner {
  private readonly options: RunnerOptions;
  /** Another runner runs the other kinds, so that long jobs of one kind do not use all slots. */
  private readonly kinds: readonly JobKind[];
  private maintainedAt = -Infinity;
  private readonly runningJobs: RunningJobs;
  private readonly pace: BatchPace;
  private loop: Promise<void> | null = null;
  private isStopping = false;
  private wakeUp: () => void = () => {};
  private woken = false;
  /** Number of consecutive attempts without a claimed job. */
  private emptyClaims = 0;
  /** Pauses of deliveries; a slot that becomes free ends one. */
  private readonly pauses = new EarlyPauses();
  /** One claim at a time: two concurrent claims would choose the same job. */
  private claimQueue: Promise<unknown> = Promise.resolve();
  private recentSites: (string | null)[] = [];

  constructor(options: RunnerOptions) {
    this.options = options;
    this.pace = new BatchPace(options, () => this.wake());
    this.runningJobs = new RunningJobs(options, () => {
      this.wake();
      this.pauses.endOne();
    });
    this.kinds = Object.keys(options.handlers) as JobKind[];
  }

  /** @param alone no other process uses this database: jobs with the state running belong to a crashed worker */
  async start(options: { alone: boolean }): Promise<void> {
    this.isStopping = false;
    await this.options.jobs.sweep({ all: options.alone });
    if (!this.isStopping) this.loop = this.work();
  }

  wake(): void {
    this.emptyClaims = 0;
    this.woken = true;
    this.wakeUp();
  }

  takes(kind: JobKind): boolean {
    return this.kinds.includes(kind);
  }

  /**
   * Runs due jobs, the fairest first, until the delivered one is no longer waiting, by any worker.
   * @param waits seconds until the delivered job is due; null if it is no longer waiting
   * @returns null in that case, otherwise the seconds after which the delivery should be repeated
   */
  async deliver(waits: () => Promise<number | null>): Promise<number | null> {
    const startedAt = performance.now();
    let lastRun = startedAt;
    let pause = MIN_PAUSE_MS;
    try {
      for (;;) {
        const due = await waits();
        if (due === null) return null;
        const patient = performance.now() - lastRun + due * 1000 < (this.options.patienceMs ?? PATIENCE_MS);
        if (this.isStopping || !patient || performance.now() - startedAt > MAX_DELIVERY_MS) {
          return Math.max(MIN_REDELIVERY_SECONDS, Math.ceil(due));
        }
        if (due === 0 && (await this.runOne())) {
          lastRun = performance.now();
          pause = MIN_PAUSE_MS;
        } else {
          await this.pauses.pause(Math.max(due * 1000, pause * Math.random()));
          pause = Math.min(pause * 2, MAX_PAUSE_MS);
        }
      }
    } finally {
      this.pauses.endOne();
    }
  }

  /** Takes no more jobs, waits up to `graceMs` for running ones, then returns them to the queue. */
  async stop(graceMs: number): Promise<void> {
    this.isStopping = true;
    this.wake();
    this.pauses.endAll();
    await Promise.all([this.loop, this.claimQueue]);
    const all = this.runningJobs.waitForEnd();
    await Promise.race([all, delay(graceMs, undefined, { ref: false })]);
    this.runningJobs.abort();
    await all;
  }

  /** Runs the periodic cleanup at most once an hour. Never rejects. */
  async runMaintenance(): Promise<void> {
    const { maintenance, log } = this.options;
    if (!maintenance || performance.now() - this.maintainedAt < MAINTENANCE_EVERY_MS) return;
    this.maintainedAt = performance.now();
    await maintenance().catch((error: unknown) => log.error({ err: error }, 'maintenance failed'));
  }

  private async work(): Promise<void> {
    const { slots, log, outages, jobs } = this.options;
    let swept = Date.now();
    while (!this.isStopping) {
      this.woken = false;
      try {
        const due = this.runningJobs.usedSlots < slots ? await jobs.nextDue(this.startableKinds()) : null;
        // Every commit of a job wakes every runner, and a claim that finds nothing costs twenty times this read.
        // Asked again: an outage may have been reported meanwhile.
        const runs = due === 0 ? await this.claim(slots - this.runningJobs.usedSlots, this.startableKinds()) : [];
        this.emptyClaims = due === 0 && runs.length === 0 ? this.emptyClaims + 1 : 0;
        if (Date.now() - swept > SWEEP_EVERY_MS) {
          await jobs.sweep();
          await outages.resume();
          swept = Date.now();
        }
        await this.runMaintenance();
        if (this.runningJobs.usedSlots >= slots) await this.idle(null);
        else if (runs.length === 0) await this.idle(due);
      } catch (error) {
        log.error({ err: error }, 'jobs could not be claimed');
        await this.idle(null);
      }
    }
  }

  /** Waits until woken, until the next job is due in so many seconds, or a maximum time. */
  private async idle(due: number | null): Promise<void> {
    if (this.woken || this.isStopping) return;
    const emptyPause = due === 0 ? CONTENDED_IDLE_MS * 2 ** Math.min(this.emptyClaims, 5) : CONTENDED_IDLE_MS;
    const milliseconds = due === null ? MAX_IDLE_MS : Math.min(due * 1000 + emptyPause, MAX_IDLE_MS);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** False if all slots are in use or no job could be claimed. */
  private async runOne(): Promise<boolean> {
    const claim = this.claimQueue.then(async () => {
      if (this.isStopping || this.runningJobs.usedSlots >= this.options.slots) return null;
      const [launched] = await this.claim(1, this.claimableKinds(), this.recentSites);
      if (!launched) return null;
      this.recentSites = [...this.recentSites, launched.jobs[0]?.siteId ?? null].slice(-MAX_SERVED);
      return { ended: launched.done };
    });
    this.claimQueue = claim.catch(() => {});
    const launched = await claim;
    await launched?.ended;
    return launched !== null;
  }

  /** Claims and launches jobs for so many slots. */
  private async claim(
    free: number,
    kinds: readonly JobKind[],
    recentSites: readonly (string | null)[] = [],
  ): Promise<JobRun[]> {
    const freeBatches = this.pace.free(this.runningJobs.batches);
    const startable = freeBatches > 0 ? kinds : kinds.filter((kind) => !this.isBatched(kind));
    const batched = startable.filter((kind) => this.isBatched(kind));
    const max = batched.length === 0 ? free : Math.min(free, freeBatches);
    if (max <= 0 || startable.length === 0) return [];
    const jobs = await this.options.jobs.claim(max, startable, {
      served: recentSites,
      running: this.runningJobs.sites,
      maxPerSite: this.options.slotsPerSite ?? this.options.slots,
      batches: { kinds: batched, size: this.pace.size },
    });
    const batches = groupBatches(jobs, batched, this.pace.size);
    const starting = batches.filter(([first]) => this.isBatched(first?.kind) && first?.attempts === 1);
    this.pace.recordStart(starting.map(({ length }) => length));
    return batches.map((batch) => this.launch(batch));
  }

  /** Kinds whose dependencies are not known to be unavailable: the others stay in the queue. */
  private startableKinds(): JobKind[] {
    const { handlers, outages } = this.options;
    return this.claimableKinds().filter((kind) => !handlers[kind]?.requirements?.some((each) => outages.has(each)));
  }

  /** Kinds that run in batches are left out if another batch would be too much or too early. */
  private claimableKinds(): readonly JobKind[] {
    return this.pace.mayStart(this.runningJobs.batches)
      ? this.kinds
      : this.kinds.filter((kind) => !this.isBatched(kind));
  }

  private isBatched(kind: JobKind | undefined): boolean {
    return kind !== undefined && this.options.handlers[kind]?.runBatch !== undefined;
  }

  private launch(jobs: readonly Job[]): JobRun {
    const [first] = jobs;
    return this.runningJobs.start(jobs, (stop, slot) =>
      jobs.length === 1 && first ? attempt(first, stop, slot, this.options) : attemptBatch(jobs, stop, this.options),
    );
  }
}
