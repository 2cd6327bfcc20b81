import { beforeEach, describe, expect, test } from 'vitest';
import { ofOneInstance } from '../support/instances.ts';
import { useOwnService } from '../support/use-service.ts';

const FAILED_KEYS = 30;
const FREE = '"default";q=3;w=60';
const FAILED = `"failed-keys";q=${FAILED_KEYS};w=60`;

const service = useOwnService({
  TRUST_PROXY: '1',
  RATE_LIMIT_FREE_PER_MINUTE: '3',
  RATE_LIMIT_PRO_PER_MINUTE: '5',
  RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000',
});

/** Keys of new sites, one of each plan and a second one of plan free. */
let keys: Record<'free' | 'alsoFree' | 'pro' | 'enterprise', string>;
/** What the proxy adds to X-Forwarded-For: each test has an address of its own. */
let address: string;
let tests = 0;
const siteOf = new Map<string, string>();

beforeEach(async () => {
  tests += 1;
  address = `192.0.2.${tests}`;
  keys = {
    free: await keyOf('free'),
    alsoFree: await keyOf('free'),
    pro: await keyOf('pro'),
    enterprise: await keyOf('enterprise'),
  };
});

async function keyOf(plan: string): Promise<string> {
  const { createSite } = await service.admin<{ createSite: { id: string } }>(
    'mutation ($input: CreateSiteInput!) { createSite(input: $input) { id } }',
    { input: { name: 'Limited', ownerEmail: 'owner@example.org', plan } },
  );
  const { secret } = await service.key(createSite.id);
  siteOf.set(secret, createSite.id);
  return secret;
}

async function moreKeys(secret: string, count: number): Promise<string[]> {
  const id = siteOf.get(secret) ?? '';
  const made = await Promise.all(Array.from({ length: count }, () => service.key(id)));
  return made.map((key) => key.secret);
}

function rest(key: string, path = '/content', forwarded = address): Promise<Response> {
  return fetch(`${service.url}/api/sdk${path}`, { headers: { 'x-svc-api-key': key, 'x-forwarded-for': forwarded } });
}

function graphql(headers: Record<string, string>, query = '{ viewer { uid } }'): Promise<Response> {
  return fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
}

const withKey = (key: string) => ({ 'x-svc-api-key': key });

