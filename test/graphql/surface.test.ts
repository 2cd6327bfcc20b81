import { describe, expect, test } from 'vitest';
import type { GraphQLAnswer, TestService } from '../support/service.ts';
import { useOwnService, useService, useSite } from '../support/use-service.ts';

const service = useService();
const closed = useOwnService({ GRAPHQL_INTROSPECTION: 'false' });
const site = useSite(service);

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: GraphQLAnswer;
}

async function send(init: RequestInit & { query?: string; to?: TestService } = {}): Promise<Answer> {
  const { query = '', to = service, ...rest } = init;
  const headers = { 'x-svc-api-key': to === service ? site.key : '', ...(rest.headers as Record<string, string>) };
  const response = await fetch(`${to.url}/graphql${query}`, { ...rest, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (isJson ? JSON.parse(text) : {}) as GraphQLAnswer,
  };
}

const post = (body: unknown, more: RequestInit & { to?: TestService } = {}) =>
  send({
    method: 'POST',
    ...more,
    headers: { 'content-type': 'application/json', ...(more.headers as object) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('errors', () => {
  test('carry code and details in extensions, and never a stack', async () => {
    const { body, text } = await post({
      query: 'mutation { createContent(input: { externalId: "e", type: "nothing", title: "" }) { id } }',
    });
    expect(body.errors?.[0]).toMatchObject({
      path: ['createContent'],
      extensions: {
        code: 'BAD_REQUEST',
        details: expect.arrayContaining([{ field: 'title', message: 'title is required' }]),
      },
    });
    expect(text).not.toMatch(/stack|node_modules|\.ts:|\.js:/);
  });

  test('carry the extras of a conflict', async () => {
    const create = 'mutation { createContent(input: { type: "article", title: "A", externalId: "same" }) { id } }';
    const first = await post({ query: create });
    const second = await post({ query: create });
    expect(second.body.errors?.[0]).toMatchObject({
      message: 'Content with this externalId already exists',
      extensions: { code: 'CONFLICT', ...(first.body.data?.['createContent'] as object | undefined) },
    });
  });

  test('of one field leave the others their answers where the schema allows it', async () => {
    const { status, body } = await post({ query: '{ contents { total } missing: content(id: "x") { id } }' });
    expect(status).toBe(200);
    expect(body.errors?.[0]).toMatchObject({ message: 'Content not found', extensions: { code: 'NOT_FOUND' } });
  });

  test.each([
    ['no JSON', '{not json', 400],
    ['no object', '[]', 400],
    ['nothing', '', 400],
    ['no query', {}, 400],
    ['a query that is no text', { query: 1 }, 400],
    ['a query that does not parse', { query: '{ contents {' }, 400],
    ['an unknown field', { query: '{ nothing }' }, 400],
    ['variables that are no object', { query: '{ viewer { uid } }', variables: 'x' }, 400],
    ['a missing variable', { query: 'query ($id: ID!) { content(id: $id) { id } }' }, 400],
    ['an unknown operation name', { query: 'query A { viewer { uid } }', operationName: 'B' }, 400],
    ['an operation name that is no text', { query: '{ viewer { uid } }', operationName: { toString: 0 } }, 400],
  ])('a request with %s is rejected with words, not with a stack', async (_what, body, expected) => {
    const answer = await post(body);
    expect(answer.status).toBe(expected);
    expect(answer.text).toMatch(/"(message|error)":"[^"]+/);
    expect(answer.text).not.toMatch(/stack|node_modules|Internal server error/);
  });

  test('an unknown argument or input field is an error', async () => {
    const argument = await post({ query: '{ contents(nothing: 1) { total } }' });
    expect(argument.body.errors?.[0]?.message).toMatch(/Unknown argument "nothing"/);
    const field = await post({
      query: 'mutation { createCollection(input: { name: "A", slug: "a", nothing: 1 }) { id } }',
    });
    expect(field.body.errors?.[0]?.message).toMatch(/Field "nothing" is not defined/);
    const variable = await post({
      query: 'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { id } }',
      variables: { input: { name: 'A', slug: 'a', nothing: 1 } },
    });
    expect(variable.body.errors?.[0]?.message).toMatch(/Field "nothing" is not defined/);
  });

  test('a key that is rejected is 401, one without the scope 403', async () => {
    const unknown = await post(
      { query: '{ viewer { uid } }' },
      { headers: { 'x-svc-api-key': `svc_sdk_${'a'.repeat(43)}` } },
    );
    expect(unknown.status).toBe(401);
    const { secret } = await service.key(site.id, { name: 'r', scopes: ['read'] });
    const refused = await post(
      { query: 'mutation { deleteContent(id: "x") { id } }' },
      { headers: { 'x-svc-api-key': secret } },
    );
    expect([refused.status, refused.body.errors?.[0]?.extensions['code']]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('GET', () => {
  const preflight = { 'apollo-require-preflight': 'true' };

  test('runs a query', async () => {
    const answer = await send({ query: `?query=${encodeURIComponent('{ contents { total } }')}`, headers: preflight });
    expect([answer.status, answer.body.data]).toEqual([200, { contents: { total: expect.any(Number) } }]);
  });

  test('never runs a mutation', async () => {
    const mutation = 'mutation { createCollection(input: { name: "By GET", slug: "by-get" }) { id } }';
    const answer = await send({ query: `?query=${encodeURIComponent(mutation)}`, headers: preflight });
    expect(answer.status).toBe(405);
    expect((await site.graphql('{ collections { total } }')).data).toEqual({ collections: { total: 0 } });
  });
});

describe('what a page of another origin can send without asking first is rejected', () => {
  const mutation = JSON.stringify({
    query: 'mutation { createCollection(input: { name: "CSRF", slug: "csrf" }) { id } }',
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'a POST of type %j',
    async (type) => {
      const answer = await send({ method: 'POST', body: mutation, headers: { 'content-type': type } });
      expect([400, 415]).toContain(answer.status);
      expect((await site.graphql('{ collections { total } }')).data).toEqual({ collections: { total: 0 } });
    },
  );

  test('a GET without a header of its own', async () => {
    expect((await send({ query: '?query={__typename}' })).status).toBe(400);
  });
});

test('batches are rejected', async () => {
  const answer = await post([{ query: '{ viewer { uid } }' }, { query: '{ viewer { uid } }' }]);
  expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/batch|array/i)]);
});

describe('introspection and the page', () => {
  const INTROSPECT = { query: '{ __schema { queryType { name } } }' };

  test('are there by default, without a key', async () => {
    expect((await post(INTROSPECT, { headers: { 'x-svc-api-key': '' } })).body.data).toEqual({
      __schema: { queryType: { name: 'Query' } },
    });
    const page = await send({ headers: { accept: 'text/html', 'x-svc-api-key': '' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    expect(page.text).toContain('X-Svc-API-Key');
  });

  test('are disabled with GRAPHQL_INTROSPECTION=false, and no error contains names of the schema', async () => {
    const refused = await post(INTROSPECT, { to: closed });
    expect([refused.status, refused.body.errors?.[0]?.message]).toEqual([400, expect.stringMatching(/introspection/i)]);
    const page = await send({ to: closed, headers: { accept: 'text/html' } });
    expect(page.text).not.toContain('<html');
    const misspelt = await post({ query: '{ content { nam } contentz { total } }' }, { to: closed });
    expect(misspelt.text).not.toMatch(/Did you mean/);
  });
});

describe('the page', () => {
  test('forbids what it does not need, and works from this service alone', async () => {
    const page = await send({ headers: { accept: 'text/html' } });
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/);
    expect(page.text).not.toMatch(/<(link|script|img)[^>]+(src|href)="https?:/);
  });
});
