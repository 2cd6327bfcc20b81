import { beforeEach, describe, expect, test } from 'vitest';
import { useService } from '../../support/use-service.ts';
import { TestSite } from '../../support/site.ts';
import { Admin, type SiteFields, faultsOf } from './admin.ts';

const SERVICE_ACCOUNT = JSON.stringify({
  type: 'service_account',
  client_email: 'verifier@acme-users.example',
  private_key: '-----BEGIN PRIVATE KEY-----\nnot-for-anybody\n-----END PRIVATE KEY-----\n',
});

const service = useService();
const admin = new Admin(service);
let site: SiteFields;

beforeEach(async () => {
  const { data } = await admin.createSite({ name: 'Before', ownerEmail: 'before@acme.example' });
  if (!data) throw new Error('no site');
  site = data.createSite;
});

const EVERYTHING = {
  name: 'After',
  ownerEmail: 'after@acme.example',
  plan: 'enterprise',
  trustCallerUser: true,
  forms: {
    enabled: true,
    recipients: ['one@acme.example', 'two@acme.example'],
    fromName: 'Acme forms',
    subjectTemplate: '{{formName}} was sent',
    replyTo: 'reply@acme.example',
    template: 'branded',
  },
  subscriptions: [
    { slug: 'gold', name: 'Gold', description: 'Everything', grants: ['silver', '*'] },
    { slug: 'silver', name: 'Silver' },
  ],
};

test('every field that updateSite takes is read back', async () => {
  const identity = { projectId: 'acme-users', serviceAccount: SERVICE_ACCOUNT };
  const { data } = await admin.updateSite(site.id, { ...EVERYTHING, identity });
  const expected = {
    ...site,
    ...EVERYTHING,
    identity: { projectId: 'acme-users', hasServiceAccount: true },
    subscriptions: [EVERYTHING.subscriptions[0], { slug: 'silver', name: 'Silver', description: null, grants: [] }],
    updatedAt: expect.any(String),
  };
  expect(data?.updateSite).toEqual(expected);
  expect((await admin.site(site.id)).data?.site).toEqual(expected);
  expect(Date.parse(data?.updateSite.updatedAt ?? '')).toBeGreaterThan(Date.parse(site.updatedAt));
});

describe('what is absent stays', () => {
  test.each(Object.entries(EVERYTHING))('when only %s is given', async (field, value) => {
    const { data } = await admin.updateSite(site.id, { [field]: value });
    expect({ ...data?.updateSite, [field]: null, updatedAt: '' }).toEqual({ ...site, [field]: null, updatedAt: '' });
  });

  test('within forms too, where null clears the sender and the reply-to address', async () => {
    await admin.updateSite(site.id, { forms: EVERYTHING.forms });
    const { data } = await admin.updateSite(site.id, { forms: { fromName: null, replyTo: null, recipients: [] } });
    expect(data?.updateSite.forms).toEqual({ ...EVERYTHING.forms, fromName: null, replyTo: null, recipients: [] });
  });

  test('within identity too, where null removes', async () => {
    await admin.updateSite(site.id, { identity: { projectId: 'acme-users', serviceAccount: SERVICE_ACCOUNT } });
    const renamed = await admin.updateSite(site.id, { identity: { projectId: 'acme-others' } });
    expect(renamed.data?.updateSite.identity).toEqual({ projectId: 'acme-others', hasServiceAccount: true });
    const removed = await admin.updateSite(site.id, { identity: { serviceAccount: null } });
    expect(removed.data?.updateSite.identity).toEqual({ projectId: 'acme-others', hasServiceAccount: false });
    const cleared = await admin.updateSite(site.id, { identity: { projectId: null } });
    expect(cleared.data?.updateSite.identity).toEqual({ projectId: null, hasServiceAccount: false });
  });
});

