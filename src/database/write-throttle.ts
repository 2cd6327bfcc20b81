import { setTimeout as delay } from 'node:timers/promises';
import { currentDeadline } from '../shared/deadline.ts';
import { FairQueue } from '../shared/fair-queue.ts';

/** So long after a read, others are expected. */
const COMING_MS = 100;
/** Pause after an addition, in parts of the time that it took: the processors are free for reads in between. */
const PAUSE = 3;
/** An addition that takes longer, with its pause, waits for something else: the next one begins. */
const MAX_HELD_MS = 50;

/**
 * Lets additions give way to reads: while reads come, they run one at a time with pauses, and sites take turns. A load
 * of documents would otherwise use all that the processors can do, and every read would wait for its share.
 */
export class ReadsFirst {
  private lastReadAt = -Infinity;
  /** Requests are limited before. */
  private readonly queue = new FairQueue({ slots: 1, waiting: Infinity, maxHeldMs: MAX_HELD_MS });

  /** A request reads. */
  note(): void {
    this.lastReadAt = performance.now();
  }

  /** Whether a request has read lately. */
  get areComing(): boolean {
    return performance.now() - this.lastReadAt < COMING_MS;
  }

  /** @throws the reason why the deadline of the request ended while it waited */
  add<T>(site: string, work: () => Promise<T>): Promise<T> {
    if (!this.areComing) return work();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const turn = { site, signal: currentDeadline()?.signal };
    const inTurn = async (): Promise<void> => {
      const begun = performance.now();
      // Answered before the pause.
      const added = work().then(resolve, reject);
      await added;
      await delay(PAUSE * (performance.now() - begun));
    };
    this.queue.run(turn, inTurn).catch(reject);
    return promise;
  }
}
