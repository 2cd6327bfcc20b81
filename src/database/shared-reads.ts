import { setImmediate as endOfTurn } from 'node:timers/promises';
import { withDeadline } from '../shared/deadline.ts';
import { getOrAdd } from '../shared/get-or-add.ts';

/**
 * Reads that requests share, by key, if they ask in the same turn of the event loop: under load many arrive at once, and sending a
 * statement costs more than its answer. The read begins after all of its callers have asked, so that it sees whatever
 * was committed before.
 */
export class SharedReads<T> {
  private readonly waiting = new Map<string, Promise<T>>();

  get(key: string, read: () => Promise<T>): Promise<T> {
    return getOrAdd(this.waiting, key, () => this.readAtEndOfTurn(key, read));
  }

  private async readAtEndOfTurn(key: string, read: () => Promise<T>): Promise<T> {
    await endOfTurn();
    this.waiting.delete(key);
    // The deadline of one caller does not concern the others.
    return withDeadline(undefined, read);
  }
}
