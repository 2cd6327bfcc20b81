import { beforeAll, describe, expect, test } from 'vitest';
import { type RequiredScope, requiredScopes } from '../../../src/api/scope.ts';
import { apiSchema as schema, restOperations } from '../../support/api-schema.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { callOf, rootFields } from '../../support/root-fields.ts';
import { TestSite } from '../../support/site.ts';
import { callerErrorOf } from './admin.ts';

const REFUSED = 'API key does not allow this operation';
const operations = restOperations();

const service = useService();
const site = useSite(service);
let reader: TestSite;
let writer: TestSite;

beforeAll(async () => {
  const withScopes = async (...scopes: string[]) =>
    new TestSite(service, site.id, (await service.key(site.id, { name: 'scoped', scopes })).secret);
  reader = await withScopes('read');
  writer = await withScopes('write');
});

const pathOf = (path: string) => path.replaceAll(/:\w+/g, 'any');

describe('REST: a read-only key is rejected before anything else is looked at', () => {
  test.each(operations.filter(({ scopes }) => scopes.includes('write')).map(({ method, path }) => ({ method, path })))(
    '$method $path',
    async ({ method, path }) => {
      const answer = await reader.call(method, pathOf(path), method === 'DELETE' ? undefined : { not: 'valid' });
      expect([answer.status, answer.body]).toEqual([403, { success: false, error: REFUSED }]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('REST: a read-only key may', () => {
  test.each(operations.filter(({ scopes }) => !scopes.includes('write')).map(({ method, path }) => ({ method, path })))(
    '$method $path',
    async ({ method, path }) => {
      const answer = await reader.call(method, pathOf(path), method === 'POST' ? {} : undefined);
      expect(answer.body.error).not.toBe(REFUSED);
    },
  );

  test('search', async () => {
    expect((await reader.post('/rag/search', { query: 'anything' })).status).toBe(200);
  });
});

test('every route that changes something asks for write: POST to search, chat, ratings and forms alone do not', () => {
  const lenient = operations
    .filter(({ method, scopes }) => method !== 'GET' && !scopes.includes('write'))
    .map(({ path }) => path);
  const allowed = ['/rag/search', '/agent/chat', '/agent/feedback', '/forms/submit', '/forms/:formId/submit'];
  expect(lenient.filter((path) => !allowed.includes(path))).toEqual([]);
});

describe('GraphQL', () => {
  const CREATE = 'createCollection(input: { name: "C", slug: "c" }) { id }';

  test.each([
    ['directly', `mutation { ${CREATE} }`],
    ['under an alias', `mutation { chat: ${CREATE} }`],
    ['in an inline fragment', `mutation { ... { ${CREATE} } }`],
    ['in an inline fragment on Mutation', `mutation { ... on Mutation { ${CREATE} } }`],
    ['in a fragment', `mutation { ...F } fragment F on Mutation { ${CREATE} }`],
    [
      'in a fragment of a fragment',
      `mutation { ...F } fragment F on Mutation { ...G } fragment G on Mutation { ${CREATE} }`,
    ],
    ['behind a directive', `mutation { ... @include(if: true) { ${CREATE} } }`],
  ])('a read-only key is denied a mutation %s, and nothing is written', async (_how, query) => {
    expect(callerErrorOf(await reader.graphql(query))).toEqual({ code: 'FORBIDDEN', message: REFUSED });
    const { data } = await site.graphql<{ collections: { total: number } }>('{ collections { total } }');
    expect(data?.collections.total).toBe(0);
  });

  test('a read-only key is denied the mutation that operationName picks out of several', async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': reader.key },
      body: JSON.stringify({ query: `query A { viewer { uid } } mutation B { ${CREATE} }`, operationName: 'B' }),
    });
    expect(response.status).toBe(403);
  });

  test('every query and mutation is denied to a key without a scope that its field declares, and to no other', async () => {
    const missing: readonly (readonly [TestSite, RequiredScope])[] = [
      [reader, 'write'],
      [writer, 'read'],
    ];
    for (const root of rootFields(schema).filter(({ isAdmin }) => !isAdmin)) {
      const { query, variables } = callOf(root);
      const scopes = requiredScopes(root.field);
      for (const [key, scope] of missing) {
        const { errors } = await key.graphql(query, variables);
        const isRefused = errors?.some(({ message }) => message === REFUSED) ?? false;
        expect([root.name, isRefused]).toEqual([root.name, scopes.includes(scope)]);
      }
    }
  });

  test('what changes a site needs write: of the mutations those of visitors and of saved views alone need read', () => {
    const mutations = rootFields(schema).filter(({ kind, isAdmin }) => kind === 'mutation' && !isAdmin);
    const reading = mutations.filter(({ field }) => requiredScopes(field).includes('read')).map(({ name }) => name);
    expect(reading.toSorted()).toEqual([
      'chat',
      'createSavedView',
      'deleteSavedView',
      'rateChatMessage',
      'submitForm',
      'updateSavedView',
    ]);
  });

  test('every query needs the scope read: what a key may write, it may not read', async () => {
    for (const root of rootFields(schema).filter(({ kind, isAdmin }) => kind === 'query' && !isAdmin)) {
      const { query, variables } = callOf(root);
      const { errors } = await writer.graphql(query, variables);
      expect([root.name, errors?.[0]?.message]).toEqual([root.name, REFUSED]);
    }
  });

  test('a read-only key may query', async () => {
    const answer = await reader.graphql('{ contents { total } search(input: { query: "x" }) { totalResults } }');
    expect(answer).toEqual({ data: { contents: { total: 0 }, search: { totalResults: 0 } } });
  });
});

test('a write-only key may write and not read, in REST and GraphQL', async () => {
  expect((await writer.post('/knowledge/documents', { title: 'T', content: 'C' })).status).toBe(200);
  expect(await writer.get('/content')).toMatchObject({ status: 403, body: { success: false, error: REFUSED } });
  expect(callerErrorOf(await writer.graphql('{ contents { total } }'))).toEqual({
    code: 'FORBIDDEN',
    message: REFUSED,
  });
});
