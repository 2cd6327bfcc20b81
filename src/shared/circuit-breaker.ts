import { singleFlight } from './once.ts';

export interface CircuitBreakerOptions {
  /** Failures in a row that open it. Default: 1. */
  threshold?: number;
  /**
   * Resolves if the dependency is available, and ends by itself. Runs in the background while the breaker is open. Without
   * a probe, the first call after each pause is the probe.
   */
  probe?: () => Promise<void>;
  firstPauseMs: number;
  /** Each further pause is twice as long, up to this. */
  maxPauseMs: number;
  /** An outage that begins so soon after the last one begins with twice its first pause, up to this maximum. */
  relapse?: { withinMs: number; maxPauseMs: number };
}

/** The time is that of `performance.now()`. */
export interface Outage {
  readonly since: number;
  readonly cause: unknown;
}

/** Pauses are longer by up to this share, at random, so that several processes do not probe at the same time. */
const JITTER = 0.2;

/**
 * Tracks whether a dependency is available. Failures in a row open the breaker, or a failed probe, if the caller only
 * suspects an outage (`check`). While it is open callers do not call the dependency; it is probed after growing pauses.
 * See decision 212.
 */
export class CircuitBreaker {
  /** The outage; null while the dependency is available. */
  outage: Outage | null = null;
  /** The time of the last success, on the clock of `performance.now()`. */
  lastSuccessAt = -Infinity;
  private readonly options: CircuitBreakerOptions;
  private readonly openListeners: ((cause: unknown) => void)[] = [];
  private readonly closeListeners: ((outage: Outage) => void)[] = [];
  private failures = 0;
  private closedAt = -Infinity;
  private firstPauseMs = 0;
  private pauseMs = 0;
  private pauseEndsAt = 0;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  /** Probes the dependency, once for concurrent callers, and opens the breaker if the probe fails. Never rejects. */
  readonly check = singleFlight(async (): Promise<boolean> => {
    if (!this.outage && !this.isStopped) await this.probe();
    return this.outage === null;
  });

  constructor(options: CircuitBreakerOptions) {
    this.options = options;
  }

  /** Adds a listener for the start of each outage. */
  onOpen(listener: (cause: unknown) => void): void {
    this.openListeners.push(listener);
  }

  /** Adds a listener for the end of each outage. */
  onClose(listener: (outage: Outage) => void): void {
    this.closeListeners.push(listener);
  }

  /** False during an outage, except for one call after each pause if there is no probe. */
  allowsCall(): boolean {
    if (!this.outage) return true;
    if (this.options.probe || performance.now() < this.pauseEndsAt) return false;
    this.pause(Math.min(this.options.maxPauseMs, 2 * this.pauseMs));
    return true;
  }

  /** The dependency has answered. That ends an outage unless there is a probe, which alone does. */
  reportSuccess(): void {
    this.lastSuccessAt = performance.now();
    this.failures = 0;
    if (!this.options.probe) this.close();
  }

  reportFailure(cause?: unknown): void {
    this.failures += 1;
    if (this.failures >= (this.options.threshold ?? 1)) this.open(cause);
  }

  /** Ends probing. The breaker stays as it is. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private open(cause: unknown): void {
    if (this.outage || this.isStopped) return;
    const { firstPauseMs, relapse } = this.options;
    const isRelapse = relapse && performance.now() - this.closedAt < relapse.withinMs;
    this.firstPauseMs = isRelapse ? Math.min(relapse.maxPauseMs, 2 * this.firstPauseMs) : firstPauseMs;
    this.outage = { since: performance.now(), cause };
    for (const listener of this.openListeners) listener(cause);
    this.pause(this.firstPauseMs);
  }

  private close(): void {
    const { outage } = this;
    if (!outage) return;
    this.outage = null;
    this.failures = 0;
    this.closedAt = performance.now();
    clearTimeout(this.timer);
    for (const listener of this.closeListeners) listener(outage);
  }

  private pause(milliseconds: number): void {
    this.pauseMs = milliseconds;
    const jitteredMs = milliseconds * (1 + JITTER * Math.random());
    this.pauseEndsAt = performance.now() + jitteredMs;
    clearTimeout(this.timer);
    if (this.options.probe) this.timer = setTimeout(() => void this.probe(), jitteredMs).unref();
  }

  private async probe(): Promise<void> {
    const startedAt = performance.now();
    try {
      await this.options.probe?.();
      this.lastSuccessAt = performance.now();
      if (!this.isStopped) this.close();
    } catch (cause) {
      if (this.isStopped) return;
      if (this.outage) this.pause(Math.min(this.options.maxPauseMs, 2 * this.pauseMs));
      // A call that succeeded meanwhile proves more than the probe.
      else if (this.lastSuccessAt <= startedAt) this.open(cause);
    }
  }
}
