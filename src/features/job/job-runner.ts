import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../shared/logger.ts';
import { type AttemptOptions, attempt } from './job-attempt.ts';
import type { JobError, JobKind } from './job.entity.ts';
import type { Job, Sharing } from './job.service.ts';

/** Executes one kind of job. Idempotent: it may be run again from the start at any time. */
export interface JobHandler {
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Dependencies that must be available to start a job. */
  needs?: readonly string[];
  /** Called each time the job is postponed because a dependency is unavailable. */
  waiting?(job: Job, reason: JobError): Promise<void>;
  /** Called once when the job has failed permanently. */
  failed?(job: Job, error: JobError): Promise<void>;
}

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

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
const COME_AGAIN_SECONDS = 1;
/** Number of remembered turns, so that sites also take turns if no job runs until the next is claimed. */
const KEPT_TURNS = 16;

interface RunnerOptions extends AttemptOptions {
  log: Logger;
  /** Concurrent jobs. */
  slots: number;
  /** Concurrent jobs of one site, for jobs that may take minutes: other slots stay free for other sites. Default: all. */
  slotsPerSite?: number;
  /** How long a delivery without a runnable job waits. */
  patienceMs?: number;
  /** Periodic cleanup: runs at the start and every hour, in every process. */
  maintenance?: () => Promise<void>;
}

/**
 * Runs jobs of the kinds it has handlers for in this process: from a loop that is woken for new jobs and also polls
 * every few seconds (`start`), or during a delivery (`deliver`).
 */
export class JobRunner {
  private readonly options: RunnerOptions;
  /** Another runner runs the other kinds, so that long jobs of one kind do not use all slots. */
  private readonly kinds: readonly JobKind[];
  private maintainedAt = -Infinity;
  private readonly running = new Map<Job, { done: Promise<void>; stop: AbortController }>();
  private loop: Promise<void> | null = null;
  private stopping = false;
  private wakeUp: () => void = () => {};
  private woken = false;
  /** Number of consecutive attempts without a claimed job. */
  private contended = 0;
  private readonly pausing = new Set<AbortController>();
  /** One claim at a time: two concurrent claims would choose the same job. */
  private claiming: Promise<unknown> = Promise.resolve();
  private served: (string | null)[] = [];

  constructor(options: RunnerOptions) {
    this.options = options;
    this.kinds = Object.keys(options.handlers) as JobKind[];
  }

  /** @param alone no other process uses this database: jobs with the state running belong to a crashed worker */
  async start(options: { alone: boolean }): Promise<void> {
    this.stopping = false;
    await this.options.jobs.sweep({ all: options.alone });
    if (!this.stopping) this.loop = this.work();
  }

  wake(): void {
    this.contended = 0;
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
    const begun = performance.now();
    let lastRun = begun;
    let pause = MIN_PAUSE_MS;
    try {
      for (;;) {
        const due = await waits();
        if (due === null) return null;
        const patient = performance.now() - lastRun + due * 1000 < (this.options.patienceMs ?? PATIENCE_MS);
        if (this.stopping || !patient || performance.now() - begun > MAX_DELIVERY_MS) {
          return Math.max(COME_AGAIN_SECONDS, Math.ceil(due));
        }
        if (due === 0 && (await this.runOne())) {
          lastRun = performance.now();
          pause = MIN_PAUSE_MS;
        } else {
          await this.pause(Math.max(due * 1000, pause * Math.random()));
          pause = Math.min(pause * 2, MAX_PAUSE_MS);
        }
      }
    } finally {
      this.unpauseOne();
    }
  }

  /** Takes no more jobs, waits up to `graceMs` for running ones, then returns them to the queue. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wake();
    for (const paused of this.pausing) paused.abort();
    await Promise.all([this.loop, this.claiming]);
    const all = Promise.all([...this.running.values()].map(({ done }) => done));
    await Promise.race([all, delay(graceMs, undefined, { ref: false })]);
    for (const { stop } of this.running.values()) stop.abort();
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
    const { jobs, slots, log, outages } = this.options;
    let swept = Date.now();
    while (!this.stopping) {
      this.woken = false;
      try {
        const free = slots - this.running.size;
        const kinds = this.startable();
        const claimed = free > 0 && kinds.length > 0 ? await jobs.claim(free, kinds, this.sharing()) : [];
        this.contended = claimed.length > 0 ? 0 : this.contended + 1;
        for (const job of claimed) void this.launch(job);
        if (Date.now() - swept > SWEEP_EVERY_MS) {
          await jobs.sweep();
          await outages.resume();
          swept = Date.now();
        }
        await this.runMaintenance();
        if (claimed.length === 0 || this.running.size >= slots) await this.idle();
      } catch (error) {
        log.error({ err: error }, 'jobs could not be claimed');
        await this.idle();
      }
    }
  }

  /** Waits until woken, until the next job is due, or a maximum time. */
  private async idle(): Promise<void> {
    const { jobs, slots } = this.options;
    const due = this.running.size < slots ? await jobs.nextDue(this.startable()).catch(() => null) : null;
    if (this.woken || this.stopping) return;
    const contended = due === 0 ? CONTENDED_IDLE_MS * 2 ** Math.min(this.contended, 5) : CONTENDED_IDLE_MS;
    const milliseconds = due === null ? MAX_IDLE_MS : Math.min(due * 1000 + contended, MAX_IDLE_MS);
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
    const claim = this.claiming.then(async () => {
      if (this.stopping || this.running.size >= this.options.slots) return null;
      const [job] = await this.options.jobs.claim(1, this.kinds, { ...this.sharing(), served: this.served });
      if (!job) return null;
      this.served = [...this.served, job.siteId].slice(-KEPT_TURNS);
      return { ended: this.launch(job) };
    });
    this.claiming = claim.catch(() => {});
    const launched = await claim;
    await launched?.ended;
    return launched !== null;
  }

  /** Kinds whose dependencies are not known to be unavailable: the others stay in the queue. */
  private startable(): JobKind[] {
    const { handlers, outages } = this.options;
    return this.kinds.filter((kind) => !handlers[kind]?.needs?.some((each) => outages.isAway(each)));
  }

  private sharing(): Sharing {
    const { slots, slotsPerSite = slots } = this.options;
    return { running: [...this.running.keys()].map(({ siteId }) => siteId), maxPerSite: slotsPerSite };
  }

  /** Ends early when a slot becomes free. */
  private async pause(milliseconds: number): Promise<void> {
    const waking = new AbortController();
    this.pausing.add(waking);
    await delay(milliseconds, undefined, { signal: waking.signal }).catch(() => {});
    this.pausing.delete(waking);
  }

  private unpauseOne(): void {
    const [first] = this.pausing;
    first?.abort();
  }

  private launch(job: Job): Promise<void> {
    const stop = new AbortController();
    const done = attempt(job, stop, this.options).finally(() => {
      this.running.delete(job);
      this.wake();
      this.unpauseOne();
    });
    this.running.set(job, { done, stop });
    return done;
  }
}