describe('requests of a key', ofOneInstance, () => {
  test('have the limit of the plan and the rest of it in each answer, counted together for REST and GraphQL', async () => {
    const answers = [await rest(keys.free), await graphql(withKey(keys.free)), await rest(keys.free)];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(answers.map((answer) => answer.headers.get('ratelimit-policy'))).toEqual(Array(3).fill(FREE));
    expect(answers.map((answer) => answer.headers.get('ratelimit'))).toEqual([
      expect.stringMatching(/^"default";r=2;t=(5\d|60)$/),
      expect.stringMatching(/^"default";r=1;t=(5\d|60)$/),
      expect.stringMatching(/^"default";r=0;t=(5\d|60)$/),
    ]);
  });

  test('have it in answers that are errors, too', async () => {
    const notFound = await rest(keys.pro, '/content/unknown');
    expect([notFound.status, notFound.headers.get('ratelimit')]).toEqual([404, expect.stringContaining('r=4')]);
    const invalid = await graphql(withKey(keys.pro), '{ nonsense }');
    expect([invalid.status, invalid.headers.get('ratelimit')]).toEqual([400, expect.stringContaining('r=3')]);
    const syntax = await graphql(withKey(keys.pro), '{');
    expect([syntax.status, syntax.headers.get('ratelimit')]).toEqual([400, expect.stringContaining('r=2')]);
  });

  test('are 429 in REST above the limit, in its envelope, with the seconds to wait', async () => {
    await spend(keys.free, 3);
    const answer = await rest(keys.free);
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await answer.json()).toEqual({
      success: false,
      error: `Rate limit exceeded. Try again in ${seconds} seconds.`,
    });
    expect(answer.headers.get('ratelimit')).toBe(`"default";r=0;t=${seconds}`);
    expect(answer.headers.get('ratelimit-policy')).toBe(FREE);
  });

  test('are 429 in GraphQL above the limit, in its envelope, with the same headers', async () => {
    await spend(keys.free, 3);
    const answer = await graphql(withKey(keys.free));
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

  test('count against the limit of the plan of its site, and against no other key', async () => {
    await spend(keys.free, 4);
    const others = [await rest(keys.alsoFree), await rest(keys.pro), await rest(keys.enterprise)];
    expect(others.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(others.map((answer) => /r=\d+/.exec(answer.headers.get('ratelimit') ?? '')?.[0])).toEqual([
      'r=2',
      'r=4',
      'r=999',
    ]);
  });
});

describe('all keys of a site', ofOneInstance, () => {
  test('together have ten times the limit of one, and what a key is denied takes nothing from the others', async () => {
    const all = [keys.free, ...(await moreKeys(keys.free, 11))];
    await spend(keys.free, 40);
    for (const key of all.slice(1, 10)) await spend(key, 3);
    const [, , , , , , , , , , fresh = '', other = ''] = all;
    const denied = await rest(fresh);
    const seconds = Number(denied.headers.get('retry-after'));
    expect([denied.status, seconds > 0 && seconds <= 60]).toEqual([429, true]);
    expect(denied.headers.get('ratelimit-policy')).toBe('"site";q=30;w=60');
    expect(denied.headers.get('ratelimit')).toBe(`"site";r=0;t=${seconds}`);
    expect(await denied.json()).toEqual({
      success: false,
      error: `Rate limit exceeded. Try again in ${seconds} seconds.`,
    });
    expect((await graphql(withKey(other))).status).toBe(429);
    expect((await rest(keys.alsoFree)).status).toBe(200);
  });

  test('do not change the headers of a key that is allowed', async () => {
    const [other = ''] = await moreKeys(keys.free, 1);
    await spend(keys.free, 3);
    const answer = await rest(other);
    expect([answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')]).toEqual([
      FREE,
      expect.stringMatching(/^"default";r=2;t=(5\d|60)$/),
    ]);
  });
});

describe('invalid keys', ofOneInstance, () => {
  test('are 429 instead of 401 above the limit of an address, in REST and GraphQL', async () => {
    expect(await guess(FAILED_KEYS + 1)).toEqual([...Array<number>(FAILED_KEYS).fill(401), 429]);
    const answer = await graphql(withKey('guess'));
    expect(answer.status).toBe(429);
    expect(answer.headers.get('ratelimit-policy')).toBe(FAILED);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(await (await rest('guess')).json()).toMatchObject({
      error: expect.stringMatching(/^Rate limit exceeded\. Try again in \d+/),
    });
  });

  test('are counted together with invalid admin keys', async () => {
    const answers = await Promise.all(
      Array.from({ length: FAILED_KEYS }, () => graphql({ 'x-svc-admin-key': 'guess' }, '{ allSites { id } }')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await graphql({ 'x-svc-admin-key': 'guess' })).status).toBe(429);
    expect(await guess(1)).toEqual([429]);
  });

  test('above the limit do not affect a valid key from the same address', async () => {
    await guess(FAILED_KEYS + 3);
    const answer = await rest(keys.free);
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, FREE]);
  });

  test('are still counted after a request with a valid key', async () => {
    await guess(FAILED_KEYS);
    await rest(keys.enterprise);
    expect(await guess(1)).toEqual([429]);
  });

  test('of another address are counted separately', async () => {
    await guess(FAILED_KEYS + 1);
    expect(await guess(1, '198.51.100.7')).toEqual([401]);
  });

  test('are counted by the address that the proxy adds, not by what the client wrote before it', async () => {
    const spoofed = Array.from({ length: FAILED_KEYS + 1 }, (_, index) => `198.51.100.${index}, ${address}`);
    const statuses = [];
    for (const forwarded of spoofed) statuses.push(...(await guess(1, forwarded)));
    expect(statuses.at(-1)).toBe(429);
  });

  test('of all addresses of an IPv6 /64 are counted together, and of the next /64 separately', async () => {
    const statuses = [];
    for (let host = 0; host <= FAILED_KEYS; host++) statuses.push(...(await guess(1, `2001:db8:0:7::${host}`)));
    expect(statuses).toEqual([...Array<number>(FAILED_KEYS).fill(401), 429]);
    expect(await guess(1, '2001:db8:0:8::1')).toEqual([401]);
  });
});

async function spend(key: string, calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) await rest(key);
}

async function guess(times: number, forwarded?: string): Promise<number[]> {
  const statuses = [];
  for (let time = 0; time < times; time++) statuses.push((await rest('guess', '/content', forwarded)).status);
  return statuses;
}
