import type { RateLimitState } from '../../ports/rate-limiter.ts';

export const WINDOW_SECONDS = 60;

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers-10: quota and window, remaining requests and seconds to the
 * reset.
 */
export function rateLimitHeaders(
  policy: string,
  { limit, remaining, resetSeconds }: Omit<RateLimitState, 'allowed'>,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"${policy}";r=${remaining};t=${resetSeconds}`,
  };
}

export function rateLimitMessage(resetSeconds: number): string {
  return `Rate limit exceeded. Try again in ${resetSeconds} seconds.`;
}
