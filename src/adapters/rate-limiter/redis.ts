import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimit, RateLimiter, RateLimitState } from '../../ports/rate-limiter.ts';
import { createMemoryRateLimiter } from './memory.ts';
import { COUNT_ONLY, stateOf } from './state.ts';

/** A slower check would delay every request, so it is counted in memory instead. */
const PATIENCE_MS = 200;
/** A connection without a response for this long is closed, so that a Redis that hangs is not used repeatedly. */
const SILENCE_MS = 500;
const FIRST_CONNECTION_MS = 2_000;
const RECONNECT_MS = 1_000;

interface RedisRateLimiterOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  /** Called once when Redis becomes unavailable and once when it is available again. */
  onChange?: (state: 'away' | 'back', error?: Error) => void;
}

/**
 * Counts in Redis, for all instances together. While Redis is unavailable every instance counts on its own, so the
 * service continues and a caller gets at most the limit times the number of instances. Also starts without Redis.
 */
export async function openRedisRateLimiter({ url, onChange }: RedisRateLimiterOptions): Promise<RateLimiter> {
  // Loaded on demand, only with Redis.
  const { Redis: Client } = await import('ioredis');
  const redis = new Client(url, {
    lazyConnect: true,
    // Commands fail immediately while there is no connection, instead of waiting for it.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A connection that does not respond would not take part in closing it either.
    disconnectTimeout: 0,
    connectTimeout: FIRST_CONNECTION_MS,
    retryStrategy: () => RECONNECT_MS,
  });
  const limiter = new RedisRateLimiter(redis, onChange ?? (() => {}));
  await redis.connect().catch(() => {});
  return limiter;
}

class RedisRateLimiter implements RateLimiter {
  private readonly redis: Redis;
  private readonly shared: RateLimiterRedis;
  // The library's own fallback limiter has no maximum number of keys and does not report that it is in use.
  private readonly insurance = createMemoryRateLimiter();
  private readonly onChange: NonNullable<RedisRateLimiterOptions['onChange']>;
  private away = false;

  constructor(redis: Redis, onChange: NonNullable<RedisRateLimiterOptions['onChange']>) {
    this.redis = redis;
    this.onChange = onChange;
    this.shared = new RateLimiterRedis({
      ...COUNT_ONLY,
      storeClient: redis,
      keyPrefix: 'lectern:rate',
      rejectIfRedisNotReady: true,
    });
    // Without a listener, a lost connection would end the process.
    redis.on('error', (error: Error) => this.note('away', error));
    redis.on('ready', () => this.note('back'));
  }

  async consume(key: string, limit: RateLimit): Promise<RateLimitState> {
    try {
      return stateOf(await this.inTime(this.shared.consume(key, 1, { customDuration: limit.windowSeconds })), limit);
    } catch (error) {
      this.note('away', error instanceof Error ? error : undefined);
      return this.insurance.consume(key, limit);
    }
  }

  async count(key: string): Promise<number> {
    try {
      return (await this.inTime(this.shared.get(key)))?.consumedPoints ?? 0;
    } catch (error) {
      this.note('away', error instanceof Error ? error : undefined);
      return this.insurance.count(key);
    }
  }

  async check(): Promise<void> {
    await this.inTime(this.redis.ping());
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.insurance.close();
  }

  /** Rejects after `PATIENCE_MS`, and closes the connection after `SILENCE_MS`. */
  private async inTime<T>(response: Promise<T>): Promise<T> {
    try {
      return await within(PATIENCE_MS, response);
    } catch (error) {
      if (error instanceof NoResponse) void this.closeIfSilent(response);
      throw error;
    }
  }

  private async closeIfSilent(response: Promise<unknown>): Promise<void> {
    const error: unknown = await within(SILENCE_MS - PATIENCE_MS, response).catch((reason: unknown) => reason);
    if (error instanceof NoResponse) this.redis.disconnect(true);
  }

  private note(state: 'away' | 'back', error?: Error): void {
    if (this.away === (state === 'away')) return;
    this.away = state === 'away';
    this.onChange(state, error);
  }
}

class NoResponse extends Error {
  override message = 'Redis did not respond in time';
}

/**
 * Rejects if the response takes longer. The client's own timeouts would reject responses that have arrived while this
 * process was busy: timers run before connections are read. So the connections are read once more first.
 */
async function within<T>(ms: number, response: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => reject(new NoResponse())), ms);
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}
