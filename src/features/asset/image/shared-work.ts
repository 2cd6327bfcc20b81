import { unlessAborted } from '../../../shared/within.ts';

/**
 * Work that several callers wait for. Each waits for its own turn to start it; the first one starts it for all. It is
 * aborted when the last caller disconnects.
 */
export class SharedWork<T> {
  private readonly outcome = Promise.withResolvers<T>();
  private readonly begun = new AbortController();
  private readonly unwanted = new AbortController();
  private readonly over: () => void;
  private callers = 0;

  /** @param over called when no caller can join any more */
  constructor(over: () => void) {
    this.over = over;
    this.outcome.promise.catch(() => {});
  }

  /**
   * @param signal of this caller
   * @param takeTurn waits until this caller may start the work; aborted when another one has started it
   */
  async join(signal: AbortSignal, takeTurn: (begun: AbortSignal) => Promise<unknown>): Promise<T> {
    this.callers += 1;
    const turn = takeTurn(this.begun.signal).catch((error: unknown) => {
      if (!this.begun.signal.aborted) throw error;
    });
    try {
      const outcome = turn.then(() => this.outcome.promise);
      return await unlessAborted(outcome, signal);
    } finally {
      this.callers -= 1;
      if (this.callers === 0) {
        this.over();
        this.unwanted.abort();
      }
    }
  }

  /**
   * Resolves with the work, for the caller that started it; the others also wait for `finish`.
   * @param work gets a signal that aborts when no caller waits any more
   */
  async begin(work: (wanted: AbortSignal) => Promise<T>, finish: (result: T) => Promise<void>): Promise<void> {
    if (this.begun.signal.aborted) return;
    this.begun.abort();
    const made = work(this.unwanted.signal);
    const { resolve, reject } = this.outcome;
    made
      .then(async (result) => finish(result).then(() => resolve(result)))
      .catch(reject)
      .finally(this.over);
    await made;
  }
}