test('two changes of forms at the same time are both kept', async () => {
  await Promise.all([
    admin.updateSite(site.id, { forms: { fromName: 'Sender' } }),
    admin.updateSite(site.id, { forms: { replyTo: 'reply@acme.example' } }),
  ]);
  expect((await admin.site(site.id)).data?.site.forms).toMatchObject({
    fromName: 'Sender',
    replyTo: 'reply@acme.example',
  });
});

describe('the service account', () => {
  test('is stored encrypted, differently each time, and nothing of it is in the row', async () => {
    const stored = async (): Promise<string> => {
      await admin.updateSite(site.id, { identity: { serviceAccount: SERVICE_ACCOUNT } });
      const row = await service.app.database.system.row<{ row: string; account: string }>(
        'select s::text as row, s.identity_service_account as account from site s where id = $1',
        [site.id],
      );
      expect(row?.row).not.toMatch(/not-for-anybody|verifier@|private_key/);
      return row?.account ?? '';
    };
    expect(await stored()).not.toBe(await stored());
  });

  test('is in no answer, not even of the mutation that sets it, and no field of the schema leads to it', async () => {
    const answer = await admin.updateSite(site.id, { identity: { serviceAccount: SERVICE_ACCOUNT } });
    expect(JSON.stringify(answer)).not.toMatch(/not-for-anybody|verifier@/);
    const type = await admin.ask<{ __type: { fields: { name: string }[] } }>(
      '{ __type(name: "SiteIdentity") { fields { name } } }',
    );
    expect(type.data?.__type.fields.map(({ name }) => name)).toEqual(['projectId', 'hasServiceAccount']);
  });

  test('an invalid one is rejected without being repeated', async () => {
    const answer = await admin.updateSite(site.id, {
      identity: { serviceAccount: '{"private_key": "not-for-anybody"}' },
    });
    expect(faultsOf(answer)).toEqual([
      'identity.serviceAccount must be the JSON of a service account with client_email and private_key',
    ]);
    expect(JSON.stringify(answer)).not.toContain('not-for-anybody');
  });
});

describe('updateSite rejects, with every error', () => {
  test.each([
    [{ name: '' }, ['name must not be empty']],
    [{ ownerEmail: 'x' }, ['ownerEmail must be an email address']],
    [{ forms: { recipients: ['ok@a.example', 'no'] } }, ['forms.recipients[1] must be an email address']],
    [
      { forms: { recipients: Array.from({ length: 51 }, () => 'a@b.example') } },
      ['forms.recipients must have at most 50 entries'],
    ],
    [{ forms: { replyTo: 'a@b.example, c@d.example' } }, ['forms.replyTo must be an email address']],
    [{ forms: { fromName: 'A\r\nBcc: x@y.example' } }, ['forms.fromName must be one line']],
    [{ forms: { subjectTemplate: 'A\nB' } }, ['forms.subjectTemplate must be one line']],
    [
      { forms: { fromName: '\ud800' } },
      ['forms.fromName must not contain the character U+0000 or half a surrogate pair'],
    ],
    [{ identity: { projectId: 'No such id!' } }, ['identity.projectId must be a Firebase project id']],
    [
      {
        subscriptions: [
          { slug: 'a', name: 'A' },
          { slug: 'a', name: '' },
        ],
      },
      ['subscriptions[1].name is required', 'subscriptions[1].slug must be unique in the catalogue'],
    ],
    [
      { subscriptions: [{ slug: 'Gold', name: 'A', grants: ['b b'] }] },
      [
        'subscriptions[0].slug must have only lower-case letters, digits and single hyphens, at most 200 characters',
        'subscriptions[0].grants[0] must have only lower-case letters, digits and single hyphens, at most 200 characters',
      ],
    ],
  ])('%j', async (input, faults) => {
    expect(faultsOf(await admin.updateSite(site.id, input))).toEqual(faults);
    expect((await admin.site(site.id)).data?.site).toEqual(site);
  });
});

