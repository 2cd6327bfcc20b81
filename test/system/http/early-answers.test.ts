import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ofOneInstance } from '../../support/instances.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { HalfRequest } from '../../http/half-request.ts';

const MB = 2 ** 20;
const CLIENTS = 4;
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

const service = useService();
const site = useSite(service);

describe('an early answer is readable by a client that sends everything before it reads', ofOneInstance, () => {
  const json = { 'content-type': 'application/json' };
  test.each([
    ['a REST body over the limit', '/api/sdk/content', json, true, 413],
    ['a document over the limit', '/api/sdk/knowledge/documents', json, true, 413],
    ['a GraphQL body over the limit', '/graphql', json, true, 413],
    ['a streamed operation over the limit', '/graphql/stream', json, true, 413],
    ['a GraphQL body without a key', '/graphql', json, false, 413],
    ['a REST body without a key', '/api/sdk/content', json, false, 401],
    ['an unknown path', '/nothing', json, false, 404],
    ['a page that takes no body', '/cdn/none', json, false, 405],
    ['an upload without a signature', '/uploads/x/y', { 'content-type': 'image/png' }, false, 403],
  ])('%s', async (_what, path, headers, withKey, status) => {
    const method = path.startsWith('/uploads') ? 'PUT' : 'POST';
    const bytes = Buffer.alloc(13 * MB, 'x');
    const requests = await Promise.all(
      Array.from({ length: CLIENTS }, () =>
        HalfRequest.open(service.url, method, path, {
          ...headers,
          'content-length': bytes.length,
          ...(withKey ? { 'x-svc-api-key': site.key } : {}),
        }),
      ),
    );
    await Promise.all(requests.map((request) => request.send(bytes)));
    for (const request of requests) {
      expect([await request.status(), request.failure]).toEqual([status, undefined]);
      request.close();
    }
  });

  test.each([
    ['that ends with it', {}],
    ['whose client does not wait for 100 Continue', { expect: '100-continue' }],
  ])('also one that is longer than a buffer, on a connection %s', async (_which, more) => {
    const { _id: id } = await site.create('/content', {
      externalId: randomUUID(),
      type: 'article',
      title: 'long',
      content: 'long '.repeat(100_000),
      status: 'published',
    });
    const bytes = Buffer.alloc(2 * MB, 'x');
    const headers = {
      ...json,
      ...more,
      connection: 'close',
      'content-length': bytes.length,
      'x-svc-api-key': site.key,
    };
    for (let at = 0; at < 10; at++) {
      const request = await HalfRequest.open(service.url, 'GET', `/api/sdk/content/${id}`, headers);
      await request.send(bytes);
      await request.closed();
      expect(request.failure).toBeUndefined();
      const [head = '', body = ''] = request.text.replace(CONTINUE, '').split('\r\n\r\n', 2);
      expect(head).toMatch(/^HTTP\/1\.1 200/);
      expect(Buffer.byteLength(body)).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
    }
  });

  test('but a body without end is closed', async () => {
    const request = await HalfRequest.open(service.url, 'POST', '/nothing', { ...json, 'content-length': 10_000 * MB });
    expect(await request.status()).toBe(404);
    while (!request.isClosed) await request.send(Buffer.alloc(MB));
    expect(request.isClosed).toBe(true);
  });
});
