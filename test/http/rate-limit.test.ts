import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FAILED_KEYS, type RateLimitedService, startRateLimitedService } from './rate-limited-service.ts';

let service: RateLimitedService;

beforeEach(async () => {
  service = await startRateLimitedService();
});
afterEach(() => service.stop());

const POLICY = { free: '"default";q=3;w=60', pro: '"default";q=5;w=60', failed: `"failed-keys";q=${FAILED_KEYS};w=60` };

describe('requests of a key', () => {
  test('every answer says the plan and what is left, REST and GraphQL counting together', async () => {
    const answers = [await service.rest('free'), await service.graphql('free'), await service.rest('free')];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.headers.get('ratelimit-policy'))).toEqual(Array(3).fill(POLICY.free));
    expect(answers.map((answer) => answer.headers.get('ratelimit'))).toEqual([
      expect.stringMatching(/^"default";r=2;t=(59|60)$/),
      expect.stringMatching(/^"default";r=1;t=(59|60)$/),
      expect.stringMatching(/^"default";r=0;t=(59|60)$/),
    ]);
  });

  test('answers that are errors say it, too', async () => {
    const notFound = await service.rest('pro', '/personas/unknown');
    expect([notFound.status, notFound.headers.get('ratelimit')]).toEqual([404, expect.stringContaining('r=4')]);
    const invalid = await service.graphql('pro', '{ nonsense }');
    expect([invalid.status, invalid.headers.get('ratelimit')]).toEqual([400, expect.stringContaining('r=3')]);
    const syntax = await service.graphql('pro', '{');
    expect([syntax.status, syntax.headers.get('ratelimit')]).toEqual([400, expect.stringContaining('r=2')]);
  });

  test('REST answers 429 beyond the limit, in its envelope, with the seconds to wait', async () => {
    await spend('free', 3);
    const answer = await service.rest('free');
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await answer.json()).toEqual({
      success: false,
      error: `Rate limit exceeded. Try again in ${seconds} seconds.`,
    });
    expect(answer.headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
    expect(answer.headers.get('ratelimit-policy')).toBe(POLICY.free);
  });

  test('GraphQL answers 429 beyond the limit, in its envelope, with the same headers', async () => {
    await spend('free', 3);
    const answer = await service.graphql('free');
    const seconds = Number(answer.headers.get('retry-after'));
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject({
      errors: [
        {
          message: `Rate limit exceeded. Try again in ${seconds} seconds.`,
          extensions: { code: 'RATE_LIMITED' },
        },
      ],
    });
    expect(answer.headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
  });

  test('a key has the limit of the plan of its site, and no other key uses it up', async () => {
    await spend('free', 4);
    const others = [await service.rest('also-free'), await service.rest('pro'), await service.rest('enterprise')];
    expect(others.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(others.map((answer) => /r=\d+/.exec(answer.headers.get('ratelimit') ?? '')?.[0])).toEqual([
      'r=2',
      'r=4',
      'r=999',
    ]);
  });
});

describe('keys that are wrong', () => {
  test('an address that guesses too often is told to wait instead of that the key is wrong, on both surfaces', async () => {
    const guesses = await guess(FAILED_KEYS + 1);
    expect(guesses).toEqual([...Array<number>(FAILED_KEYS).fill(401), 429]);
    const graphql = await service.graphql('guess');
    expect(graphql.status).toBe(429);
    expect(graphql.headers.get('ratelimit-policy')).toBe(POLICY.failed);
    expect(Number(graphql.headers.get('retry-after'))).toBeGreaterThan(50);
    const rest = await service.rest('guess');
    expect(await rest.json()).toMatchObject({
      error: expect.stringMatching(/^Rate limit exceeded\. Try again in \d+/),
    });
  });

  test('a valid key goes on working from an address that has used up its guesses', async () => {
    await guess(FAILED_KEYS + 3);
    const answer = await service.rest('free');
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, POLICY.free]);
  });

  test('a valid key does not give an address new guesses', async () => {
    await guess(FAILED_KEYS);
    await service.rest('enterprise');
    expect(await guess(1)).toEqual([429]);
  });

  test('another address has guesses of its own', async () => {
    await guess(FAILED_KEYS + 1);
    expect(await guess(1, '192.0.2.2')).toEqual([401]);
  });

  test('what a client writes into X-Forwarded-For itself gives it no other address', async () => {
    const spoofed = Array.from({ length: FAILED_KEYS + 1 }, (_, index) => `198.51.100.${index}, 192.0.2.9`);
    const statuses = [];
    for (const forwarded of spoofed) statuses.push(...(await guess(1, forwarded)));
    expect(statuses.at(-1)).toBe(429);
  });

  test('all addresses of an IPv6 /64 are one client, the next /64 is another', async () => {
    const statuses = [];
    for (let host = 0; host <= FAILED_KEYS; host++) statuses.push(...(await guess(1, `2001:db8:0:7::${host}`)));
    expect(statuses).toEqual([...Array<number>(FAILED_KEYS).fill(401), 429]);
    expect(await guess(1, '2001:db8:0:8::1')).toEqual([401]);
  });
});

async function spend(key: string, calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) await service.rest(key);
}

async function guess(times: number, forwarded?: string): Promise<number[]> {
  const statuses = [];
  for (let time = 0; time < times; time++)
    statuses.push((await service.rest('guess', '/personas/7', forwarded)).status);
  return statuses;
}
