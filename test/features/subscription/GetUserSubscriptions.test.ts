import { beforeAll, describe, expect, inject, test } from 'vitest';
import { INSTANCES } from '../../support/instances.ts';
import { administer } from '../../support/postgres.ts';
import type { TestService } from '../../support/service.ts';
import { useOwnService, useService, useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';

const PATH = '/user/subscriptions';
const OFFERED = [
  { slug: 'bundle', name: 'Bundle', description: 'All metals' },
  { slug: 'silver', name: 'Silver' },
  { slug: 'gold', name: 'Gold' },
];
const GRANTS: Record<string, string[]> = { bundle: ['silver'], silver: ['gold', 'bundle'], gold: [] };

const ANONYMOUS = {
  success: true,
  isAuthenticated: false,
  subscriptions: [],
  membershipExpiry: null,
  availableSubscriptions: OFFERED,
  message: 'Not authenticated: send a valid identity token to see subscriptions',
};

describe('GET /user/subscriptions', () => {
  const service = useService();
  const site = useSite(service);

  beforeAll(async () => {
    const subscriptions = OFFERED.map((one) => ({ ...one, grants: GRANTS[one.slug] }));
    await new Admin(service).updateSite(site.id, { subscriptions });
  });

  type Claims = Parameters<TestService['token']>[1];
  const as = async (claims: Claims) => {
    const { status, body } = await site.get(PATH, { authorization: `Bearer ${await service.token(site.id, claims)}` });
    expect(status).toBe(200);
    return body;
  };

  test('a valid token: the user, what it claims, and what the site offers, without a message', async () => {
    const body = await as({
      uid: 'u-1',
      email: 'ada@example.org',
      displayName: 'Ada',
      membershipTier: 'premium',
      membershipExpiry: '2999-12-31T00:00:00Z',
      subscriptions: ['gold'],
    });
    expect(body).toEqual({
      success: true,
      isAuthenticated: true,
      user: { uid: 'u-1', email: 'ada@example.org', displayName: 'Ada' },
      subscriptions: ['gold'],
      membershipTier: 'premium',
      membershipExpiry: '2999-12-31T00:00:00.000Z',
      availableSubscriptions: OFFERED,
    });
  });

  test('a token without claims: tier free, nothing held, no end', async () => {
    expect(await as({ uid: 'u-2' })).toEqual({
      success: true,
      isAuthenticated: true,
      user: { uid: 'u-2', email: null, displayName: null },
      subscriptions: [],
      membershipTier: 'free',
      membershipExpiry: null,
      availableSubscriptions: OFFERED,
    });
  });

  test('an expired membership: tier free, its end still reported, subscriptions untouched', async () => {
    const membershipExpiry = '2021-05-06T07:08:09Z';
    expect(await as({ uid: 'u', membershipTier: 'pro', membershipExpiry, subscriptions: ['silver'] })).toMatchObject({
      membershipTier: 'free',
      membershipExpiry: '2021-05-06T07:08:09.000Z',
      subscriptions: ['silver', 'gold', 'bundle'],
    });
  });

  test('what a subscription grants is held, through others and around cycles; what the site does not offer, too', async () => {
    const { subscriptions } = await as({ uid: 'u', subscriptions: ['bundle', 'copper'] });
    expect((subscriptions as string[]).toSorted()).toEqual(['bundle', 'copper', 'gold', 'silver']);
  });

  test('one that grants all: everything that the site offers', async () => {
    const own = await service.site();
    const subscriptions = [
      { slug: 'all', name: 'All', grants: ['*'] },
      { slug: 'tin', name: 'Tin' },
    ];
    await new Admin(service).updateSite(own.id, { subscriptions });
    const token = await service.token(own.id, { uid: 'u', subscriptions: ['all'] });
    const { body } = await own.get(PATH, { authorization: `Bearer ${token}` });
    expect((body['subscriptions'] as string[]).toSorted()).toEqual(['all', 'tin']);
  });

  test('no token: 200, an anonymous user, with a message', async () => {
    const { status, body } = await site.get(PATH);
    expect({ status, body }).toEqual({ status: 200, body: ANONYMOUS });
  });

  test.each<[string, () => Promise<string>]>([
    ['that has expired', () => service.token(site.id, { uid: 'u', expiresInSeconds: -5 })],
    ['of another site', async () => service.token((await service.site()).id, { uid: 'u' })],
    ['that is none', async () => 'not-a-token'],
    ['that is empty', async () => ''],
  ])('a token %s counts as none: 200, an anonymous user', async (_name, token) => {
    const { status, body } = await site.get(PATH, { authorization: `Bearer ${await token()}` });
    expect({ status, body }).toEqual({ status: 200, body: ANONYMOUS });
  });

  test.each([
    ['without an API key', '', 'API key required'],
    ['with an unknown API key', `svc_sdk_${'x'.repeat(40)}`, 'Invalid API key'],
  ])('%s: 401, with a token as without', async (_name, key, error) => {
    const authorization = `Bearer ${await service.token(site.id, { uid: 'u' })}`;
    for (const headers of [{ 'x-svc-api-key': key }, { 'x-svc-api-key': key, authorization }]) {
      const { status, body } = await site.get(PATH, headers);
      expect({ status, body }).toEqual({ status: 401, body: { success: false, error } });
    }
  });

  test('the answer is for its caller alone', async () => {
    const { headers } = await site.get(PATH);
    expect(headers.get('cache-control')).toContain('private');
    expect(headers.get('vary')).toMatch(/authorization/i);
  });

  test('a change of what the site offers shows at once', async () => {
    const own = await service.site();
    expect((await own.get(PATH)).body['availableSubscriptions']).toEqual([]);
    await new Admin(service).updateSite(own.id, { subscriptions: [{ slug: 'new', name: 'New' }] });
    expect((await own.get(PATH)).body['availableSubscriptions']).toEqual([{ slug: 'new', name: 'New' }]);
  });
});

describe('GET /user/subscriptions while the database is down', () => {
  const site = useSite(useOwnService());

  test('500 with its text and a request id, and 200 once it is back', async () => {
    // Every instance knows the key.
    for (let at = 0; at < INSTANCES; at++) expect((await site.get(PATH)).status).toBe(200);
    const { system } = site.service.app.database;
    const row = await system.row<{ name: string }>('select current_database() as name');
    await switchDatabase(row?.name ?? '', false);
    const { status, body } = await site.get(PATH);
    expect({ status, body }).toEqual({
      status: 500,
      body: { success: false, error: 'Failed to get user subscriptions', requestId: expect.any(String) },
    });
    await switchDatabase(row?.name ?? '', true);
    // The service asks the database again at most a second later.
    await expect.poll(async () => (await site.get(PATH)).status, { timeout: 10_000 }).toBe(200);
  });
});

/** Ends all connections of a database and lets no new one in, or lets them in again. */
async function switchDatabase(name: string, on: boolean): Promise<void> {
  await administer(inject('testPostgres'), async (client) => {
    await client.query(`alter database ${name} allow_connections ${on}`);
    if (!on) await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
}
