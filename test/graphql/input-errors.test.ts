import { expect, test } from 'vitest';
import { ADMIN_KEY } from '../support/service.ts';
import { useService, useSite } from '../support/use-service.ts';

const CREATE_COLLECTION = 'mutation { createCollection(input: { name: "", slug: "A B" }) { id } }';
const LIST_DOCUMENTS = `{ knowledgeDocuments(filter: { tag: "${'x'.repeat(1_000)}" }) { total } }`;
const CREATE_SITE = 'mutation { createSite(input: { name: "", ownerEmail: "x" }) { id } }';

const service = useService();
const site = useSite(service);

async function errorOf(query: string, headers: Record<string, string>) {
  const { errors } = await service.graphql(query, {}, headers);
  const { code, details } = (errors?.[0]?.extensions ?? {}) as { code: string; details?: { field: string }[] };
  return [code, ...(details ?? []).map(({ field }) => field)];
}

test('an error names all violations of the bounds of an input', async () => {
  const headers = { 'x-svc-api-key': site.key };
  expect(await errorOf(CREATE_COLLECTION, headers)).toEqual(['BAD_REQUEST', 'name', 'slug']);
  expect(await errorOf(LIST_DOCUMENTS, headers)).toEqual(['BAD_REQUEST', 'tag']);
});

test.each([CREATE_COLLECTION, LIST_DOCUMENTS])('a missing key or an invalid token comes first: %#', async (query) => {
  expect(await errorOf(query, {})).toEqual(['UNAUTHENTICATED']);
  const headers = { 'x-svc-api-key': site.key, authorization: 'Bearer invalid' };
  expect(await errorOf(query, headers)).toEqual(['UNAUTHENTICATED']);
  expect(await errorOf(query, { ...headers, 'x-svc-admin-key': ADMIN_KEY })).toEqual(['UNAUTHENTICATED']);
});

test('fields for the admin key need no API key and ignore its token', async () => {
  const headers = { 'x-svc-admin-key': ADMIN_KEY };
  const withToken = { ...headers, 'x-svc-api-key': site.key, authorization: 'Bearer invalid' };
  const violations = ['BAD_REQUEST', 'name', 'ownerEmail'];
  expect(await errorOf(CREATE_SITE, headers)).toEqual(violations);
  expect(await errorOf(CREATE_SITE, withToken)).toEqual(violations);
});
