import { currentDeadline } from './deadline.ts';
import { FairQueue } from './fair-queue.ts';

/** While one waits for the database, the other is written. */
const SLOTS = 2;
/** An answer that takes longer waits for the database, not for others: the next one begins. */
const MAX_HELD_MS = 50;

/**
 * Lets only a few answers with pages be made at once in a process; sites take turns. All rows and objects of an answer
 * are in memory until it is sent: of many at once each survives several collections of the young generation, which
 * copies it every time.
 */
export class AnswerTurns {
  private readonly siteOf: (context: unknown) => string;
  /** Requests are limited before. */
  private readonly queue = new FairQueue({ slots: SLOTS, waiting: Infinity, maxHeldMs: MAX_HELD_MS });

  /** @param siteOf the site that the request is for; empty if for none */
  constructor(siteOf: (context: unknown) => string) {
    this.siteOf = siteOf;
  }

  /** @throws the reason why the deadline of the request ended while it waited */
  async run<T>(context: unknown, work: () => Promise<T>): Promise<T> {
    const site = this.siteOf(context);
    // The signal of a deadline is made when it is asked for.
    const signal = this.queue.isFree ? undefined : currentDeadline()?.signal;
    return this.queue.run({ site, signal }, work);
  }
}
