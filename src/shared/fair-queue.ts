import { ServiceError } from './errors.ts';
import { getOrAdd } from './get-or-add.ts';
import { once } from './once.ts';

/** What a task belongs to and weighs. */
export interface Task {
  site: string;
  /** The caller, for example an address; callers share what their site gets. */
  caller?: string;
  /** What its owner is charged with, in any unit that is the same for all tasks. A function is called when it has ended. Default: 1. */
  weight?: number | (() => number);
  /** Always leaves one slot to others, if there are several. */
  isHeavy?: boolean;
  /** Removes the task from the queue. */
  signal?: AbortSignal | undefined;
}

interface WaitingTask extends Task {
  start(): void;
  displace(error: Error): void;
}

export interface FairQueueOptions {
  /** Concurrent tasks. */
  slots: number;
  /** Concurrent tasks of one site, with their pauses. Default: no maximum of its own. */
  slotsPerSite?: number;
  /** Maximum number of waiting tasks. */
  waiting: number;
  /** A task that runs longer, with its pause, no longer counts. Default: no maximum. */
  maxHeldMs?: number;
  /** How long a task keeps its slot after it has ended, in parts of the time that it took. Default: 0. */
  pauseFactor?: number;
  /** How long a site keeps its own slot after a task has left that of all. Default: not at all. */
  sitePauseMs?: (site: string) => number;
  /** The error for a task that is displaced because too many are waiting. */
  rejection?: () => ServiceError;
}

/** What a site, or one of its callers, was served. */
interface Share {
  served: number;
}

interface SiteShare extends Share {
  /** Slots, those of pauses included. */
  taken: number;
  callers: Map<string, CallerShare>;
}

interface CallerShare extends Share {
  tasks: WaitingTask[];
}

/**
 * Limits concurrent tasks and shares them fairly: the next task is that of the site, and within it of the caller, with
 * the least weight served. Who comes back after a pause begins with what the least served ones have by then. If too many
 * tasks are waiting, the owner of most of them loses its latest one, so a caller's waiting time does not grow with the
 * demand of others.
 * See decision 200.
 */
export class FairQueue {
  private readonly options: FairQueueOptions;
  /** Those with equal shares in the order in which they were last served. */
  private readonly sites = new Map<string, SiteShare>();
  private waiting = 0;
  private running = 0;
  private heavy = 0;
  /** What the site of the last started task was served by then: others begin with it. */
  private level = 0;

  constructor(options: FairQueueOptions) {
    this.options = options;
  }

  /** @throws the rejection if too many are waiting; the signal's reason if it aborts before the task starts */
  async run<T>(task: Task, work: () => Promise<T> | T): Promise<T> {
    await this.enter(task);
    const { maxHeldMs = Infinity, pauseFactor = 0 } = this.options;
    const startedAt = performance.now();
    const leave = once(() => this.leave(task));
    const timer = maxHeldMs === Infinity ? undefined : setTimeout(leave, maxHeldMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      if (typeof task.weight === 'function') this.charge(task, task.weight());
      const tookMs = performance.now() - startedAt;
      const pauseMs = Math.min(pauseFactor * tookMs, maxHeldMs - tookMs);
      if (pauseMs > 0) setTimeout(leave, pauseMs);
      else leave();
    }
  }

  private async enter(task: Task): Promise<void> {
    const { signal } = task;
    signal?.throwIfAborted();
    const { promise: started, resolve, reject } = Promise.withResolvers<void>();
    const waiting: WaitingTask = { ...task, start: resolve, displace: reject };
    const leave = (): void => {
      if (this.remove(waiting)) reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.add(waiting);
    this.startNext();
    if (this.waiting > this.options.waiting) this.displaceOne();
    return started.finally(() => signal?.removeEventListener('abort', leave));
  }

  private leave(task: Task): void {
    this.running -= 1;
    if (task.isHeavy) this.heavy -= 1;
    const pauseMs = this.options.sitePauseMs?.(task.site) ?? 0;
    if (pauseMs > 0) setTimeout(() => this.leaveSite(task.site), pauseMs);
    else this.leaveSite(task.site);
    this.startNext();
  }

  private leaveSite(site: string): void {
    const share = this.sites.get(site);
    if (share) share.taken -= 1;
    this.startNext();
  }

  private startNext(): void {
    while (this.running < this.options.slots) {
      const next = this.takeNext();
      if (!next) return;
      this.running += 1;
      if (next.isHeavy) this.heavy += 1;
      next.start();
    }
  }

  private takeNext(): WaitingTask | undefined {
    this.forgetIdle();
    const { slots, slotsPerSite = Infinity } = this.options;
    const mayBeHeavy = this.heavy < Math.max(1, slots - 1);
    for (const share of sortByServed(this.sites)) {
      if (share.taken >= slotsPerSite) continue;
      for (const { tasks } of sortByServed(share.callers)) {
        const next = tasks.find(({ isHeavy }) => mayBeHeavy || !isHeavy);
        if (!next) continue;
        this.remove(next);
        share.taken += 1;
        this.charge(next, typeof next.weight === 'function' ? 0 : (next.weight ?? 1));
        this.level = share.served;
        return next;
      }
    }
    return undefined;
  }

  private charge({ site, caller = '' }: Task, weight: number): void {
    const share = this.sites.get(site);
    serve(this.sites, site, weight);
    if (share) serve(share.callers, caller, weight);
  }

  private displaceOne(): void {
    let max: WaitingTask[] = [];
    for (const { callers } of this.sites.values()) {
      for (const { tasks } of callers.values()) if (tasks.length >= max.length) max = tasks;
    }
    const last = max.at(-1);
    if (!last || !this.remove(last)) return;
    last.displace(this.options.rejection?.() ?? new ServiceError('UNAVAILABLE', 'The service is busy'));
  }

  private add(waiting: WaitingTask): void {
    const { site, caller = '' } = waiting;
    const share = getOrAdd(this.sites, site, () => ({ served: 0, taken: 0, callers: new Map<string, CallerShare>() }));
    // Nothing is saved up while nothing waits.
    if (share.callers.size === 0) share.served = Math.max(share.served, this.level);
    const [head] = sortByServed(share.callers);
    getOrAdd(share.callers, caller, () => ({ served: head?.served ?? 0, tasks: [] })).tasks.push(waiting);
    this.waiting += 1;
  }

  private remove({ site, caller = '', start }: WaitingTask): boolean {
    const tasks = this.sites.get(site)?.callers.get(caller)?.tasks;
    const index = tasks?.findIndex((each) => each.start === start) ?? -1;
    if (!tasks || index < 0) return false;
    tasks.splice(index, 1);
    this.waiting -= 1;
    return true;
  }

  /** Callers that wait for nothing, and sites without such callers, slots and debts. */
  private forgetIdle(): void {
    for (const [site, { callers, taken, served }] of this.sites) {
      for (const [caller, { tasks }] of callers) if (tasks.length === 0) callers.delete(caller);
      const isSettled = served <= this.level || (this.waiting === 0 && this.running === 0);
      if (callers.size === 0 && taken === 0 && isSettled) this.sites.delete(site);
    }
  }
}

function sortByServed<S extends Share>(shares: ReadonlyMap<string, S>): S[] {
  return [...shares.values()].toSorted((one, other) => one.served - other.served);
}

/** Moves the share behind those that were served as much. */
function serve(shares: Map<string, Share>, key: string, weight: number): void {
  const share = shares.get(key);
  if (!share) return;
  share.served += weight;
  shares.delete(key);
  shares.set(key, share);
}
