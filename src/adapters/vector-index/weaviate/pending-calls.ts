import { setTimeout as delay } from 'node:timers/promises';
import type { CircuitBreaker } from '../../../shared/circuit-breaker.ts';

/** A call without a response for this long triggers a probe, repeated every second. */
const GRACE_MS = 250;
const PROBE_AGAIN_MS = 1_000;

/**
 * Calls to the server. While one has no response the server is probed, which distinguishes a slow call from an outage:
 * when one begins all pending calls are rejected, and further ones are not attempted until it ends.
 */
export class PendingCalls {
  private readonly breaker: CircuitBreaker;
  private readonly rejections = new Set<(cause: unknown) => void>();

  constructor(breaker: CircuitBreaker) {
    this.breaker = breaker;
    breaker.onOpen((cause) => {
      for (const reject of this.rejections) reject(cause);
    });
  }

  /** @param isOutage whether a failed call may indicate an outage */
  async run<T>(call: () => Promise<T>, isOutage: (error: unknown) => boolean): Promise<T> {
    if (this.breaker.outage) throw this.breaker.outage.cause;
    const { promise: outage, reject } = Promise.withResolvers<never>();
    this.rejections.add(reject);
    const ended = new AbortController();
    void this.probeWhilePending(ended.signal).catch(() => {});
    try {
      return await Promise.race([call(), outage]);
    } catch (error) {
      if (isOutage(error)) await this.breaker.check();
      throw error;
    } finally {
      ended.abort();
      this.rejections.delete(reject);
    }
  }

  private async probeWhilePending(signal: AbortSignal): Promise<void> {
    for (let pauseMs = GRACE_MS; ; pauseMs = PROBE_AGAIN_MS) {
      await delay(pauseMs, undefined, { signal });
      if (!(await this.breaker.check())) return;
    }
  }
}
