import { within } from '../../shared/within.ts';

export interface HandOverOptions<T> {
  send: (item: T) => Promise<void>;
  onFailure: (error: unknown) => void;
  /** Called with the number of dropped items when too many are waiting. */
  onOverflow: (count: number) => void;
  atOnce: number;
  maxWaiting: number;
}

/**
 * Processes items in the background, a limited number at a time and in order, and drops items above the maximum queue
 * length.
 */
export class HandOver<T> {
  private readonly options: HandOverOptions<T>;
  private readonly waiting: T[] = [];
  private readonly sending = new Set<Promise<void>>();
  /** Number of items accepted so far, and of those that are processed or have failed. */
  private taken = 0;
  private done = 0;

  constructor(options: HandOverOptions<T>) {
    this.options = options;
  }

  add(items: readonly T[]): void {
    const room = Math.max(0, this.options.maxWaiting - this.waiting.length);
    const fitting = items.slice(0, room);
    this.waiting.push(...fitting);
    this.taken += fitting.length;
    if (items.length > room) this.options.onOverflow(items.length - room);
    this.next();
  }

  /** Resolves when all items accepted so far are processed, at the latest after this many milliseconds. */
  async settled(milliseconds: number): Promise<void> {
    const { taken } = this;
    const drained = async (): Promise<void> => {
      while (this.done < taken) await Promise.race(this.sending);
    };
    await within(milliseconds, drained(), () => new Error('too late')).catch(() => {});
  }

  private next(): void {
    const { atOnce, send, onFailure } = this.options;
    for (const item of this.waiting.splice(0, atOnce - this.sending.size)) {
      const sent = send(item)
        .catch(onFailure)
        .finally(() => {
          this.sending.delete(sent);
          this.done += 1;
          this.next();
        });
      this.sending.add(sent);
    }
  }
}
