import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Deadline, currentDeadline, withDeadline } from '../shared/deadline.ts';
import { getOrAdd } from '../shared/get-or-add.ts';

interface PendingRead {
  ids: Set<string>;
  /** The last deadline of its callers. */
  endsAt: number;
  result: Promise<unknown>;
}

type RowsById<T> = ReadonlyMap<string, T>;

/**
 * Reads that requests share if they ask in the same turn of the event loop: under load many arrive together, and sending
 * a statement costs more than its answer. A read begins after all of its callers have asked, so that it sees whatever was
 * committed before, and ends with the last deadline of its callers.
 * See decision 161.
 */
export class ReadCoalescer {
  private readonly pending = new Map<string, PendingRead>();

  /** @param key the same for callers that share the result */
  one<T>(key: string, read: () => Promise<T>): Promise<T> {
    return this.join(key, read).result as Promise<T>;
  }

  /**
   * Without a deadline a caller has a statement of its own, so that jobs do not wait for each other.
   * @param key the same for callers that may read the same rows by the same statement
   * @param read any of the rows with these ids, in any order
   * @returns a row that no other caller has
   */
  async findById<T extends { id: string }>(
    key: string,
    id: string,
    read: (ids: readonly string[]) => Promise<readonly T[]>,
  ): Promise<T | null> {
    if (!currentDeadline()) return (await read([id]))[0] ?? null;
    const { ids, result } = this.join(key, async (all): Promise<RowsById<T>> => {
      const rows = await read(all);
      return new Map(rows.map((row) => [row.id, row]));
    });
    const isFirst = !ids.has(id);
    ids.add(id);
    const row = ((await result) as RowsById<T>).get(id) ?? null;
    return isFirst ? row : structuredClone(row);
  }

  private join(key: string, read: (ids: readonly string[]) => Promise<unknown>): PendingRead {
    const pending = getOrAdd(this.pending, key, (): PendingRead => ({
      ids: new Set(),
      endsAt: 0,
      result: endOfTurn().then(() => this.begin(key, read)),
    }));
    pending.endsAt = Math.max(pending.endsAt, currentDeadline()?.at ?? Infinity);
    return pending;
  }

  private async begin(key: string, read: (ids: readonly string[]) => Promise<unknown>): Promise<unknown> {
    const { ids, endsAt } = this.pending.get(key) as PendingRead;
    this.pending.delete(key);
    if (endsAt === Infinity) return withDeadline(undefined, () => read([...ids]));
    const deadline = new Deadline(Math.max(1, endsAt - performance.now()));
    return withDeadline(deadline, () => read([...ids])).finally(() => deadline.clear());
  }
}
