import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Breaker } from '../../src/shared/circuit-breaker.ts';

const never = () => new Promise<never>(() => {});
const breakers: Breaker[] = [];
afterEach(() => {
  for (const each of breakers.splice(0)) each.close();
});

/** A breaker before something whose state the test sets; `probes` counts. */
function before(state: 'up' | 'refuses' | 'hangs') {
  const dependency = { state, probes: 0 };
  const breaker = new Breaker({
    probe: async () => {
      dependency.probes += 1;
      if (dependency.state === 'hangs') await never();
      if (dependency.state === 'refuses') throw new Error('refused');
    },
    outage: (cause) => new Error('away', { cause }),
    graceMs: 20,
    probeLimitMs: 40,
  });
  breakers.push(breaker);
  return { breaker, dependency };
}

describe('a breaker', () => {
  test('lets a slow call end by itself while the dependency answers probes', async () => {
    const { breaker, dependency } = before('up');
    expect(await breaker.call(() => delay(100, 'slow'), Boolean)).toBe('slow');
    expect(dependency.probes).toBe(1);
  });

  test.each(['refuses', 'hangs'] as const)('ends all waiting calls when the dependency %s', async (state) => {
    const { breaker } = before(state);
    const calls = await Promise.allSettled([1, 2, 3].map(() => breaker.call(never, Boolean)));
    expect(calls.map((call) => call.status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  test('answers at once while it is open, and lets calls through when a probe has passed', async () => {
    const { breaker, dependency } = before('refuses');
    const back = Promise.withResolvers<void>();
    breaker.onBack(back.resolve);
    await expect(breaker.call(never, Boolean)).rejects.toThrow('away');
    let tried = 0;
    await expect(breaker.call(async () => (tried += 1), Boolean)).rejects.toThrow('away');
    expect(tried).toBe(0);
    dependency.state = 'up';
    await back.promise;
    expect(await breaker.call(async () => (tried += 1), Boolean)).toBe(1);
  });

  test('passes on an error of the call that says nothing of the dependency, without a probe', async () => {
    const { breaker, dependency } = before('refuses');
    const wrong = breaker.call(
      () => Promise.reject(new Error('wrong input')),
      () => false,
    );
    await expect(wrong).rejects.toThrow('wrong input');
    expect(dependency.probes).toBe(0);
  });
});
