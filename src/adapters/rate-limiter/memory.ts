import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { BothStates, KeyPoints, RateLimit, RateLimiter, RateLimitState } from '../../ports/rate-limiter.ts';
import { COUNT_ONLY, stateOf } from './state.ts';

/** About 0.9 kB each. */
const MAX_KEYS = 20_000;

/** Counts within this process: correct for one instance. Above `maxKeys`, the least recently used key is reset. */
export function createMemoryRateLimiter({ maxKeys = MAX_KEYS } = {}): RateLimiter {
  return new MemoryRateLimiter(maxKeys);
}

class MemoryRateLimiter implements RateLimiter {
  private readonly counter = new RateLimiterMemory(COUNT_ONLY);
  /** The counter itself keeps every key until the end of its window, without a maximum. */
  private readonly keys: LRUCache<string, true>;

  constructor(maxKeys: number) {
    this.keys = new LRUCache({
      max: maxKeys,
      dispose: (_value, key, reason) => {
        if (reason === 'evict') void this.counter.delete(key);
      },
    });
  }

  async consume(key: string, limit: RateLimit): Promise<RateLimitState> {
    this.keys.set(key, true);
    return stateOf(await this.counter.consume(key, 1, { customDuration: limit.windowSeconds }), limit);
  }

  async consumeBoth(own: KeyPoints, shared: KeyPoints, windowSeconds: number): Promise<BothStates> {
    const ownState = await this.consume(own.key, { points: own.points, windowSeconds });
    if (!ownState.allowed) return { own: ownState, shared: null };
    return { own: ownState, shared: await this.consume(shared.key, { points: shared.points, windowSeconds }) };
  }

  async count(key: string): Promise<number> {
    return (await this.counter.get(key))?.consumedPoints ?? 0;
  }

  async check(): Promise<void> {}

  async close(): Promise<void> {
    for (const key of this.keys.keys()) await this.counter.delete(key);
    this.keys.clear();
  }
}
