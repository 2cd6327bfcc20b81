import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { useService, useSite } from '../support/use-service.ts';
import { readiness } from '../support/readiness.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const service = useService();
const site = useSite(service);

describe('X-Request-Id', () => {
  test('is made where none is given, on every kind of answer, and never twice', async () => {
    const paths = [
      '/api/sdk/content',
      '/api/sdk/nothing',
      '/graphql',
      '/health/live',
      '/nothing',
      '/api/sdk/content/%zz',
    ];
    const ids = await Promise.all(
      paths.map(async (path) => (await fetch(service.url + path)).headers.get('x-request-id')),
    );
    for (const id of ids) expect(id).toMatch(UUID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is taken over from the caller', async () => {
    for (const id of ['a', 'trace-1.2:3_4', 'x'.repeat(128)]) {
      const answer = await site.get('/content', { 'x-request-id': id });
      expect(answer.headers.get('x-request-id')).toBe(id);
    }
  });

  test('is generated if the given one is not allowed', async () => {
    for (const id of ['', 'has space', 'x'.repeat(129), '"quote"', 'é', '<script>']) {
      const answer = await site.get('/content', { 'x-request-id': id });
      expect(answer.headers.get('x-request-id')).toMatch(UUID);
    }
  });
});

describe('ETag', () => {
  const etagOf = async (path: string) => (await site.get(path)).headers.get('etag') ?? '';

  test('comes with every GET, and the same answer has the same one', async () => {
    for (const path of [
      '/content',
      '/content-types',
      '/content-types/article',
      '/knowledge/documents',
      '/rag/documents',
    ]) {
      expect(await etagOf(path)).toMatch(/^W\/".+"$/);
      expect(await etagOf(path)).toBe(await etagOf(path));
    }
  });

  test('given back as If-None-Match is 304 without a body, in a list and by weak comparison too', async () => {
    const etag = await etagOf('/content-types');
    for (const given of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const response = await fetch(`${service.url}/api/sdk/content-types`, {
        headers: { 'x-svc-api-key': site.key, 'if-none-match': given },
      });
      expect([response.status, await response.text()]).toEqual([304, '']);
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await site.get('/content-types', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('changes when the answer does', async () => {
    const etag = await etagOf('/content');
    await site.create('/content', { externalId: 'new', type: 'article', title: 'New' });
    expect((await site.get('/content', { 'if-none-match': etag })).status).toBe(200);
  });

  test('never lets a caller with another key read from a cache', async () => {
    const answer = await site.get('/content');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('vary')).toBe('X-Svc-API-Key, Authorization, X-Svc-Preview, X-Svc-Preview-Token');
  });

  test('is on no write and on no error', async () => {
    const written = await site.post('/content', { externalId: 'w', type: 'article', title: 'W' });
    const missing = await site.get('/content/nothing');
    expect([written.headers.get('etag'), missing.headers.get('etag')]).toEqual([null, null]);
    expect([written.headers.get('cache-control'), missing.headers.get('cache-control')]).toEqual([
      'no-store',
      'no-store',
    ]);
  });
});

test('HEAD answers as GET does, without the body', async () => {
  const [head, get] = await Promise.all(
    ['HEAD', 'GET'].map((method) =>
      fetch(`${service.url}/api/sdk/content-types`, { method, headers: { 'x-svc-api-key': site.key } }),
    ),
  );
  expect(await head?.text()).toBe('');
  for (const name of ['etag', 'content-type', 'content-length']) {
    expect(head?.headers.get(name)).toBe(get?.headers.get(name));
  }
  expect(head?.status).toBe(200);
});

test('success is 200 with {success: true, data} for every method, and DELETE answers {id, deleted: true}', async () => {
  const created = await site.post<{ id: string }>('/knowledge/documents', { title: 'A', content: 'B' });
  const path = `/knowledge/documents/${created.body.data.id}`;
  const answers = [created, await site.get(path), await site.put(path, { title: 'C' }), await site.delete(path)];
  for (const { status, body, headers } of answers) {
    expect([status, body.success, headers.get('content-type')]).toEqual([200, true, 'application/json; charset=utf-8']);
  }
  expect(answers.at(-1)?.body).toEqual({ success: true, data: { id: created.body.data.id, deleted: true } });
});

test('nothing of the server is advertised', async () => {
  const { headers } = await site.get('/content');
  expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
});

test('health: live and ready need no key', async () => {
  const [live, ready] = await Promise.all([fetch(`${service.url}/health/live`), fetch(`${service.url}/health/ready`)]);
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok', version: packageJson.version }]);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    readiness('ok', { database: 'ok', 'vector index': 'ok', 'file storage': 'ok' }),
  ]);
});
