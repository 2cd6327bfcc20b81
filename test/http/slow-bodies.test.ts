import { createServer as createHttpServer } from 'node:http';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { limitConnections } from '../../src/http/server/connections.ts';
import { createServer } from '../../src/http/server/create-server.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { ofOneInstance } from '../support/instances.ts';
import { useOwnService, useSite } from '../support/use-service.ts';
import { HalfRequest } from './half-request.ts';
import { listenLocally } from '../support/local-server.ts';

const STALLED = 300;
/** Two windows of `SLOW_BODY_SECONDS`, and what a busy machine adds. */
const PATIENCE = { timeout: 20_000, interval: 50 };

const service = useOwnService({ SLOW_BODY_SECONDS: '1' });
const site = useSite(service);

const FORM_START =
  '--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"mutation($f: Upload!) { uploadAsset(file: $f) { id } }","variables":{"f":null}}\r\n' +
  '--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0":["variables.f"]}\r\n' +
  '--b\r\ncontent-disposition: form-data; name="0"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nstart';
const REST_FORM_START =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nstart';

async function start(kind: string): Promise<HalfRequest> {
  const key = { 'x-svc-api-key': site.key, 'content-length': 100_000 };
  const form = { ...key, 'content-type': 'multipart/form-data; boundary=b', 'apollo-require-preflight': '1' };
  const json = { ...key, 'content-type': 'application/json' };
  const [path, headers, body] = {
    'a GraphQL form': ['/graphql', form, FORM_START],
    'a GraphQL form without its first part': ['/graphql', form, '--b\r\n'],
    'a REST form': ['/api/sdk/assets/upload', form, REST_FORM_START],
    'a REST body': ['/api/sdk/content', json, '{"title":'],
    'a GraphQL body': ['/graphql', json, '{"query":'],
    'a streamed operation': ['/graphql/stream', json, '{"query":'],
    'a body that never starts': ['/graphql', json, ''],
    'GraphQL without a key': ['/graphql', { 'content-type': 'application/json', 'content-length': 100 }, '{'],
  }[kind] as [string, Record<string, string | number>, string];
  const request = await HalfRequest.open(service.url, 'POST', path, headers);
  if (body !== '') await request.send(body);
  return request;
}

describe('a body that stops arriving is closed', ofOneInstance, () => {
  test.concurrent.for([
    'a GraphQL form',
    'a GraphQL form without its first part',
    'a REST form',
    'a REST body',
    'a GraphQL body',
    'a streamed operation',
    'a body that never starts',
    'GraphQL without a key',
  ])('%s', async (kind, { expect }) => {
    const request = await start(kind);
    await expect.poll(() => request.isClosed, PATIENCE).toBe(true);
    expect(await request.status()).toBe(408);
  });

  test('an upload by a signed URL', async () => {
    const grant = await site.create<{ uploadUrl: string; headers: Record<string, string> }>('/assets/upload', {
      filename: 'a.txt',
      contentType: 'text/plain',
    });
    const { pathname, search } = new URL(grant.uploadUrl);
    const headers = { ...grant.headers, 'content-length': 100_000 };
    const request = await HalfRequest.open(service.url, 'PUT', pathname + search, headers);
    await request.send('start');
    await expect.poll(() => request.isClosed, PATIENCE).toBe(true);
  });

  test(`${STALLED} forms at a time, and the service serves others meanwhile`, async () => {
    const requests = await Promise.all(Array.from({ length: STALLED }, () => start('a GraphQL form')));
    const other = await service.site();
    expect((await other.get('/content')).status).toBe(200);
    await expect.poll(() => requests.filter((request) => !request.isClosed).length, PATIENCE).toBe(0);
    await expect.poll(async () => (await site.get('/content')).status).toBe(200);
  });

  test('also one that comes byte by byte', async () => {
    const request = await start('a REST body');
    while (!request.isClosed) {
      await request.send(' ');
      await delay(20);
    }
    expect(await request.status()).toBe(408);
  });
});

test('a body that comes slowly, but not too slowly, is taken', ofOneInstance, async () => {
  const body = JSON.stringify({ title: 'Slow', content: 'word '.repeat(1_600) });
  const request = await HalfRequest.open(service.url, 'POST', '/api/sdk/knowledge/documents', {
    'x-svc-api-key': site.key,
    'content-type': 'application/json',
    'content-length': body.length,
  });
  for (let at = 0; at < body.length; at += 500) {
    await request.send(body.slice(at, at + 500));
    await delay(150);
  }
  expect(await request.status()).toBe(200);
  request.close();
});

test('a connection that never sends a whole head is closed', async () => {
  const server = createServer(createLogger('silent'), { headersTimeoutMs: 200 });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const silent = connect(Number(new URL(url).port), '127.0.0.1');
  const half = connect(Number(new URL(url).port), '127.0.0.1');
  half.write('GET / HTTP/1.1\r\nhost: a\r\n');
  for (const socket of [silent, half]) socket.on('error', () => {}).resume();
  await expect.poll(() => silent.closed && half.closed, PATIENCE).toBe(true);
  await server.close();
});

test('the connection of a client that does not read its answer is closed', async () => {
  const server = createHttpServer((_request, response) => {
    response.end(Buffer.alloc(64 * 2 ** 20));
  });
  limitConnections(server, { total: 10, perAddress: undefined }, 300);
  const socket = connect(await listenLocally(server), '127.0.0.1');
  socket.on('error', () => {});
  const cut = once(server, 'connection').then(([accepted]) => once(accepted as typeof socket, 'close'));
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await cut;
  socket.destroy();
  server.close();
});
