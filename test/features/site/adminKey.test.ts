import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY, type TestService, startService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { refusalOf } from './admin.ts';

let service: TestService;
let site: TestSite;

beforeAll(async () => {
  service = await startService();
  site = await service.site();
});
afterAll(() => service.stop());

const ADMIN_WORK: Record<string, string> = {
  allSites: '{ allSites { id } }',
  site: 'query ($id: ID!) { site(id: $id) { id apiKeys { id prefix } } }',
  createSite: 'mutation { createSite(input: { name: "x", ownerEmail: "a@b.example" }) { id } }',
  updateSite: 'mutation ($id: ID!) { updateSite(id: $id, input: { plan: enterprise }) { id } }',
  deleteSite: 'mutation ($id: ID!) { deleteSite(id: $id) { id } }',
  createApiKey: 'mutation ($id: ID!) { createApiKey(siteId: $id, input: { name: "x" }) { secret } }',
  revokeApiKey: 'mutation ($id: ID!) { revokeApiKey(id: $id) { id } }',
};

function ask(query: string, headers: Record<string, string>) {
  const variables = query.includes('$id') ? { id: site.id } : {};
  return service.graphql(query, variables, headers);
}

describe.each(Object.entries(ADMIN_WORK))('%s', (_name, query) => {
  test('without a key is UNAUTHENTICATED', async () => {
    expect(refusalOf(await ask(query, {}))).toEqual({ code: 'UNAUTHENTICATED', message: 'Admin key required' });
  });

  test('with a wrong admin key is UNAUTHENTICATED', async () => {
    for (const key of ['', 'x', `${ADMIN_KEY} x`, ADMIN_KEY.toUpperCase()]) {
      const answer = await ask(query, { 'x-svc-admin-key': key });
      expect(refusalOf(answer)).toEqual({ code: 'UNAUTHENTICATED', message: 'Invalid admin key' });
    }
  });

  test("with a site's own key is FORBIDDEN", async () => {
    const answer = await ask(query, { 'x-svc-api-key': site.key });
    expect(refusalOf(answer)).toEqual({ code: 'FORBIDDEN', message: 'This operation needs the admin key' });
  });
});

test('the list of admin work above is all of it: what else the schema has needs an API key', async () => {
  const { data } = await service
    .admin<{ __schema: Record<'queryType' | 'mutationType', { fields: { name: string; description: string }[] }> }>(
      '{ __schema { queryType { fields { name description } } mutationType { fields { name description } } } }',
    )
    .then((schema) => ({ data: schema.__schema }));
  const fields = [...data.queryType.fields, ...data.mutationType.fields];
  const documented = fields.filter(({ description }) => description.includes('admin key')).map(({ name }) => name);
  expect(documented.toSorted()).toEqual(Object.keys(ADMIN_WORK).toSorted());
});

test('the admin key alone is no key of a site', async () => {
  const answer = await service.graphql('{ contents { total } }', {}, { 'x-svc-admin-key': ADMIN_KEY });
  expect(refusalOf(answer)).toEqual({ code: 'UNAUTHENTICATED', message: 'API key required' });
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

test('a wrong admin key refuses a request even where the API key would do', async () => {
  const rest = await site.get('/content', { 'x-svc-admin-key': 'wrong' });
  expect([rest.status, rest.body]).toEqual([401, { success: false, error: 'Invalid admin key' }]);
});
