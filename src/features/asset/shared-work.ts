/**
 * One piece of work that several callers wait for. Each waits for its own turn to begin it; the first whose turn comes
 * begins it for all. It is aborted when the last of them has gone.
 */
export class SharedWork<T> {
  private readonly outcome = Promise.withResolvers<T>();
  private readonly begun = new AbortController();
  private readonly unwanted = new AbortController();
  private readonly over: () => void;
  private callers = 0;

  /** @param over nobody may join any more */
  constructor(over: () => void) {
    this.over = over;
    this.outcome.promise.catch(() => {});
  }

  /**
   * @param signal of this caller
   * @param takeTurn waits until this caller may begin the work; given up when another one has begun it
   */
  async join(signal: AbortSignal, takeTurn: (begun: AbortSignal) => Promise<unknown>): Promise<T> {
    this.callers += 1;
    const gone = Promise.withResolvers<never>();
    const leave = (): void => gone.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    const turn = takeTurn(this.begun.signal).catch((error: unknown) => {
      if (!this.begun.signal.aborted) throw error;
    });
    try {
      return await Promise.race([turn.then(() => this.outcome.promise), gone.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      this.callers -= 1;
      if (this.callers === 0) {
        this.over();
        this.unwanted.abort();
      }
    }
  }

  /**
   * Ends when the work has, for the caller whose turn it is; whoever has joined also waits for `finish`.
   * @param work is given a signal that aborts when nobody waits for it any more
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
