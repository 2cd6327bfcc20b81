import type { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { BothStates, KeyPoints, RateLimit, RateLimiter, RateLimitState } from '../../ports/rate-limiter.ts';
import { createMemoryRateLimiter } from './memory.ts';
import { COUNT_ONLY, toLimitState } from './state.ts';

/** A slower check would delay every request, so it is counted in memory instead. */
const PATIENCE_MS = 200;
/** A connection without a response for this long is closed, so that a Redis that hangs is not used repeatedly. */
const SILENCE_MS = 500;
const FIRST_CONNECTION_MS = 2_000;
const RECONNECT_MS = 1_000;

interface RedisRateLimiterOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  /** Runs once when Redis becomes unavailable and once when it is available again. */
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

/** Each row of the result: points taken of a key, and milliseconds to the end of its window. */
const CONSUME_BOTH = `
  local function take(key)
    redis.call('set', key, 0, 'EX', ARGV[1], 'NX')
    return { redis.call('incr', key), redis.call('pttl', key) }
  end
  local own = take(KEYS[1])
  if own[1] > tonumber(ARGV[2]) then return { own } end
  return { own, take(KEYS[2]) }`;

type Count = readonly [points: number, ms: number];

interface Scripts {
  consumeBoth(own: string, shared: string, seconds: number, points: number): Promise<[Count, Count?]>;
}

class RedisRateLimiter implements RateLimiter {
  private readonly redis: Redis & Scripts;
  private readonly shared: RateLimiterRedis;
  // The library's own fallback limiter has no maximum number of keys and does not report that it is in use.
  private readonly insurance = createMemoryRateLimiter();
  private readonly onChange: NonNullable<RedisRateLimiterOptions['onChange']>;
  private away = false;

  constructor(redis: Redis, onChange: NonNullable<RedisRateLimiterOptions['onChange']>) {
    redis.defineCommand('consumeBoth', { numberOfKeys: 2, lua: CONSUME_BOTH });
    this.redis = redis as Redis & Scripts;
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

  consume(key: string, limit: RateLimit): Promise<RateLimitState> {
    const shared = async () =>
      toLimitState(await this.limitTime(this.shared.consume(key, 1, { customDuration: limit.windowSeconds })), limit);
    return this.useInsurance(shared, () => this.insurance.consume(key, limit));
  }

  consumeBoth(own: KeyPoints, shared: KeyPoints, windowSeconds: number): Promise<BothStates> {
    const [ownKey, sharedKey] = [this.shared.getKey(own.key), this.shared.getKey(shared.key)];
    const both = async (): Promise<BothStates> => {
      const counts = this.redis.consumeBoth(ownKey, sharedKey, windowSeconds, own.points);
      const [ownCount, sharedCount] = await this.limitTime(counts);
      return { own: toState(ownCount, own), shared: sharedCount ? toState(sharedCount, shared) : null };
    };
    return this.useInsurance(both, () => this.insurance.consumeBoth(own, shared, windowSeconds));
  }

  count(key: string): Promise<number> {
    const shared = async () => (await this.limitTime(this.shared.get(key)))?.consumedPoints ?? 0;
    return this.useInsurance(shared, () => this.insurance.count(key));
  }

  async check(): Promise<void> {
    await this.limitTime(this.redis.ping());
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.insurance.close();
  }

  private useInsurance<T>(shared: () => Promise<T>, insurance: () => Promise<T>): Promise<T> {
    return shared().catch((error: unknown) => {
      this.note('away', error instanceof Error ? error : undefined);
      return insurance();
    });
  }

  /** Rejects after `PATIENCE_MS`, and closes the connection after `SILENCE_MS`. */
  private async limitTime<T>(response: Promise<T>): Promise<T> {
    try {
      return await rejectLate(PATIENCE_MS, response);
    } catch (error) {
      if (error instanceof NoResponse) void this.closeIfSilent(response);
      throw error;
    }
  }

  private async closeIfSilent(response: Promise<unknown>): Promise<void> {
    const error: unknown = await rejectLate(SILENCE_MS - PATIENCE_MS, response).catch((reason: unknown) => reason);
    if (error instanceof NoResponse) this.redis.disconnect(true);
  }

  private note(state: 'away' | 'back', error?: Error): void {
    if (this.away === (state === 'away')) return;
    this.away = state === 'away';
    this.onChange(state, error);
  }
}

function toState([consumedPoints, msBeforeNext]: Count, limit: KeyPoints): RateLimitState {
  return toLimitState({ consumedPoints, msBeforeNext }, limit);
}

class NoResponse extends Error {
  override message = 'Redis did not respond in time';
}

/**
 * Rejects if the response takes longer. The client's own timeouts would reject responses that have arrived while this
 * process was busy: timers run before connections are read. So the connections are read once more first.
 */
async function rejectLate<T>(ms: number, response: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => setImmediate(() => reject(new NoResponse())), ms);
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}
