import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Deadline, currentDeadline, withDeadline } from '../shared/deadline.ts';

interface Read<T> {
  ids: Set<string>;
  /** Of the last of its callers. */
  endsAt: number;
  rows: Promise<ReadonlyMap<string, T>>;
}

/**
 * Rows by id that requests share a statement for, if they ask in the same turn of the event loop: as `SharedReads`, which see.
 * The statement ends with the last deadline of its callers. Without a deadline a caller has a statement of its own, so that jobs
 * do not wait for each other.
 */
export class SharedRows<T extends { id: string }> {
  private readonly waiting = new Map<string, Read<T>>();

  /**
   * @param key the same for callers that may read the same rows by the same statement
   * @param read any of the rows with these ids, in any order
   * @returns a row that no other caller has
   */
  async get(key: string, id: string, read: (ids: readonly string[]) => Promise<readonly T[]>): Promise<T | null> {
    const deadline = currentDeadline();
    if (!deadline) return (await read([id]))[0] ?? null;
    let shared = this.waiting.get(key);
    if (!shared) {
      shared = { ids: new Set(), endsAt: 0, rows: this.readAtEndOfTurn(key, read) };
      this.waiting.set(key, shared);
    }
    const isFirst = !shared.ids.has(id);
    shared.ids.add(id);
    shared.endsAt = Math.max(shared.endsAt, deadline.at);
    const row = (await shared.rows).get(id) ?? null;
    return isFirst ? row : structuredClone(row);
  }

  private async readAtEndOfTurn(
    key: string,
    read: (ids: readonly string[]) => Promise<readonly T[]>,
  ): Promise<ReadonlyMap<string, T>> {
    await endOfTurn();
    const { ids, endsAt } = this.waiting.get(key) as Read<T>;
    this.waiting.delete(key);
    const deadline = new Deadline(Math.max(1, endsAt - performance.now()));
    try {
      const rows = await withDeadline(deadline, () => read([...ids]));
      return new Map(rows.map((row) => [row.id, row]));
    } finally {
      deadline.clear();
    }
  }
}
