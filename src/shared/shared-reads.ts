import { setImmediate as endOfTurn } from 'node:timers/promises';
import { withDeadline } from './deadline.ts';

/**
 * Reads that requests share, by key, if they ask in the same turn of the event loop: under load many arrive at once, and sending a
 * statement costs more than its answer. The read begins after all of its callers have asked, so that it sees whatever
 * was committed before.
 */
export class SharedReads<T> {
  private readonly waiting = new Map<string, Promise<T>>();

  get(key: string, read: () => Promise<T>): Promise<T> {
    let result = this.waiting.get(key);
    if (!result) {
      result = this.readAtEndOfTurn(key, read);
      this.waiting.set(key, result);
    }
    return result;
  }

  private async readAtEndOfTurn(key: string, read: () => Promise<T>): Promise<T> {
    await endOfTurn();
    this.waiting.delete(key);
    // The deadline of one caller does not concern the others.
    return withDeadline(undefined, read);
  }
}
