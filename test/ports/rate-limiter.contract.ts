import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';

export const PER_MINUTE = { points: 5, windowSeconds: 60 };

/** Takes that many points at once; how many were allowed. */
export async function allowedOf(limiter: RateLimiter, key: string, calls: number, limit = PER_MINUTE): Promise<number> {
  const states = await Promise.all(Array.from({ length: calls }, () => limiter.consume(key, limit)));
  return states.filter((state) => state.allowed).length;
}

/** The promises of the RateLimiter port; each adapter runs them all. */
export function describeRateLimiter(name: string, open: () => Promise<RateLimiter>): void {
  describe(`${name} as a rate limiter`, () => {
    let limiter: RateLimiter;
    let key: string;

    beforeAll(async () => {
      limiter = await open();
    });
    beforeEach(() => {
      key = randomUUID();
    });
    afterAll(() => limiter.close());

    test('allows as many calls as the limit has points, counts down, and rejects the next one', async () => {
      const states = [];
      for (let call = 0; call < 7; call++) states.push(await limiter.consume(key, PER_MINUTE));
      expect(states.map((state) => state.allowed)).toEqual([true, true, true, true, true, false, false]);
      expect(states.map((state) => state.remaining)).toEqual([4, 3, 2, 1, 0, 0, 0]);
      expect(states.every((state) => state.limit === 5)).toBe(true);
    });

    test('says in whole seconds when the window ends', async () => {
      const { resetSeconds } = await limiter.consume(key, PER_MINUTE);
      expect(resetSeconds).toBeGreaterThanOrEqual(59);
      expect(resetSeconds).toBeLessThanOrEqual(60);
      expect(Number.isInteger(resetSeconds)).toBe(true);
    });

    test('allows exactly the points of the limit to many calls at the same time', async () => {
      expect(await allowedOf(limiter, key, 200, { points: 50, windowSeconds: 60 })).toBe(50);
    });

    test('counts the calls of a key in its window, rejected ones included, and takes no point', async () => {
      expect(await limiter.count(key)).toBe(0);
      await allowedOf(limiter, key, 7);
      expect([await limiter.count(key), await limiter.count(key)]).toEqual([7, 7]);
    });

    test('does not let one key use up the points of another', async () => {
      await allowedOf(limiter, key, 10);
      expect((await limiter.consume(`${key}-other`, PER_MINUTE)).remaining).toBe(4);
    });

    test('takes a shared point of each call that its own key allows, and none of others, at the same time as well', async () => {
      const shared = { key: `${key}-shared`, points: 8 };
      const take = async (name: string) =>
        limiter.consumeBoth({ key: `${key}-${name}`, points: 5 }, shared, PER_MINUTE.windowSeconds);
      const first = await Promise.all(Array.from({ length: 20 }, () => take('one')));
      expect(first.filter(({ own }) => own.allowed)).toHaveLength(5);
      expect(first.filter((state) => state.shared?.allowed)).toHaveLength(5);
      expect(first.filter((state) => state.shared === null)).toHaveLength(15);
      const second = [];
      for (let call = 0; call < 4; call++) second.push(await take('other'));
      expect(second.map(({ own }) => own.remaining)).toEqual([4, 3, 2, 1]);
      expect(second.map((state) => state.shared?.remaining)).toEqual([2, 1, 0, 0]);
      expect(second.map((state) => state.shared?.allowed)).toEqual([true, true, true, false]);
      expect(await limiter.count(`${key}-one`)).toBe(20);
    });

    test('starts again after the window, which rejected calls do not lengthen', async () => {
      const short = { points: 1, windowSeconds: 1 };
      const started = performance.now();
      expect((await limiter.consume(key, short)).allowed).toBe(true);
      while (!(await limiter.consume(key, short)).allowed) await pause(20);
      const ms = performance.now() - started;
      expect(ms).toBeGreaterThan(950);
      expect(ms).toBeLessThan(1_900);
    });

    test('takes a limit that has changed, as a new plan does, over the points already taken', async () => {
      await allowedOf(limiter, key, 6);
      expect(await limiter.consume(key, { points: 100, windowSeconds: 60 })).toMatchObject({
        allowed: true,
        remaining: 93,
      });
      expect(await limiter.consume(key, PER_MINUTE)).toMatchObject({ allowed: false, remaining: 0 });
    });
  });
}
