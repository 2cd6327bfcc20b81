import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisRateLimiter } from '../../../src/adapters/rate-limiter/redis.ts';
import { PER_MINUTE, allowedOf, describeRateLimiter } from '../../ports/rate-limiter.contract.ts';
import { NO_REDIS, RedisServer } from './redis-server.ts';

describe.skipIf(NO_REDIS !== undefined)(`with a redis-server${NO_REDIS ? ` - SKIPPED: ${NO_REDIS}` : ''}`, () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  describeRateLimiter('the Redis limiter', () => openRedisRateLimiter({ url: redis.url }));

  test('two instances on one Redis share the points of a key', async () => {
    const [one, other] = await Promise.all([0, 1].map(() => openRedisRateLimiter({ url: redis.url })));
    if (!one || !other) throw new Error('two limiters were opened');
    const allowed = async (): Promise<number> => {
      const key = randomUUID();
      const [first, second] = await Promise.all([allowedOf(one, key, 20), allowedOf(other, key, 20)]);
      return first + second;
    };
    // On a busy machine an instance may count in memory for a moment, as if Redis were away.
    await expect.poll(allowed).toBe(PER_MINUTE.points);
    await Promise.all([one.close(), other.close()]);
  });
});

describe.skipIf(NO_REDIS !== undefined)(`when Redis goes away${NO_REDIS ? ` - SKIPPED: ${NO_REDIS}` : ''}`, () => {
  test('the limiter goes on in memory, says so once, and counts in Redis again when it is back', async () => {
    const redis = await RedisServer.start();
    const { limiter, changes, said } = await openWatched(redis.url);
    await redis.stop();
    expect(await allowedOf(limiter, 'lost', 20)).toBe(PER_MINUTE.points);
    expect(said).toEqual(['away']);

    const back = once(changes, 'back');
    await redis.start();
    await back;
    expect(said).toEqual(['away', 'back']);
    expect((await limiter.consume('lost', PER_MINUTE)).remaining).toBe(4);
    await limiter.close();
    await redis.stop();
  });

  test('a Redis that hangs delays a few calls by a fraction of a second, then none', async () => {
    const redis = await RedisServer.start();
    const { limiter } = await openWatched(redis.url);
    await limiter.consume('hung', PER_MINUTE);
    redis.freeze();
    const started = performance.now();
    for (let call = 0; call < 30; call++)
      expect((await limiter.consume(`hung ${call}`, PER_MINUTE)).allowed).toBe(true);
    expect(performance.now() - started).toBeLessThan(2_000);
    redis.thaw();
    await limiter.close();
    await redis.stop();
  });
});

test('a limiter whose Redis was never there counts in memory from the start', async () => {
  const { limiter, said } = await openWatched('redis://127.0.0.1:1');
  expect(await allowedOf(limiter, randomUUID(), 20)).toBe(PER_MINUTE.points);
  expect(said).toEqual(['away']);
  await limiter.close();
});

async function openWatched(url: string) {
  const changes = new EventEmitter();
  const said: string[] = [];
  const limiter = await openRedisRateLimiter({
    url,
    onChange: (state) => {
      said.push(state);
      changes.emit(state);
    },
  });
  return { limiter, changes, said };
}
