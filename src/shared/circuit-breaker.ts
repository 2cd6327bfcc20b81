import { singleFlight } from './once.ts';
import { within } from './within.ts';

/** Settings of a breaker. */
export interface BreakerOptions {
  /** Resolves if the dependency is available. Aborted by the signal. */
  probe: (signal: AbortSignal) => Promise<void>;
  /** The error for calls during an outage. */
  outage: (cause: unknown) => Error;
  /** A call without a response for this long triggers a probe, repeated every second. */
  graceMs?: number;
  /** A slower probe is aborted and repeated once, because this process may have been busy. */
  probeLimitMs?: number;
}

const GRACE_MS = 250;
const PROBE_LIMIT_MS = 900;
const PROBE_AGAIN_MS = 1_000;
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;

/**
 * Calls to one dependency. A probe distinguishes a slow call from an outage: if it fails, all waiting calls are
 * rejected immediately and further ones are not attempted until a background probe succeeds.
 */
export class Breaker {
  private readonly options: BreakerOptions;
  private readonly waiting = new Set<(error: Error) => void>();
  private readonly listeners: (() => void)[] = [];
  private away: Error | undefined;
  /** Never rejects. */
  private readonly answers = singleFlight(() => this.probe());
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(options: BreakerOptions) {
    this.options = options;
  }

  /** Called whenever the dependency is available again after an outage. */
  onBack(listener: () => void): void {
    this.listeners.push(listener);
  }

  get isAway(): boolean {
    return this.away !== undefined;
  }

  /** @param isOutage whether a failed call may indicate an outage */
  async call<T>(work: () => Promise<T>, isOutage: (error: unknown) => boolean): Promise<T> {
    if (this.away) throw this.away;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    this.waiting.add(reject);
    const timer = this.watch(this.options.graceMs ?? GRACE_MS);
    try {
      return await Promise.race([work(), ended]);
    } catch (error) {
      if (isOutage(error) && error !== this.away) await this.answers();
      throw error;
    } finally {
      timer.end();
      this.waiting.delete(reject);
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private watch(graceMs: number): { end: () => void } {
    let timer = setTimeout(() => void again(), graceMs);
    let isOver = false;
    const again = async (): Promise<void> => {
      const answers = await this.answers();
      if (answers && !isOver) timer = setTimeout(() => void again(), PROBE_AGAIN_MS);
    };
    return {
      end: () => {
        isOver = true;
        clearTimeout(timer);
      },
    };
  }

  private async probe(): Promise<boolean> {
    const { probe, outage, probeLimitMs = PROBE_LIMIT_MS } = this.options;
    try {
      await probeTwice(probe, probeLimitMs);
      return true;
    } catch (error) {
      if (this.away || this.closed) return false;
      this.away = outage(error);
      for (const end of this.waiting) end(this.away);
      this.lookAgain(MIN_PAUSE_MS);
      return false;
    }
  }

  private lookAgain(pauseMs: number): void {
    if (this.closed) return;
    this.timer = setTimeout(() => void this.look(pauseMs), pauseMs).unref();
  }

  private async look(pauseMs: number): Promise<void> {
    if (!(await this.answers())) return this.lookAgain(Math.min(MAX_PAUSE_MS, 2 * pauseMs));
    this.away = undefined;
    for (const listener of this.listeners) listener();
  }
}

function probeTwice(probe: (signal: AbortSignal) => Promise<void>, limitMs: number): Promise<void> {
  return withLimit(probe, limitMs).catch((error: unknown) => {
    if (error instanceof LateProbe) return withLimit(probe, limitMs);
    throw error;
  });
}

class LateProbe extends Error {
  override readonly message = 'timed out';
}

function withLimit(probe: (signal: AbortSignal) => Promise<void>, milliseconds: number): Promise<void> {
  const late = new AbortController();
  return within(milliseconds, probe(late.signal), () => {
    const error = new LateProbe();
    late.abort(error);
    return error;
  });
}
