/**
 * Counts what a caller does in fixed windows.
 *
 * Promises: of any number of parallel calls for one key exactly `points` are allowed in a window; a window starts with
 * the first call and refused calls do not lengthen it; keys do not touch each other; the number of keys kept is bounded.
 * `consume` never rejects because a store is away: then each instance counts for itself.
 */
export interface RateLimiter {
  /** Takes one point of the key. Ask for one key always with the same window; `points` may change between calls. */
  consume(key: string, limit: RateLimit): Promise<RateLimitState>;
  /** Rejects when its store is away. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface RateLimit {
  /** Allowed per window, at least 1. */
  points: number;
  /** Whole seconds, at least 1. */
  windowSeconds: number;
}

export interface RateLimitState {
  allowed: boolean;
  limit: number;
  /** Points left in this window; 0 once refused. */
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}
