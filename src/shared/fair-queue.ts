import { ServiceError } from './errors.ts';
import { getOrAdd } from './get-or-add.ts';
import { once } from './once.ts';

/** Owner of a task: sites take turns, and the callers within a site take turns. */
export interface Owner {
  site: string;
  /** For example an address. */
  caller: string;
}

export interface Turn {
  owner: Owner;
  /** Always leaves one slot to others, if there are several. */
  isHeavy?: boolean;
  /** Removes the task from the queue. */
  signal?: AbortSignal | undefined;
}

interface Waiting extends Turn {
  start(): void;
  displace(error: Error): void;
}

export interface FairQueueLimits {
  /** Concurrent tasks. */
  slots: number;
  /** Maximum number of waiting tasks. */
  waiting: number;
  /** A task that runs longer no longer counts. Default: no maximum. */
  maxHeldMs?: number;
}

/**
 * Limits concurrent tasks and shares them fairly: the next task is that of the site, and within it of the caller, that
 * was served least recently. If too many tasks are waiting, the owner of most of them loses its latest one, so a
 * caller's waiting time does not grow with the demand of others.
 */
export class FairQueue {
  private readonly limits: FairQueueLimits;
  /** Sorted by when they were last served. */
  private readonly sites = new Map<string, Map<string, Waiting[]>>();
  private waiting = 0;
  private running = 0;
  private heavy = 0;

  constructor(limits: FairQueueLimits) {
    this.limits = limits;
  }

  /** Whether a task would start at once. */
  get isFree(): boolean {
    return this.running < this.limits.slots;
  }

  /** @throws ServiceError UNAVAILABLE if too many are waiting; the signal's reason if it aborts before the task starts */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await this.enter(turn);
    const { maxHeldMs } = this.limits;
    const leave = once(() => {
      this.running -= 1;
      if (turn.isHeavy) this.heavy -= 1;
      this.startNext();
    });
    const timer = maxHeldMs === undefined ? undefined : setTimeout(leave, maxHeldMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      leave();
    }
  }

  private async enter(turn: Turn): Promise<void> {
    const { signal } = turn;
    signal?.throwIfAborted();
    const { promise: started, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { ...turn, start: resolve, displace: reject };
    const leave = (): void => {
      if (this.remove(waiting)) reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.add(waiting);
    this.startNext();
    if (this.waiting > this.limits.waiting) this.displaceOne();
    return started.finally(() => signal?.removeEventListener('abort', leave));
  }

  private startNext(): void {
    while (this.running < this.limits.slots) {
      const next = this.takeNext();
      if (!next) return;
      this.running += 1;
      if (next.isHeavy) this.heavy += 1;
      next.start();
    }
  }

  private takeNext(): Waiting | undefined {
    const mayBeHeavy = this.heavy < Math.max(1, this.limits.slots - 1);
    for (const [site, callers] of this.sites) {
      for (const [caller, works] of callers) {
        const next = works.find(({ isHeavy }) => mayBeHeavy || !isHeavy);
        if (!next) continue;
        this.remove(next);
        moveToEnd(callers, caller);
        moveToEnd(this.sites, site);
        return next;
      }
    }
    return undefined;
  }

  private displaceOne(): void {
    let max: Waiting[] = [];
    for (const callers of this.sites.values()) {
      for (const works of callers.values()) if (works.length >= max.length) max = works;
    }
    const last = max.at(-1);
    if (!last || !this.remove(last)) return;
    last.displace(new ServiceError('UNAVAILABLE', 'Too many images are waiting to be processed'));
  }

  private add(waiting: Waiting): void {
    const { site, caller } = waiting.owner;
    const callers = getOrAdd(this.sites, site, () => new Map<string, Waiting[]>());
    getOrAdd(callers, caller, () => []).push(waiting);
    this.waiting += 1;
  }

  private remove(waiting: Waiting): boolean {
    const { site, caller } = waiting.owner;
    const callers = this.sites.get(site);
    const works = callers?.get(caller);
    const at = works?.indexOf(waiting) ?? -1;
    if (!callers || !works || at < 0) return false;
    works.splice(at, 1);
    this.waiting -= 1;
    if (works.length === 0) callers.delete(caller);
    if (callers.size === 0) this.sites.delete(site);
    return true;
  }
}

function moveToEnd<V>(map: Map<string, V>, key: string): void {
  const value = map.get(key);
  if (value === undefined) return;
  map.delete(key);
  map.set(key, value);
}
