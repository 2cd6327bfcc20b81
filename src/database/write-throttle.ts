import { currentDeadline } from '../shared/deadline.ts';
import { FairQueue } from '../shared/fair-queue.ts';

/** How long after a read others are expected. */
const RECENT_MS = 100;
/** The processors are free for reads in the pauses. An addition that takes longer than its maximum waits for something else. */
const LIMITS = { slots: 1, pauseFactor: 3, maxHeldMs: 50 };

/**
 * Lets additions give way to reads: while requests read, additions run one at a time with pauses, and sites take turns. A
 * load of documents would otherwise use all that the processors can do, and every read would wait for its share.
 */
export class WriteThrottle {
  private lastReadAt = -Infinity;
  /** Requests are limited before. */
  private readonly queue = new FairQueue({ ...LIMITS, waiting: Infinity });

  noteRead(): void {
    this.lastReadAt = performance.now();
  }

  get hasRecentReads(): boolean {
    return performance.now() - this.lastReadAt < RECENT_MS;
  }

  /** @throws the reason why the deadline of the request ended while it waited */
  run<T>(site: string, addition: () => Promise<T>): Promise<T> {
    if (!this.hasRecentReads) return addition();
    return this.queue.run({ site, signal: currentDeadline()?.signal }, addition);
  }
}
