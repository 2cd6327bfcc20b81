import { expect, test } from 'vitest';
import { useOwnService } from '../../support/use-service.ts';
import { Admin, faultsOf, callerErrorOf } from './admin.ts';

const service = useOwnService();
const admin = new Admin(service);

test('a new site has the name and owner given, plan free, and the defaults of everything else', async () => {
  const before = Date.now();
  const { data } = await admin.createSite({ name: 'Acme', ownerEmail: 'owner@acme.example' });
  const site = data?.createSite;
  expect(site).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
    name: 'Acme',
    ownerEmail: 'owner@acme.example',
    plan: 'free',
    trustCallerUser: false,
    forms: {
      enabled: false,
      recipients: [],
      fromName: null,
      subjectTemplate: 'New Form Submission: {{formName}}',
      replyTo: null,
      template: 'default',
    },
    identity: { projectId: null, hasServiceAccount: false },
    subscriptions: [],
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: expect.any(String),
  });
  expect(Date.parse(site?.createdAt ?? '')).toBeGreaterThan(before - 5_000);
});

test('what createSite answered is what the queries answer', async () => {
  const { data } = await admin.createSite({ name: 'Read back', ownerEmail: 'a@b.example', plan: 'pro' });
  const site = data?.createSite;
  expect((await admin.site(site?.id ?? '')).data?.site).toEqual(site);
  const all = await admin.ask<{ allSites: { id: string }[] }>('{ allSites { id } }');
  expect(all.data?.allSites.map(({ id }) => id)).toContain(site?.id);
});

test('a new site has the six built-in content types', async () => {
  const site = await service.site();
  const { body } = await site.get<{ slug: string }[]>('/content-types');
  expect(body.data.map(({ slug }) => slug).toSorted()).toEqual([
    'article',
    'course',
    'document',
    'faq',
    'product',
    'video',
  ]);
});

test.each([
  [{ name: ' ', ownerEmail: 'a@b.example' }, ['name is required']],
  [{ name: 'x'.repeat(301), ownerEmail: 'a@b.example' }, ['name must have at most 300 characters']],
  [{ name: 'A', ownerEmail: 'nobody' }, ['ownerEmail must be an email address']],
  [{ name: 'A', ownerEmail: 'a@b.example\r\nBcc: c@d.example' }, ['ownerEmail must be an email address']],
  [{ name: '', ownerEmail: '' }, ['name is required', 'ownerEmail is required', 'ownerEmail must be an email address']],
  [
    { name: 'a\0b', ownerEmail: 'a@b.example' },
    ['name must not contain the character U+0000 or half a surrogate pair'],
  ],
])('createSite rejects %j with every error', async (input, faults) => {
  const answer = await admin.createSite(input);
  expect(callerErrorOf(answer)).toEqual({ code: 'BAD_REQUEST', message: faults[0] });
  expect(faultsOf(answer)).toEqual(faults);
});

test('an unknown site is NOT_FOUND, whatever its id looks like', async () => {
  for (const id of ['00000000-0000-7000-8000-000000000000', 'x', '*', '', '\0']) {
    expect(callerErrorOf(await admin.site(id))).toEqual({ code: 'NOT_FOUND', message: 'Site not found' });
    expect(callerErrorOf(await admin.updateSite(id, {}))).toEqual({ code: 'NOT_FOUND', message: 'Site not found' });
    expect(callerErrorOf(await admin.deleteSite(id))).toEqual({ code: 'NOT_FOUND', message: 'Site not found' });
    expect(callerErrorOf(await admin.createApiKey(id, { name: 'k' }))).toEqual({
      code: 'NOT_FOUND',
      message: 'Site not found',
    });
    expect(callerErrorOf(await admin.revokeApiKey(id))).toEqual({ code: 'NOT_FOUND', message: 'API key not found' });
  }
});