describe('checkIdentityToken', () => {
  const check = async (token: string, siteId = site.id) => {
    const { data, errors } = await admin.ask<{ checkIdentityToken: Record<string, unknown> }>(
      `mutation ($siteId: ID!, $token: String!) { checkIdentityToken(siteId: $siteId, token: $token) {
        isValid problem audience expiresAt uid email displayName claims membershipTier membershipExpiry subscriptions
      } }`,
      { siteId, token },
    );
    if (!data?.checkIdentityToken) throw new Error(errors?.[0]?.message);
    return data.checkIdentityToken;
  };

  test('shows the user, the claims and the rights of a token that the site accepts', async () => {
    await admin.updateSite(site.id, EVERYTHING);
    const claims = { membershipTier: 'premium', subscriptions: ['gold'], membershipExpiry: '2020-01-01T00:00:00Z' };
    const token = await service.token(site.id, { uid: 'u1', email: 'u@acme.example', ...claims });
    expect(await check(` ${token}\n`)).toEqual({
      isValid: true,
      problem: null,
      audience: site.id,
      expiresAt: expect.stringMatching(/Z$/),
      uid: 'u1',
      email: 'u@acme.example',
      displayName: null,
      claims,
      membershipTier: 'free',
      membershipExpiry: '2020-01-01T00:00:00.000Z',
      subscriptions: ['gold', 'silver'],
    });
  });

  test('says why a token is not accepted, and no rights then', async () => {
    const rights = { isValid: false, uid: null, claims: null, membershipTier: null, subscriptions: [] };
    const problemOf = async (token: string) => check(token);
    const other = (await admin.createSite({ name: 'Other', ownerEmail: 'o@acme.example' })).data!.createSite;
    const token = await service.token(site.id, { uid: 'u1' });
    expect(await problemOf('nonsense')).toMatchObject({ ...rights, problem: 'malformed', audience: null });
    expect(await problemOf(await service.token(other.id, { uid: 'u1' }))).toMatchObject({
      ...rights,
      problem: 'other_project',
      audience: other.id,
    });
    expect(await problemOf(await service.token(site.id, { uid: 'u1', expiresInSeconds: -5 }))).toMatchObject({
      ...rights,
      problem: 'expired',
    });
    expect(await problemOf(`${token.slice(0, -3)}AAA`)).toMatchObject({ ...rights, problem: 'rejected' });
    const foreign = Buffer.from(JSON.stringify({ iss: 'https://securetoken.google.com/p', aud: 'p' })).toString(
      'base64url',
    );
    expect(await problemOf(`e30.${foreign}.e30`)).toMatchObject({ ...rights, problem: 'no_provider', audience: 'p' });
    await expect(check('x'.repeat(8_193))).rejects.toThrow('at most 8192 characters');
    await expect(check(token, '01900000-0000-7000-8000-000000000000')).rejects.toThrow('Site not found');
  });
});

test('usage has the limits of the site, the requests of its keys and what it stores', async () => {
  const key = await service.key(site.id, { name: 'k' });
  const use = new TestSite(service, site.id, key.secret);
  await use.create('/content', { externalId: 'a', type: 'article', title: 'A' });
  await use.create('/triggers', { type: 'keyword', trigger: { value: 'a' } });
  await use.get('/content');
  const { data } = await admin.ask<{ site: { usage: Record<string, unknown> } }>(
    `{ site(id: "${site.id}") { usage {
      requestsPerMinute siteRequestsPerMinute maxApiKeys requests { keyId requests } pointsPerOperation storedBytes files contentItems triggers webhookTools
      personas maxTriggers maxWebhookTools maxPersonas
    } } }`,
  );
  expect(data?.site.usage).toEqual({
    requestsPerMinute: 60,
    siteRequestsPerMinute: 600,
    maxApiKeys: 100,
    requests: [{ keyId: key.id, requests: 3 }],
    pointsPerOperation: 125_000,
    storedBytes: 0,
    files: 0,
    contentItems: 1,
    triggers: 1,
    webhookTools: 0,
    personas: 0,
    maxTriggers: 20_000,
    maxWebhookTools: 200,
    maxPersonas: 500,
  });
});
