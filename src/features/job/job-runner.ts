import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../shared/logger.ts';
import { type AttemptOptions, attempt } from './job-attempt.ts';
import type { JobKind } from './job.entity.ts';
import type { Job, Sharing } from './job.service.ts';

/** Does the work of one kind of job. Idempotent: it may be run again from the start at any time. */
export interface JobHandler {
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Dependencies without which there is no point in starting one. */
  needs?: readonly string[];
  /** Called each time the job is put back because a dependency is away. */
  waiting?(job: Job, reason: { code: string; message: string }): Promise<void>;
  /** Called once when the job has failed for good. */
  failed?(job: Job, error: { code: string; message: string }): Promise<void>;
}

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

const SWEEP_EVERY_MS = 10_000;
const HOUSEKEEPING_EVERY_MS = 60 * 60 * 1000;
const MAX_IDLE_MS = 2_000;
/** When work is due that could not be had: another worker was quicker, or it waits for a job of its key or site. Doubled each time. */
const CONTENDED_IDLE_MS = 100;

/** A delivery that finds nothing to run looks again, less and less often, and gives up after a while. */
const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 500;
const PATIENCE_MS = 10_000;
/** How long a delivery goes on running other sites' jobs before it gives way to the next. */
const MAX_DELIVERY_MS = 60_000;
const COME_AGAIN_SECONDS = 1;
/** As many turns are remembered, so that sites take turns also when no job lasts until the next is claimed. */
const KEPT_TURNS = 16;

interface RunnerOptions extends AttemptOptions {
  log: Logger;
  /** Jobs at a time. */
  slots: number;
  /** Of one site, where a job may take minutes: the other slots stay free for other sites. Default: all of them. */
  slotsPerSite?: number;
  /** How long a delivery waits that finds nothing to run. */
  patienceMs?: number;
  /** What is to be cleared away now and then: run at the start and every hour, by every process. */
  housekeeping?: () => Promise<void>;
}

/**
 * Runs jobs of the kinds it has handlers for in this process, in one of two ways: from a loop that wakes when told to and looks
 * by itself every few seconds for what nobody told it of (`start`), or while a delivery waits for it (`deliver`).
 */
export class JobRunner {
  private readonly options: RunnerOptions;
  /** Another runner does the others, so that long work of one kind never takes the slots of all. */
  private readonly kinds: readonly JobKind[];
  private housekept = -Infinity;
  private readonly running = new Map<Job, { done: Promise<void>; stop: AbortController }>();
  private loop: Promise<void> | null = null;
  private stopping = false;
  private wakeUp: () => void = () => {};
  private woken = false;
  /** How often in a row nothing could be had. */
  private contended = 0;
  private readonly pausing = new Set<AbortController>();
  /** One at a time: two claims at once would choose the same job, and one of them would go without. */
  private claiming: Promise<unknown> = Promise.resolve();
  private served: (string | null)[] = [];

  constructor(options: RunnerOptions) {
    this.options = options;
    this.kinds = Object.keys(options.handlers) as JobKind[];
  }

  /** @param alone no other process works on this database: jobs that look as if they ran are a dead worker's. */
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
   * Runs due jobs, the fairest first, until the delivered one no longer waits, whoever ran it.
   * @param waits in how many seconds the delivered job is due; null: it does not wait any more
   * @returns null then, or after how many seconds the delivery should come again, as nothing can be run for it now
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

  /** Takes no more work, lets running jobs finish for `graceMs`, then hands them back. */
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

  /** Clears away what is to be cleared away, once an hour however often it is called. Never rejects. */
  async keepHouse(): Promise<void> {
    const { housekeeping, log } = this.options;
    if (!housekeeping || performance.now() - this.housekept < HOUSEKEEPING_EVERY_MS) return;
    this.housekept = performance.now();
    await housekeeping().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'));
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
        await this.keepHouse();
        if (claimed.length === 0 || this.running.size >= slots) await this.idle();
      } catch (error) {
        log.error({ err: error }, 'jobs could not be claimed');
        await this.idle();
      }
    }
  }

  /** Until woken, until the next job is due, or a little while at most. */
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

  /** False when all slots are taken or nothing could be had. */
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

  /** Kinds whose dependencies are not known to be away: the others stay in the queue until those are back. */
  private startable(): JobKind[] {
    const { handlers, outages } = this.options;
    return this.kinds.filter((kind) => !handlers[kind]?.needs?.some((each) => outages.isAway(each)));
  }

  private sharing(): Sharing {
    const { slots, slotsPerSite = slots } = this.options;
    return { running: [...this.running.keys()].map(({ siteId }) => siteId), mostPerSite: slotsPerSite };
  }

  /** Shorter when a slot becomes free. */
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
