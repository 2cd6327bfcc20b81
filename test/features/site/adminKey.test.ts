import { describe, expect, test } from 'vitest';
import { requiredScopes } from '../../../src/api/scope.ts';
import { apiSchema as schema } from '../../support/api-schema.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { type RootField, callOf, rootFields } from '../../support/root-fields.ts';
import { callerErrorOf } from './admin.ts';

// Wrong keys are counted by address: the guesses of this file are its own.
const service = useOwnService();
const site = useSite(service);

const adminWork = rootFields(schema).filter(({ isAdmin }) => isAdmin);

function ask(field: RootField, headers: Record<string, string>) {
  const { query, variables } = callOf(field);
  return service.graphql(query, variables, headers);
}

describe.each(adminWork)('$name', (field) => {
  test('without a key is UNAUTHENTICATED', async () => {
    expect(callerErrorOf(await ask(field, {}))).toEqual({ code: 'UNAUTHENTICATED', message: 'Admin key required' });
  });

  test("with a site's own key is FORBIDDEN", async () => {
    const answer = await ask(field, { 'x-svc-api-key': site.key });
    expect(callerErrorOf(answer)).toEqual({ code: 'FORBIDDEN', message: 'This operation requires the admin key' });
  });
});

/** Not of each field: an address may send 30 wrong keys a minute, and they are rejected before any field is looked at. */
test.each(['query', 'mutation'])('a %s of the admin with a wrong admin key is UNAUTHENTICATED', async (kind) => {
  const [field] = adminWork.filter((each) => each.kind === kind);
  if (!field) throw new Error(`No ${kind} requires the admin key`);
  const answer = await ask(field, { 'x-svc-admin-key': 'wrong' });
  expect(callerErrorOf(answer)).toEqual({ code: 'UNAUTHENTICATED', message: 'Invalid admin key' });
});

test('the fields that say so in their description are those that declare it', () => {
  const declared = rootFields(schema).filter(({ field }) => requiredScopes(field).includes('admin'));
  expect(declared).toEqual(adminWork);
});

test('what an admin does is what issues, changes and shows sites, keys and submitted forms', () => {
  const names = adminWork.map(({ name }) => name);
  const needed = ['allSites', 'site', 'createSite', 'updateSite', 'deleteSite', 'createApiKey', 'revokeApiKey'];
  expect(names).toEqual(expect.arrayContaining(needed));
});

test('everything else needs an API key', async () => {
  // A file can't be given as a variable: what a multipart request answers is tested with the uploads.
  // `me` is null for a caller without a session.
  const others = rootFields(schema).filter(({ isAdmin, name }) => !isAdmin && !['uploadAsset', 'me'].includes(name));
  for (const field of others) {
    const answer = await ask(field, { 'x-svc-admin-key': ADMIN_KEY });
    expect(callerErrorOf(answer), field.name).toEqual({
      code: 'UNAUTHENTICATED',
      message: expect.stringMatching(/^API key (is )?required$/),
    });
  }
});

test.each(['', ' ', `${ADMIN_KEY} x`, ADMIN_KEY.toUpperCase(), ADMIN_KEY.slice(1)])(
  '%j is not the admin key',
  async (key) => {
    const answer = await service.graphql('{ allSites { id } }', {}, { 'x-svc-admin-key': key });
    expect(callerErrorOf(answer)).toEqual({ code: 'UNAUTHENTICATED', message: 'Invalid admin key' });
  },
);

test('the admin key alone is no key of a site', async () => {
  const answer = await service.graphql('{ contents { total } }', {}, { 'x-svc-admin-key': ADMIN_KEY });
  expect(callerErrorOf(answer)).toEqual({ code: 'UNAUTHENTICATED', message: 'API key required' });
  const rest = await fetch(`${service.url}/api/sdk/content`, { headers: { 'x-svc-admin-key': ADMIN_KEY } });
  expect(rest.status).toBe(401);
  expect(await rest.json()).toEqual({ success: false, error: 'API key required' });
});

test('admin key and API key together do the work of both in one request', async () => {
  const { data } = await service.graphql(
    'query ($id: ID!) { site(id: $id) { id } contents { total } }',
    { id: site.id },
    { 'x-svc-admin-key': ADMIN_KEY, 'x-svc-api-key': site.key },
  );
  expect(data).toEqual({ site: { id: site.id }, contents: { total: 0 } });
});

test('a wrong admin key rejects a request even where the API key would do', async () => {
  const rest = await site.get('/content', { 'x-svc-admin-key': 'wrong' });
  expect([rest.status, rest.body]).toEqual([401, { success: false, error: 'Invalid admin key' }]);
});
