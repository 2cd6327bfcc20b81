import type { RateLimit, RateLimitState } from '../../ports/rate-limiter.ts';

/** What a store knows of a key after the call: points taken in the window, and how long the window lasts. */
interface Count {
  consumedPoints: number;
  msBeforeNext: number;
}

/** The stores only count: each call brings its limit and its window, so that one counter serves them all. */
export const COUNT_ONLY = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

export function stateOf({ consumedPoints, msBeforeNext }: Count, { points }: RateLimit): RateLimitState {
  return {
    allowed: consumedPoints <= points,
    limit: points,
    remaining: Math.max(points - consumedPoints, 0),
    resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
  };
}
