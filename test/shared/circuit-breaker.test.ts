import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CircuitBreaker, type CircuitBreakerOptions } from '../../src/shared/circuit-breaker.ts';

const REFUSED = new Error('refused');

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A breaker, its events, and a dependency whose state the test sets. */
function breakerOf(options: Partial<CircuitBreakerOptions> = {}) {
  const breaker = new CircuitBreaker({ firstPauseMs: 100, maxPauseMs: 400, ...options });
  const events: unknown[] = [];
  breaker.onOpen((cause) => events.push(cause));
  breaker.onClose(() => events.push('closed'));
  return { breaker, events };
}

function probedBreaker(options: Partial<CircuitBreakerOptions> = {}) {
  const dependency = { isUp: false, probes: 0 };
  const probe = async (): Promise<void> => {
    dependency.probes += 1;
    if (!dependency.isUp) throw REFUSED;
  };
  return { dependency, ...breakerOf({ probe, ...options }) };
}

describe('with a probe', () => {
  test('a suspected outage is one if the probe fails, and concurrent suspicions share the probe', async () => {
    const { breaker, dependency, events } = probedBreaker();
    dependency.isUp = true;
    expect(await Promise.all([breaker.check(), breaker.check()])).toEqual([true, true]);
    expect([breaker.allowsCall(), dependency.probes]).toEqual([true, 1]);
    dependency.isUp = false;
    expect(await breaker.check()).toBe(false);
    expect(breaker.allowsCall()).toBe(false);
    expect(breaker.outage?.cause).toBe(REFUSED);
    expect(events).toEqual([REFUSED]);
  });

  test('a call that succeeds while the probe fails proves that the dependency is available', async () => {
    const late = Promise.withResolvers<void>();
    const { breaker } = breakerOf({ probe: () => late.promise });
    const check = breaker.check();
    await vi.advanceTimersByTimeAsync(10);
    breaker.reportSuccess();
    late.reject(REFUSED);
    expect(await check).toBe(true);
    expect(breaker.outage).toBeNull();
  });

  test('it is probed after growing pauses, and only a passed probe ends the outage', async () => {
    const { breaker, dependency, events } = probedBreaker();
    breaker.reportFailure('first');
    breaker.reportSuccess();
    const probes: number[] = [];
    for (const milliseconds of [99, 1, 200, 400, 400]) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      probes.push(dependency.probes);
    }
    expect(probes).toEqual([0, 1, 2, 3, 4]);
    dependency.isUp = true;
    expect(breaker.allowsCall()).toBe(false);
    await vi.advanceTimersByTimeAsync(400);
    expect(breaker.outage).toBeNull();
    expect(events).toEqual(['first', 'closed']);
  });

  test('an outage soon after another one begins with twice its first pause', async () => {
    const { breaker, dependency } = probedBreaker({ relapse: { withinMs: 1_000, maxPauseMs: 300 } });
    dependency.isUp = true;
    for (const pauseMs of [100, 200, 300]) {
      breaker.reportFailure();
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(breaker.outage).not.toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(breaker.outage).toBeNull();
    }
    await vi.advanceTimersByTimeAsync(1_000);
    breaker.reportFailure();
    await vi.advanceTimersByTimeAsync(100);
    expect(breaker.outage).toBeNull();
  });

  test('a failure that is reported while a suspicion is checked does not double the probes', async () => {
    const late = Promise.withResolvers<void>();
    let probes = 0;
    const { breaker } = breakerOf({ probe: () => (++probes === 1 ? late.promise : Promise.reject(REFUSED)) });
    const check = breaker.check();
    breaker.reportFailure();
    late.reject(REFUSED);
    expect(await check).toBe(false);
    await vi.advanceTimersByTimeAsync(200 + 400 + 400);
    expect(probes).toBe(4);
  });

  test('a stopped breaker neither probes nor opens', async () => {
    const { breaker, dependency, events } = probedBreaker();
    breaker.reportFailure('first');
    breaker.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(dependency.probes).toBe(0);
    const other = probedBreaker();
    other.breaker.stop();
    other.breaker.reportFailure();
    expect([events, other.breaker.outage]).toEqual([['first'], null]);
  });
});

describe('without a probe', () => {
  test('failures in a row open it, and a success in between does not let them add up', () => {
    const { breaker } = breakerOf({ threshold: 2 });
    breaker.reportFailure();
    breaker.reportSuccess();
    breaker.reportFailure();
    expect(breaker.allowsCall()).toBe(true);
    breaker.reportFailure();
    expect(breaker.allowsCall()).toBe(false);
  });

  test('one call after each pause is the probe', () => {
    const { breaker, events } = breakerOf();
    breaker.reportFailure('first');
    for (const pauseMs of [100, 200, 400, 400]) {
      vi.advanceTimersByTime(pauseMs - 1);
      expect(breaker.allowsCall()).toBe(false);
      vi.advanceTimersByTime(1);
      expect([breaker.allowsCall(), breaker.allowsCall()]).toEqual([true, false]);
      breaker.reportFailure();
    }
    breaker.reportSuccess();
    expect(breaker.allowsCall()).toBe(true);
    expect(events).toEqual(['first', 'closed']);
  });

  test('failures of calls that began before the outage do not make the pause longer', () => {
    const { breaker } = breakerOf();
    for (let call = 0; call < 5; call++) breaker.reportFailure();
    vi.advanceTimersByTime(100);
    expect(breaker.allowsCall()).toBe(true);
  });
});
