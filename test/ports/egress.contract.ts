import { createServer as createTcpServer } from 'node:net';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Egress, EgressRequest } from '../../src/ports/egress.ts';
import { type Bystander, startBystander } from '../adapters/egress/bystander.ts';
import { listenLocally } from '../support/local-server.ts';

/** The promises of the Egress port. @param open an egress that may reach `localhost` and `127.0.0.1` at any port */
export function describeEgress(name: string, open: () => Egress): void {
  describe(`${name} as the way out`, () => {
    const egress = open();
    let server: Bystander;
    let other: Bystander;

    beforeAll(async () => {
      other = await startBystander();
      server = await startBystander((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
        switch (pathname) {
          case '/redirect':
            return response
              .writeHead(Number(searchParams.get('status')), { location: searchParams.get('to') ?? '' })
              .end();
          case '/loop': {
            const left = Number(searchParams.get('left'));
            return left === 0 ? response.end('done') : response.writeHead(302, { location: `?left=${left - 1}` }).end();
          }
          case '/bytes':
            return response.end('x'.repeat(Number(searchParams.get('count'))));
          case '/endless': {
            const more = (): void => {
              while (response.write('x'.repeat(1000)));
            };
            response.on('drain', more);
            return more();
          }
          case '/gzip':
            return response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(100_000)));
          case '/large-header':
            return response.setHeader('x-large', 'x'.repeat(60_000)).end();
          case '/silence':
            return response;
          case '/stall':
            return response.write('{');
          case '/cut':
            response.setHeader('content-length', 100).write('half');
            return setImmediate(() => response.destroy());
          default:
            return response.writeHead(418, { 'x-two': ['one', 'two'] }).end('{"answer": true}');
        }
      });
    });
    beforeEach(() => {
      server.requests.length = 0;
      other.requests.length = 0;
    });
    afterAll(() => Promise.all([server.close(), other.close()]));

    const call = (path: string, request: Partial<EgressRequest> = {}) =>
      egress.fetch({
        url: `http://localhost:${server.port}${path}`,
        method: 'GET',
        deadlineMs: 5_000,
        maxBytes: 10_000,
        ...request,
      });

    test('answers any status with its headers and body', async () => {
      const answer = await call('/teapot');
      expect(answer.status).toBe(418);
      expect(answer.headers['x-two']).toBe('one, two');
      expect(answer.body.toString()).toBe('{"answer": true}');
    });

    test('sends path, query, headers and body as given', async () => {
      await call('/path?a=%20b&c', { method: 'POST', headers: { 'x-key': 'k' }, body: '{"ü":1}' });
      expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/path?a=%20b&c', body: '{"ü":1}' });
      expect(server.requests[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-length': '8' });
    });

    test('keeps to itself what belongs to the connection', async () => {
      const headers = {
        host: 'evil.example',
        'transfer-encoding': 'chunked',
        'content-length': '1',
        'accept-encoding': 'gzip',
      };
      await call('/', { method: 'POST', headers, body: 'abc' });
      expect(server.requests).toHaveLength(1);
      expect(server.requests[0]?.body).toBe('abc');
      expect(server.requests[0]?.headers).toMatchObject({
        host: `localhost:${server.port}`,
        'accept-encoding': 'identity',
        'content-length': '3',
      });
      expect(server.requests[0]?.headers['transfer-encoding']).toBeUndefined();
    });

    test('rejects a header that would end the line', async () => {
      await expect(call('/', { headers: { 'x-key': 'a\r\nx-injected: 1' } })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
      expect(server.requests).toEqual([]);
    });

    test('uses a connection of its own for each call, and no proxy of the environment', async () => {
      const before = server.connections;
      const proxies = { http_proxy: process.env['http_proxy'], HTTP_PROXY: process.env['HTTP_PROXY'] };
      process.env['http_proxy'] = process.env['HTTP_PROXY'] = `http://127.0.0.1:${other.port}`;
      try {
        await call('/');
        await call('/');
      } finally {
        for (const [key, value] of Object.entries(proxies)) {
          if (value === undefined) delete process.env[key];
          else process.env[key] = value;
        }
      }
      expect(server.connections - before).toBe(2);
      expect(other.requests).toEqual([]);
    });

    test('follows up to 3 redirects of a GET and answers the fourth as it came', async () => {
      expect((await call('/loop?left=3')).body.toString()).toBe('done');
      expect((await call('/loop?left=4')).status).toBe(302);
    });

    test.each([301, 302, 303, 307, 308])('does not follow a redirect of a POST (%i)', async (status) => {
      const answer = await call(`/redirect?status=${status}&to=/elsewhere`, { method: 'POST', body: '{}' });
      expect(answer.status).toBe(status);
      expect(server.requests).toHaveLength(1);
    });

    test('sends headers along to the same origin and to no other', async () => {
      const headers = { authorization: 'Bearer secret', 'x-key': 'k' };
      await call('/redirect?status=302&to=/same', { headers });
      expect(server.requests[1]?.headers).toMatchObject(headers);
      await call(`/redirect?status=302&to=http://localhost:${other.port}/other`, { headers });
      expect(other.requests[0]?.url).toBe('/other');
      expect(Object.keys(other.requests[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['authorization']));
      expect(other.requests[0]?.headers['x-key']).toBeUndefined();
    });

    test('takes a body of exactly the limit and none beyond', async () => {
      expect((await call('/bytes?count=10000')).body).toHaveLength(10_000);
      await expect(call('/bytes?count=10001')).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    });

    test('breaks off a body without end at the limit', async () => {
      await expect(call('/endless')).rejects.toMatchObject({ message: 'The response exceeds 10000 bytes' });
    });

    test('reads as much of a longer body as is wanted', async () => {
      for (const path of ['/endless', '/bytes?count=10001']) {
        expect((await call(path, { cutBody: true })).body).toHaveLength(10_000);
      }
      expect((await call('/bytes?count=9999', { cutBody: true })).body).toHaveLength(9_999);
    });

    test('takes no compressed body, which may be a hundred times its size', async () => {
      await expect(call('/gzip')).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    });

    test('takes no headers without measure', async () => {
      await expect(call('/large-header')).rejects.toMatchObject({
        message: 'The headers of the response are too large',
      });
    });

    test.each(['/silence', '/stall', '/endless'])(
      'ends at the deadline, whatever the server does: %s',
      async (path) => {
        const start = performance.now();
        const ended = call(path, { deadlineMs: 200, maxBytes: 1e12 });
        await expect(ended).rejects.toMatchObject({ code: 'BAD_GATEWAY', message: 'The request timed out' });
        expect(performance.now() - start).toBeLessThan(2_000);
      },
    );

    test('ends with the reason of the caller, before the call and during it', async () => {
      const reason = new Error('the client has disconnected');
      await expect(call('/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(server.requests).toEqual([]);
      const caller = new AbortController();
      const ended = call('/stall', { signal: caller.signal });
      await expect.poll(() => server.requests.length).toBe(1);
      caller.abort(reason);
      await expect(ended).rejects.toBe(reason);
    });

    test('says that a connection broke off, not what Node says of it', async () => {
      await expect(call('/cut')).rejects.toMatchObject({
        code: 'BAD_GATEWAY',
        message: 'The connection was closed before the response was complete',
      });
    });

    test('says that no server listens, without the address', async () => {
      const closed = await startBystander();
      await closed.close();
      const ended = call('/', { url: `http://localhost:${closed.port}/` });
      await expect(ended).rejects.toMatchObject({ code: 'BAD_GATEWAY', message: 'The address is not reachable' });
    });

    test.each([
      ['SSH-2.0-OpenSSH_9.9\r\n', 'The response is not valid HTTP'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'The response is not valid HTTP'],
      ['', 'The connection was closed before the response was complete'],
    ])('takes nothing that is not an answer of HTTP: %j', async (said, message) => {
      const speaker = createTcpServer((socket: Socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end(said));
      });
      const port = await listenLocally(speaker);
      await expect(call('/', { url: `http://localhost:${port}/` })).rejects.toMatchObject({
        code: 'BAD_GATEWAY',
        message,
      });
      speaker.close();
    });

    test('runs calls beside each other', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => call(`/bytes?count=${index}`)));
      expect(answers.map(({ body }) => body.length)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });
  });
}
