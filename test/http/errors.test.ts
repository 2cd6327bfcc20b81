import { describe, expect, test } from 'vitest';
import { ofOneInstance } from '../support/instances.ts';
import { useOwnService, useSite } from '../support/use-service.ts';
import { rawGet, sendRaw } from './raw.ts';

// Wrong keys are counted by address: the guesses of this file are its own.
const service = useOwnService();
const site = useSite(service);

async function call(method: string, path: string, headers: Record<string, string> = {}, body?: string) {
  const response = await fetch(service.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text && (JSON.parse(text) as unknown) };
}

const failure = (error: string) => ({ success: false, error });

describe('the API key', () => {
  test.each([
    ['absent', {}, 'API key required'],
    ['empty', { 'x-svc-api-key': '' }, 'API key required'],
    ['malformed', { 'x-svc-api-key': 'hello' }, 'Invalid API key'],
    ['of another prefix', { 'x-svc-api-key': `pk_${'a'.repeat(43)}` }, 'Invalid API key'],
    ['with SQL in it', { 'x-svc-api-key': "svc_sdk_' or 1=1 --" }, 'Invalid API key'],
    ['unknown', { 'x-svc-api-key': `svc_sdk_${'a'.repeat(43)}` }, 'Invalid API key'],
    ['very long', { 'x-svc-api-key': `svc_sdk_${'a'.repeat(8_000)}` }, 'Invalid API key'],
  ])('%s is 401 in REST and in GraphQL', async (_what, headers, error) => {
    expect(await call('GET', '/api/sdk/content', headers)).toMatchObject({ status: 401, body: failure(error) });
    const answer = await call(
      'POST',
      '/graphql',
      { ...headers, 'content-type': 'application/json' },
      '{"query": "{ contents { total } }"}',
    );
    expect(answer.body).toMatchObject({ errors: [{ message: error, extensions: { code: 'UNAUTHENTICATED' } }] });
  });

  test('is rejected before the body is looked at', async () => {
    const answer = await call('POST', '/api/sdk/content', { 'content-type': 'application/json' }, '{not json');
    expect(answer).toMatchObject({ status: 401, body: failure('API key required') });
  });
});

describe('an unknown route is 404, with no need of a key', () => {
  test.each([
    '/api/sdk/nothing',
    '/api/sdk/content/a/b',
    '/api/sdk/Content',
    '/api/sdk//content',
    '/nothing',
    '/api',
    '/.env',
    '/graphql/x',
  ])('%s', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(await call(method, path), method).toMatchObject({ status: 404, body: failure('Not found') });
    }
  });
});

