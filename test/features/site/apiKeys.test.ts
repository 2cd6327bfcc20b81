import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { TestSite } from '../../support/site.ts';
import { Admin, faultsOf, callerErrorOf } from './admin.ts';

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

test('a site has at most 100 keys that are not revoked, also when they are made at the same time', async () => {
  const { data } = await admin.createSite({ name: 'Many keys', ownerEmail: 'owner@example.org' });
  const id = data?.createSite.id ?? '';
  await service.app.database.forSite(id, 'background').rows(
    `insert into api_key (id, site_id, name, hash, prefix, scopes, strict, created_at, expires_at)
       select gen_random_uuid(), $1, 'k', gen_random_uuid()::text, 'svc_sdk_', '{read}', false, now(), now()
       from generate_series(1, 98)`,
    [id],
  );
  const made = await Promise.all(Array.from({ length: 4 }, () => admin.createApiKey(id, { name: 'k' })));
  const refused = { code: 'BAD_REQUEST', message: 'A site has at most 100 API keys that are not revoked' };
  expect(made.map(callerErrorOf).filter(Boolean)).toEqual([refused, refused]);
  const [first] = await admin.keys(id);
  await admin.revokeApiKey(first?.id ?? '');
  expect((await admin.createApiKey(id, { name: 'k' })).errors).toBeUndefined();
});

describe('a key stops working', () => {
  test('when it is revoked, at once, while the others go on; revoking again changes nothing', async () => {
    const { id, use } = await newKey();
    expect(await use.get('/content')).toMatchObject({ status: 200 });
    const { data } = await admin.revokeApiKey(id);
    expect(data?.revokeApiKey).toMatchObject({ id, revokedAt: expect.stringMatching(/Z$/) });
    expect(await use.get('/content')).toMatchObject(INVALID);
    expect(callerErrorOf(await use.graphql('{ contents { total } }'))).toEqual({
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

describe('rotateApiKey', () => {
  const rotate = async (id: string, input: object = {}) =>
    admin.ask<{ rotateApiKey: { id: string; secret: string } }>(
      'mutation ($id: ID!, $input: RotateApiKeyInput) { rotateApiKey(id: $id, input: $input) { id secret } }',
      { id, input },
    );
  const former = async (id: string) => {
    const { data } = await admin.ask<{ site: { apiKeys: Record<string, unknown>[] } }>(
      `{ site(id: "${site.id}") { apiKeys { id prefix formerPrefix formerUntil } } }`,
    );
    return data?.site.apiKeys.find((key) => key['id'] === id);
  };

  test('the key keeps its id and site; both secrets work until the grace time ends, then only the new one', async () => {
    const { id, secret, use } = await newKey();
    const { data } = await rotate(id, { graceSeconds: 3600 });
    const fresh = new TestSite(service, site.id, data!.rotateApiKey.secret);
    expect(data?.rotateApiKey.id).toBe(id);
    expect((await use.get('/content')).status).toBe(200);
    expect((await fresh.get('/content')).status).toBe(200);
    const listed = await former(id);
    expect(listed).toMatchObject({ prefix: fresh.key.slice(0, 14), formerPrefix: secret.slice(0, 14) });
    expect(Date.parse(String(listed?.['formerUntil'])) - Date.now()).toBeGreaterThan(3_500_000);
    await service.app.database.system.rows('update api_key set former_until = now() where id = $1', [id]);
    service.app.features.keys.clear();
    expect(await use.get('/content')).toMatchObject(INVALID);
    expect((await fresh.get('/content')).status).toBe(200);
    expect(await former(id)).toMatchObject({ formerPrefix: null, formerUntil: null });
  });

  test('graceSeconds 0 ends the former secrets at once', async () => {
    const { id, use } = await newKey();
    expect((await use.get('/content')).status).toBe(200);
    const first = (await rotate(id)).data!.rotateApiKey.secret;
    expect(callerErrorOf(await rotate(id))).toMatchObject({ code: 'CONFLICT' });
    const second = (await rotate(id, { graceSeconds: 0 })).data!.rotateApiKey.secret;
    for (const secret of [use.key, first]) {
      expect(await new TestSite(service, site.id, secret).get('/content')).toMatchObject(INVALID);
    }
    expect((await new TestSite(service, site.id, second).get('/content')).status).toBe(200);
  });

  test('revoking ends both secrets, and a revoked, expired or unknown key cannot be rotated', async () => {
    const { id, use } = await newKey();
    const { secret } = (await rotate(id)).data!.rotateApiKey;
    await admin.revokeApiKey(id);
    for (const each of [use.key, secret]) {
      expect(await new TestSite(service, site.id, each).get('/content')).toMatchObject(INVALID);
    }
    expect(callerErrorOf(await rotate(id))).toEqual({ code: 'CONFLICT', message: 'API key is revoked' });
    const expired = await newKey();
    await service.app.database.system.rows('update api_key set expires_at = now() where id = $1', [expired.id]);
    expect(callerErrorOf(await rotate(expired.id))).toEqual({ code: 'CONFLICT', message: 'API key has expired' });
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    expect((await rotate(expired.id, { expiresAt })).errors).toBeUndefined();
    expect((await admin.keys(site.id)).find((key) => key.id === expired.id)?.expiresAt).toBe(expiresAt);
    expect(callerErrorOf(await rotate(site.id))).toMatchObject({ code: 'NOT_FOUND' });
    expect(faultsOf(await rotate(id, { graceSeconds: -1 }))).toEqual([
      'graceSeconds must be a whole number from 0 to 2592000',
    ]);
  });
});

test('lastUsedAt is noted', async () => {
  const { id, use } = await newKey();
  const before = Date.now();
  await use.get('/content');
  const key = (await admin.keys(site.id)).find((each) => each.id === id);
  expect(Math.abs(Date.parse(key?.lastUsedAt ?? '') - before)).toBeLessThan(10_000);
});

test('the use of a busy key is written once a minute', async () => {
  const { id, use } = await newKey();
  const system = service.app.database.system;
  const lookUp = async () => {
    service.app.features.keys.clear();
    await use.get('/content-types/nothing-here');
    return (await system.row<{ xmin: string }>('select xmin from api_key where id = $1', [id]))?.xmin;
  };
  const first = await lookUp();
  expect(await lookUp()).toBe(first);
  await system.rows(`update api_key set last_used_at = now() - interval '61 seconds' where id = $1`, [id]);
  const later = await lookUp();
  expect(later).not.toBe(first);
  expect(await lookUp()).toBe(later);
});

test('a known key is looked up once in some seconds, not once a request', async () => {
  const { id, use } = await newKey();
  /** A look-up then writes that the key was used. */
  const system = service.app.database.system;
  const unused = () => system.rows('update api_key set last_used_at = null where id = $1', [id]);
  const started = Date.now();
  let lookUps = 0;
  for (let call = 0; call < 50; call += 1) {
    await unused();
    await use.get('/content-types/nothing-here');
    lookUps += (await admin.keys(site.id)).find((key) => key.id === id)?.lastUsedAt ? 1 : 0;
  }
  expect(lookUps).toBeGreaterThan(0);
  expect(lookUps).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - started) / FRESH_MS));
});
