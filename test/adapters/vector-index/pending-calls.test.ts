import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { PendingCalls } from '../../../src/adapters/vector-index/weaviate/pending-calls.ts';
import { CircuitBreaker } from '../../../src/shared/circuit-breaker.ts';

const never = () => new Promise<never>(() => {});
const breakers: CircuitBreaker[] = [];
afterEach(() => {
  for (const each of breakers.splice(0)) each.stop();
});

/** Calls to a server whose state the test sets; `probes` counts. */
function callsTo(isUp: boolean) {
  const server = { isUp, probes: 0 };
  const breaker = new CircuitBreaker({
    probe: async () => {
      server.probes += 1;
      if (!server.isUp) throw new Error('away');
    },
    firstPauseMs: 100,
    maxPauseMs: 1_000,
  });
  breakers.push(breaker);
  return { calls: new PendingCalls(breaker), breaker, server };
}

describe('Calls to the server', () => {
  test('a slow call ends by itself while the server answers probes', async () => {
    const { calls, server } = callsTo(true);
    expect(await calls.run(() => delay(400, 'slow'), Boolean)).toBe('slow');
    expect(server.probes).toBe(1);
  });

  test('all pending calls end when a probe fails', async () => {
    const { calls } = callsTo(false);
    const results = await Promise.allSettled([1, 2, 3].map(() => calls.run(never, Boolean)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  test('during an outage calls fail without being attempted, and afterwards they are', async () => {
    const { calls, breaker, server } = callsTo(false);
    const back = Promise.withResolvers<void>();
    breaker.onClose(() => back.resolve());
    await expect(calls.run(() => Promise.reject(new Error('failed')), Boolean)).rejects.toThrow('failed');
    let attempts = 0;
    await expect(calls.run(async () => (attempts += 1), Boolean)).rejects.toThrow('away');
    expect(attempts).toBe(0);
    server.isUp = true;
    await back.promise;
    expect(await calls.run(async () => (attempts += 1), Boolean)).toBe(1);
  });

  test('an error that says nothing of the server is no reason for a probe', async () => {
    const { calls, server } = callsTo(false);
    const rejected = calls.run(
      () => Promise.reject(new Error('wrong input')),
      () => false,
    );
    await expect(rejected).rejects.toThrow('wrong input');
    expect(server.probes).toBe(0);
  });
});
