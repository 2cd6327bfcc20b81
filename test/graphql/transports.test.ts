import { describe, expect, test } from 'vitest';
import type { GraphQLAnswer } from '../support/service.ts';
import { useOwnService, useSite } from '../support/use-service.ts';

const service = useOwnService({ GRAPHQL_INTROSPECTION: 'false' });
const site = useSite(service);

const TRANSPORTS = ['/graphql', '/graphql/stream'] as const;
type Transport = (typeof TRANSPORTS)[number];

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);

const REFUSED: readonly [what: string, body: object, message: RegExp, code: string][] = [
  [
    'introspection that is switched off',
    { query: '{ __schema { queryType { name } } }' },
    /introspection has been disabled/,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'a type asked for by name',
    { query: '{ __type(name: "Query") { name } }' },
    /introspection/,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['a syntax error', { query: '{ contents {' }, /^Syntax Error: Expected Name, found <EOF>/, 'GRAPHQL_PARSE_FAILED'],
  [
    'too many tokens',
    { query: `{${' __typename'.repeat(10_001)}}` },
    /^(Syntax Error: Document contains more|The document repeats)/,
    '',
  ],
  [
    'an unknown field, without a suggestion',
    { query: '{ contentz { total } }' },
    /^Cannot query field "contentz" on type "Query"\.$/,
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'an unknown operation name',
    { query: 'query A { viewer { uid } }', operationName: 'B' },
    /Unknown operation named "B"/,
    'OPERATION_RESOLUTION_FAILURE',
  ],
  [
    'variables of the wrong type',
    {
      query:
        'query ($limit: Int, $filter: ContentFilter) { contents(page: { limit: $limit }, filter: $filter) { total } }',
      variables: { limit: -1.5e-28, filter: { contentTypeId: 5 } },
    },
    /^Variable "\$limit" got invalid value -1\.5e-28; Int cannot represent non-integer value/,
    'BAD_USER_INPUT',
  ],
  [
    'a variable that a scalar of the service rejects',
    {
      query: 'mutation ($input: CreateTriggerInput!) { createTrigger(input: $input) { id } }',
      variables: { input: { type: 'keyword', actions: [{ type: 'open_url', payload: false }] } },
    },
    /payload/,
    'BAD_USER_INPUT',
  ],
  [
    'a variable with more mistakes than are listed',
    {
      query: 'query ($filter: ContentFilter) { contents(filter: $filter) { total } }',
      variables: { filter: { or: Array.from({ length: 60 }, () => ({ status: 'NONE' })) } },
    },
    /Value "NONE" does not exist in "ContentStatus" enum/,
    'BAD_USER_INPUT',
  ],
  [
    'one field ten thousand times',
    { query: `{ contents { items { ${'id '.repeat(9_000)} } } }` },
    /repeats names too often, such as "id"/,
    'QUERY_TOO_COMPLEX',
  ],
  [
    'parents that repeat each other with all their fields',
    { query: `{ ${'contents { items { id title } } '.repeat(200)} }` },
    /repeats names too often/,
    'QUERY_TOO_COMPLEX',
  ],
  [
    'an argument nested thousands deep',
    { query: `{ contents(filter: ${nested(4_900, '[', ']')}) { total } }` },
    /nests brackets more than 60 deep/,
    'QUERY_TOO_COMPLEX',
  ],
  [
    'selections nested thousands deep',
    { query: nested(3_000, '{ a ', '}') },
    /nests brackets more than 60 deep/,
    'QUERY_TOO_COMPLEX',
  ],
  [
    'more directives than allowed',
    { query: `{ viewer { ${'...@include(if: true) { uid } '.repeat(51)} } }` },
    /has 51 directives/,
    'QUERY_TOO_COMPLEX',
  ],
];

describe.each(TRANSPORTS)('%s rejects with 400 and the same words', (transport) => {
  test.each(REFUSED)('%s', async (_what, body, message, code) => {
    const { status, answer } = await send(transport, body);
    expect(status).toBe(400);
    expect(answer.errors?.[0]?.message).toMatch(message);
    if (code !== '') expect(answer.errors?.[0]?.extensions['code']).toBe(code);
    expect(JSON.stringify(answer)).not.toMatch(/Internal server error|INTERNAL|"http"|node_modules/);
  });

  test('a body that is no JSON, in the envelope of GraphQL', async () => {
    const response = await fetch(service.url + transport, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-svc-api-key': site.key },
      body: '{not json',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });

  test('a key without the scope with 403', async () => {
    const { secret } = await service.key(site.id, { name: 'r', scopes: ['read'] });
    const { status, answer } = await send(transport, { query: 'mutation { deleteContent(id: "x") { id } }' }, secret);
    expect([status, answer.errors?.[0]?.extensions['code']]).toEqual([403, 'FORBIDDEN']);
  });

  test('a wrong key with 401, before the body is looked at', async () => {
    const { status, answer } = await send(transport, { query: '{' }, 'svc_sdk_wrong');
    expect([status, answer.errors?.[0]]).toMatchObject([
      401,
      { message: 'Invalid API key', extensions: { code: 'UNAUTHENTICATED' } },
    ]);
  });
});

test('documents that repeat names as documents do are answered', async () => {
  const items = 'id title slug excerpt status tags publishedAt';
  const query = `{ ${Array.from({ length: 15 }, (_, n) => `page${n}: contents(page: { offset: ${n} }) { total items { ${items} } }`).join(' ')} }`;
  const { status, answer } = await send('/graphql', { query });
  expect([status, answer.errors]).toEqual([200, undefined]);
});

async function send(
  transport: Transport,
  body: object,
  key = site.key,
): Promise<{ status: number; answer: GraphQLAnswer }> {
  const response = await fetch(service.url + transport, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-svc-api-key': key,
      accept: transport === '/graphql' ? 'application/json' : 'text/event-stream',
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: (await response.json()) as GraphQLAnswer };
}

test('a subscription at /graphql without an Accept for streams is 406, which names both', async () => {
  const { status, answer } = await send('/graphql', { query: JOB });
  expect(status).toBe(406);
  expect(answer.errors?.[0]?.message).toBe(
    'A subscription must be sent by POST with Accept: text/event-stream or multipart/mixed;subscriptionSpec=1.0',
  );
});

const JOB = 'subscription { fileProcessingJobChanged(id: "01999999-9999-7999-8999-999999999999") { id } }';

describe.each(['text/event-stream, multipart/mixed', 'multipart/mixed;subscriptionSpec="1.0", application/json'])(
  'a subscription at /graphql with Accept: %s',
  (accept) => {
    const subscribe = (query: string, key = site.key) =>
      fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-api-key': key, accept },
        body: JSON.stringify({ query }),
      });

    test('sends its error as GraphQL reports it and ends', async () => {
      const response = await subscribe(JOB);
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).toContain('"code":"NOT_FOUND"');
      if (!accept.startsWith('multipart')) return;
      expect(response.headers.get('content-type')).toBe('multipart/mixed;boundary="graphql";subscriptionSpec=1.0');
      expect(text).toMatch(/\r\n\r\n\{\}\r\n--graphql\r\n/);
      expect(text).toMatch(/\r\n\r\n\{"payload":\{.+\}\}\r\n--graphql--\r\n$/);
    });

    test('is rejected before it runs by the rules of every operation', async () => {
      const { secret } = await service.key(site.id, { name: 'w', scopes: ['write'] });
      expect((await subscribe(JOB, secret)).status).toBe(403);
      expect((await subscribe(JOB, 'svc_sdk_wrong')).status).toBe(401);
      const invalid = await subscribe('subscription { nothing }');
      expect([invalid.status, await invalid.json()]).toMatchObject([
        400,
        { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] },
      ]);
    });
  },
);
