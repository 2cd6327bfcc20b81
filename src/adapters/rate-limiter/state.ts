import type { RateLimit, RateLimitState } from '../../ports/rate-limiter.ts';

/** The stores only count: each call passes its limit and its window, so one counter serves all limits. */
export const COUNT_ONLY = { points: Number.MAX_SAFE_INTEGER, duration: 60 };

/** @param count points used in the window after the call, and the time left in it */
export function toLimitState(
  count: { consumedPoints: number; msBeforeNext: number },
  { points }: Pick<RateLimit, 'points'>,
): RateLimitState {
  const { consumedPoints, msBeforeNext } = count;
  return {
    allowed: consumedPoints <= points,
    limit: points,
    remaining: Math.max(points - consumedPoints, 0),
    resetSeconds: Math.max(Math.ceil(msBeforeNext / 1000), 1),
  };
}
