import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedisRateLimiter } from '../../../../src/adapters/rate-limiter/redis.ts';
import { PER_MINUTE, allowedOf, describeRateLimiter } from '../../../ports/rate-limiter.contract.ts';
import { needs } from '../../../support/needs.ts';
import { RedisServer } from '../../../support/redis-server.ts';

describe('with a redis-server', needs('redis-server'), () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis.stop());

  describeRateLimiter('the Redis limiter', () => openRedisRateLimiter({ url: redis.url }));

  test('two instances on one Redis share the points of a key', async () => {
    const [one, other] = await Promise.all([openWatched(redis.url), openWatched(redis.url)]);
    const shared = async () => {
      const key = randomUUID();
      const counts = await Promise.all([one, other].map(({ limiter }) => allowedOf(limiter, key, 20)));
      return (counts[0] ?? 0) + (counts[1] ?? 0);
    };
    const allowed = await shared();
    // A Redis that gets no processor for 200 ms is counted without, which is said.
    if (one.said.length + other.said.length === 0) expect(allowed).toBe(PER_MINUTE.points);
    else await expect.poll(shared).toBe(PER_MINUTE.points);
    await Promise.all([one.limiter.close(), other.limiter.close()]);
  });

  test('an instance that was busy itself when Redis responded counts in Redis', async () => {
    const { limiter, said } = await openWatched(redis.url);
    const key = randomUUID();
    await limiter.consume(key, PER_MINUTE);
    const counted = limiter.consume(key, PER_MINUTE);
    // The request is written when this turn ends; the response waits in the connection while the process is busy.
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 700;
    while (performance.now() < until);
    expect((await counted).remaining).toBe(3);
    expect(said).toEqual([]);
    await limiter.close();
  });
});

describe('when Redis goes away', needs('redis-server'), () => {
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
