import { rejectOnAbort } from '../../../shared/timeout.ts';

/**
 * Work that several callers wait for. Each waits for its own turn to start it; the first one starts it for all. It is
 * aborted when the last caller disconnects.
 */
export class SharedWork<T> {
  private readonly outcome = Promise.withResolvers<T>();
  private readonly startController = new AbortController();
  private readonly abortController = new AbortController();
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
  async join(signal: AbortSignal, takeTurn: (startSignal: AbortSignal) => Promise<unknown>): Promise<T> {
    this.callers += 1;
    const turn = takeTurn(this.startController.signal).catch((error: unknown) => {
      if (!this.startController.signal.aborted) throw error;
    });
    try {
      const outcome = turn.then(() => this.outcome.promise);
      return await rejectOnAbort(outcome, signal);
    } finally {
      this.callers -= 1;
      if (this.callers === 0) {
        this.over();
        this.abortController.abort();
      }
    }
  }

  /**
   * Resolves with the work, for the caller that started it; the others also wait for `finish`.
   * @param work gets a signal that aborts when no caller waits any more
   */
  async begin(work: (signal: AbortSignal) => Promise<T>, finish: (result: T) => Promise<void>): Promise<void> {
    if (this.startController.signal.aborted) return;
    this.startController.abort();
    const running = work(this.abortController.signal);
    const { resolve, reject } = this.outcome;
    running
      .then(async (result) => finish(result).then(() => resolve(result)))
      .catch(reject)
      .finally(this.over);
    await running;
  }
}
