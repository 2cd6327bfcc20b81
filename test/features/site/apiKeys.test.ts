import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { TestSite } from '../../support/site.ts';
import { Admin, faultsOf, refusalOf } from './admin.ts';

/** How long an answer about a key is believed. */
const FRESH_MS = 4_000;

// Wrong keys are counted by address: the guesses of this file are its own.
const service = useOwnService();
const admin = new Admin(service);
const site = useSite(service);

async function newKey(input: object = { name: 'another' }): Promise<{ id: string; secret: string; use: TestSite }> {
  const key = await service.key(site.id, input);
  return { ...key, use: new TestSite(service, site.id, key.secret) };
}

const INVALID = { status: 401, body: { success: false, error: 'Invalid API key' } };

describe('createApiKey', () => {
  test('answers a secret of svc_sdk_ and 43 random URL-safe characters', async () => {
    const [one, other] = [await newKey(), await newKey()];
    expect(one.secret).toMatch(/^svc_sdk_[A-Za-z0-9_-]{43}$/);
    expect(one.secret).not.toBe(other.secret);
    expect(await one.use.get('/content')).toMatchObject({ status: 200 });
  });

  test('stores nothing of the secret but its SHA-256 and a display prefix', async () => {
    const { id, secret } = await newKey();
    const row = await service.app.database.system.row<{ row: string; hash: string; prefix: string }>(
      'select k::text as row, hash, prefix from api_key k where id = $1',
      [id],
    );
    expect(row?.hash).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(row?.prefix).toBe(secret.slice(0, 14));
    expect(row?.row).not.toContain(secret.slice(14));
  });

  test('is the only answer with the secret: the list shows everything else', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { id, secret } = await newKey({ name: 'Reporting', scopes: ['read'], expiresAt });
    const keys = await admin.keys(site.id);
    expect(keys.find((key) => key.id === id)).toEqual({
      id,
      name: 'Reporting',
      prefix: secret.slice(0, 14),
      scopes: ['read'],
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
      expiresAt,
      revokedAt: null,
    });
    expect(JSON.stringify(keys)).not.toContain(secret.slice(14));
  });

  test('has all scopes by default', async () => {
    const { id } = await newKey();
    expect((await admin.keys(site.id)).find((key) => key.id === id)?.scopes).toEqual(['read', 'write', 'preview']);
  });

  test.each([
    [{ name: '' }, 'name is required'],
    [{ name: 'x'.repeat(301) }, 'name must have at most 300 characters'],
    [{ name: 'k', scopes: [] }, 'scopes must name at least one scope'],
    [{ name: 'k', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt must be in the future'],
  ])('rejects %j', async (input, fault) => {
    expect(faultsOf(await admin.createApiKey(site.id, input))).toEqual([fault]);
  });
});

describe('a key stops working', () => {
  test('when it is revoked, at once, while the others go on; revoking again changes nothing', async () => {
    const { id, use } = await newKey();
    expect(await use.get('/content')).toMatchObject({ status: 200 });
    const { data } = await admin.revokeApiKey(id);
    expect(data?.revokeApiKey).toMatchObject({ id, revokedAt: expect.stringMatching(/Z$/) });
    expect(await use.get('/content')).toMatchObject(INVALID);
    expect(refusalOf(await use.graphql('{ contents { total } }'))).toEqual({
      code: 'UNAUTHENTICATED',
      message: 'Invalid API key',
    });
    expect((await admin.revokeApiKey(id)).data).toEqual(data);
    expect(await site.get('/content')).toMatchObject({ status: 200 });
  });

  test('within 5 seconds when it is revoked through another instance', async () => {
    const { id, use } = await newKey();
    expect(await use.get('/content')).toMatchObject({ status: 200 });
    const since = Date.now();
    await service.app.database.system.rows('update api_key set revoked_at = now() where id = $1', [id]);
    await expect.poll(() => use.get('/content'), { timeout: 5_000, interval: 200 }).toMatchObject(INVALID);
    expect(Date.now() - since).toBeLessThan(5_000);
  });

  test('when it expires', async () => {
    const { id, use } = await newKey({ name: 'k', expiresAt: new Date(Date.now() + 60_000).toISOString() });
    await service.app.database.system.rows(`update api_key set expires_at = now() where id = $1`, [id]);
    expect(await use.get('/content')).toMatchObject(INVALID);
  });

  test('rotation: old and new work side by side until the old one is revoked', async () => {
    const [old, fresh] = [await newKey(), await newKey()];
    expect(
      (await Promise.all([old.use.get('/content'), fresh.use.get('/content')])).map(({ status }) => status),
    ).toEqual([200, 200]);
    await admin.revokeApiKey(old.id);
    expect((await fresh.use.get('/content')).status).toBe(200);
    expect((await old.use.get('/content')).status).toBe(401);
  });
});

test('lastUsedAt is noted', async () => {
  const { id, use } = await newKey();
  const before = Date.now();
  await use.get('/content');
  const key = (await admin.keys(site.id)).find((each) => each.id === id);
  expect(Math.abs(Date.parse(key?.lastUsedAt ?? '') - before)).toBeLessThan(10_000);
});

test('a known key is looked up once in some seconds, not once a request', async () => {
  const { id, use } = await newKey();
  /** Each look-up records the use, so it updates the row. */
  const version = () =>
    service.app.database.system.row<{ xmin: string }>('select xmin from api_key where id = $1', [id]);
  const started = Date.now();
  const versions = new Set<string>();
  for (let call = 0; call < 50; call += 1) {
    await use.get('/content-types/nothing-here');
    versions.add((await version())?.xmin ?? '');
  }
  expect(versions.size).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - started) / FRESH_MS));
});
