import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimit, RateLimiter, RateLimitState } from '../../ports/rate-limiter.ts';
import { COUNT_ONLY, toLimitState } from './state.ts';

/** About 0.9 kB each. */
const MAX_KEYS = 20_000;

/** Counts within this process: correct for one instance. Above `maxKeys`, the least recently used key is reset. */
export function createMemoryRateLimiter({ maxKeys = MAX_KEYS } = {}): RateLimiter {
  const counter = new RateLimiterMemory(COUNT_ONLY);
  /** The counter itself keeps every key until the end of its window, without a maximum. */
  const keys = new LRUCache<string, true>({
    max: maxKeys,
    dispose: (_value, key, reason) => {
      if (reason === 'evict') void counter.delete(key);
    },
  });

  async function consume(key: string, limit: RateLimit): Promise<RateLimitState> {
    keys.set(key, true);
    return toLimitState(await counter.consume(key, 1, { customDuration: limit.windowSeconds }), limit);
  }

  return {
    consume,
    async consumeBoth(own, shared, windowSeconds) {
      const state = await consume(own.key, { points: own.points, windowSeconds });
      if (!state.allowed) return { own: state, shared: null };
      return { own: state, shared: await consume(shared.key, { points: shared.points, windowSeconds }) };
    },
    count: async (key) => (await counter.get(key))?.consumedPoints ?? 0,
    check: async () => {},
    async close() {
      for (const key of keys.keys()) await counter.delete(key);
      keys.clear();
    },
  };
}