describe('a known path with another method is 405 with Allow, with no need of a key', () => {
  test.each([
    ['DELETE', '/', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/sdk', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/sdk/content', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/sdk/content', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/sdk/content/x', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['GET', '/api/sdk/rag/search', 'POST, OPTIONS'],
    ['PUT', '/api/sdk/rag/documents', 'GET, HEAD, OPTIONS'],
    ['PUT', '/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/health/live', 'GET, HEAD, OPTIONS'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await call(method, path);
    expect(answer).toMatchObject({ status: 405, body: failure('Method not allowed') });
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test.each([
    ['/api/sdk/content', 'GET, HEAD, POST, OPTIONS'],
    ['/api/sdk/content/some-id', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/api/sdk/content/:id', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['/api/sdk/personas/templates', 'GET, HEAD, OPTIONS'],
    ['/api/sdk/docs', 'GET, HEAD, OPTIONS'],
    ['/api/sdk/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/cdn/some/key', 'GET, HEAD, OPTIONS'],
    ['/outbox/some-id', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s answers its methods, and each other one is 405', async (path, allow) => {
    const answer = await call('OPTIONS', path);
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, allow]);
    for (const method of ['PUT', 'PATCH', 'DELETE'].filter((one) => !allow.includes(one))) {
      const refused = await call(method, path);
      expect([refused.status, refused.headers.get('allow')], method).toEqual([405, allow]);
    }
  });
});

describe('a body', () => {
  const post = (body: string, type = 'application/json') =>
    call('POST', '/api/sdk/knowledge/documents', { 'x-svc-api-key': site.key, 'content-type': type }, body);

  test.each(['{not json', '{"a": 1,}', "{'a': 1}", '\0', '{"title": "a" "b"}', 'undefined'])(
    '%j is 400',
    async (body) => {
      expect(await post(body)).toMatchObject({ status: 400, body: failure('Request body must be valid JSON') });
    },
  );

  test.each(['[]', '"text"', '1', 'null', ''])('%j, which is no object, is 400', async (body) => {
    const answer = await post(body);
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, error: expect.stringMatching(/required|must be/) },
    });
  });

  test('of another type is 415', async () => {
    expect(await post('title=a', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      body: failure('Content-Type must be application/json'),
    });
  });

  test('over 1 MB is 413, with the limit in the text', ofOneInstance, async () => {
    const body = JSON.stringify({ type: 'article', title: 'x'.repeat(2 ** 20) });
    expect(
      await call('POST', '/api/sdk/content', { 'x-svc-api-key': site.key, 'content-type': 'application/json' }, body),
    ).toMatchObject({
      status: 413,
      body: failure('Request body exceeds maximum size of 1MB'),
    });
  });

  test('of a knowledge document may have 10 MB, and no more', ofOneInstance, async () => {
    const withBytes = (bytes: number) => JSON.stringify({ title: 'Long', content: 'word '.repeat(bytes / 5) });
    expect(await post(withBytes(10 * 2 ** 20 + 5))).toMatchObject({
      status: 413,
      body: failure('Request body exceeds maximum size of 10MB'),
    });
  });

  test('with unknown fields or query parameters is accepted without them', async () => {
    const answer = await site.call('POST', '/knowledge/documents?utm_source=x&limit=abc', {
      title: 'Kept',
      content: 'Kept',
      somethingElse: { deep: [1] },
      siteId: 'another',
      id: 'mine',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).not.toHaveProperty('somethingElse');
    expect((await site.get('/knowledge/documents?nobody=knows&x[]=1')).status).toBe(200);
  });
});

describe('NUL in a text is 400', () => {
  test.each([
    ['POST', '/content', { type: 'article', title: 'a\0b' }],
    ['POST', '/content', { type: 'a\0b', title: 'a' }],
    ['POST', '/knowledge/documents', { title: 'a', content: 'b', metadata: { deep: [{ 'a\0b': 1 }] } }],
    ['POST', '/knowledge/documents', { title: 'a', content: 'b', tags: ['a\0b'] }],
    ['PUT', '/content-types/article', { description: '\0' }],
  ])('%s %s %j', async (method, path, body) => {
    const answer = await site.call(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, error: expect.any(String) });
  });

  test('while the six characters backslash, u, 0, 0, 0, 0 are a text like any other', async () => {
    const metadata = { note: String.raw`\u0000` };
    const document = await site.create<{ id: string; metadata: object }>('/knowledge/documents', {
      title: 'a',
      content: 'b',
      metadata,
    });
    expect(document.metadata).toEqual(metadata);
  });
});

describe('texts that an array of PostgreSQL takes apart arrive whole', () => {
  test.each([[['null', 'NULL', ' spaced ', 'a"b', 'a\\b', 'a,b', '{a}', 'line\nbreak "quoted"', 'a\\"b', '😀']]])(
    '%j',
    async (tags) => {
      const document = await site.create<{ id: string; tags: string[] }>('/knowledge/documents', {
        title: 'a',
        content: 'b',
        tags,
      });
      expect(document.tags).toEqual(tags);
      expect((await site.get<{ tags: string[] }>(`/knowledge/documents/${document.id}`)).body.data.tags).toEqual(tags);
    },
  );
});

describe('an odd URL never is 5xx and always has the envelope', ofOneInstance, () => {
  test.each([
    '/api/sdk/content/%00',
    '/api/sdk/content/%ff',
    '/api/sdk/content/%',
    '/api/sdk/content/%zz',
    '/api/sdk/content/..',
    '/api/sdk/../../etc/passwd',
    '/api/sdk/content/..%2f..%2fetc%2fpasswd',
    '/api/sdk/content/%2e%2e',
    '/api/sdk/content?limit=%00',
    '/api/sdk/content?type=%ff%fe',
    '/api/sdk/content?search=%',
    '/api/sdk/content?__proto__[x]=1&constructor=2',
    '/api/sdk/content?limit=1&limit=2',
    '//api/sdk/content',
    '/api/sdk/content/\\',
    '/api/sdk/content#x',
    'http://elsewhere.example/api/sdk/content',
    '/%c0%ae%c0%ae/',
  ])('%s', expectEnvelope);

  test('the target * is the page at /', async () => {
    const answer = await sendRaw(service.url, rawGet('*', {}));
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('<title>Lectern</title>');
  });

  test('even a very long one', async () => {
    await expectEnvelope(`/api/sdk/content/${'x'.repeat(1_000)}`);
    await expectEnvelope(`/api/sdk/content/${'x'.repeat(10_000)}`);
    await expectEnvelope(`/api/sdk/content?search=${'x'.repeat(10_000)}`);
  });

  async function expectEnvelope(path: string): Promise<void> {
    const answer = await sendRaw(service.url, rawGet(path, { 'x-svc-api-key': site.key }));
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers['x-request-id']).toMatch(/./);
    expect(JSON.parse(answer.body)).toEqual(
      answer.status === 200
        ? expect.objectContaining({ success: true })
        : expect.objectContaining({ success: false, error: expect.stringMatching(/./) }),
    );
  }
});

describe('what is no HTTP gets the envelope too', ofOneInstance, () => {
  test('headers too large are 431', async () => {
    const answer = await sendRaw(service.url, rawGet('/api/sdk/content', { 'x-large': 'x'.repeat(20_000) }));
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toEqual(failure('Request headers are too large'));
  });

  test.each(['nonsense\r\n\r\n', 'GET / HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n'])(
    '%j is 400',
    async (text) => {
      const answer = await sendRaw(service.url, text);
      expect(answer.status).toBe(400);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(answer.body)).toEqual(failure('Malformed request'));
    },
  );

  test('and the service keeps serving', async () => {
    expect((await site.get('/content')).status).toBe(200);
  });
});
