import type { RateLimit, RateLimitState } from '../../ports/rate-limiter.ts';

/** State of a key after the call: points used in the window, and the time left in it. */
interface Count {
  consumedPoints: number;
  msBeforeNext: number;
}

/** The stores only count: each call passes its limit and its window, so one counter serves all limits. */
export const COUNT_ONLY = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

export function stateOf(
  { consumedPoints, msBeforeNext }: Count,
  { points }: Pick<RateLimit, 'points'>,
): RateLimitState {
  return {
    allowed: consumedPoints <= points,
    limit: points,
    remaining: Math.max(points - consumedPoints, 0),
    resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
  };
}
