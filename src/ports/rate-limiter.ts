/**
 * Counts actions in fixed windows.
 * Promises: of any number of concurrent calls for a key exactly `points` are allowed in a window; a window starts with
 * the first call and rejected calls do not extend it; keys are independent; the number of stored keys is limited.
 * `consume`, `consumeBoth` and `count` never reject because a store is unavailable: then each instance counts on its own.
 */
export interface RateLimiter {
  /** Takes one point of the key. A key must always be used with the same window; `points` may change between calls. */
  consume(key: string, limit: RateLimit): Promise<RateLimitState>;
  /**
   * Takes one point of a key and, if that is allowed, one of the key that it shares with others: rejected calls of one
   * key take nothing from the others. One round trip to the store. Both have the same window.
   */
  consumeBoth(own: KeyPoints, shared: KeyPoints, windowSeconds: number): Promise<BothStates>;
  /** Points that were taken of the key in its current window, rejected calls included; takes none. */
  count(key: string): Promise<number>;
  /** Rejects if its store is unavailable. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface RateLimit {
  /** The points allowed per window, at least 1. */
  points: number;
  /** Whole seconds, at least 1. */
  windowSeconds: number;
}

export interface KeyPoints {
  key: string;
  /** The points allowed per window, at least 1. */
  points: number;
}

export interface BothStates {
  own: RateLimitState;
  /** The state of the shared key; null if the own key is above its limit. */
  shared: RateLimitState | null;
}

export interface RateLimitState {
  allowed: boolean;
  limit: number;
  /** Points left in this window; 0 if rejected. */
  remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}
