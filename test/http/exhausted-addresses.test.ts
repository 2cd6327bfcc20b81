import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limiter/memory.ts';
import { clientAddress } from '../../src/http/server/client-network.ts';
import { createServer } from '../../src/http/server/create-server.ts';
import { RateLimits } from '../../src/http/gate/rate-limit.ts';
import { ExhaustedAddresses } from '../../src/http/gate/exhausted-addresses.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { HalfRequest } from './half-request.ts';

const LIMIT = 2;
const MB = 2 ** 20;

let server: FastifyInstance;
let url: string;
let lines: string[];
/** Addresses of the requests that reached the framework. */
let framed: string[];

beforeEach(async () => {
  framed = [];
  const written: string[] = [];
  lines = written;
  const log = createLogger('info', { write: (line) => void written.push(line) });
  const exhausted = new ExhaustedAddresses(log, 1);
  const limits = new RateLimits(createMemoryRateLimiter(), { keylessPerMinute: LIMIT }, exhausted);
  server = createServer(log, { proxies: 1, exhausted });
  server.addHook('onRequest', async (request) => {
    framed.push(request.ip);
    expect(clientAddress(request.raw, 1)).toBe(request.ip);
  });
  const keyed = {
    config: { access: 'key' },
    onRequest: async (request, reply) => {
      if (request.headers['x-svc-api-key'] === undefined) await limits.countAddress('keyless', reply);
    },
  } satisfies RouteShorthandOptions;
  server.get('/items', keyed, () => 'items');
  server.get('/items/:id', keyed, () => 'an item');
  server.post('/items', keyed, () => 'an item');
  server.post('/graph', { ...keyed, config: { access: 'optional key', errorFormat: 'graphql' } }, () => 'data');
  server.get('/items/public/*', { config: { access: 'nothing' } }, () => 'public');
  server.post('/bearer', { ...keyed, config: { access: 'key', takesBearerKey: true } }, () => 'with a key');
  server.get('/public', { config: { access: 'nothing' } }, () => 'public');
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.close());

const FLOODER = '192.0.2.1';

function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { ...init, headers: { 'x-forwarded-for': FLOODER, ...headers } });
}

/** Leaves no request of the budget, and one that the gate itself has rejected. */
async function spend(): Promise<Response> {
  for (let request = 0; request < LIMIT; request++) expect((await ask('/items')).status).toBe(200);
  const rejected = await ask('/items');
  framed = [];
  return rejected;
}

describe('an address that has used up its budget of requests without a key', () => {
  test('gets the same answer as from the gate, before the framework sees the request', async () => {
    const first = await spend();
    const second = await ask('/items/1?a=b');
    expect(framed).toEqual([]);
    expect(second.status).toBe(429);
    const names = ['ratelimit-policy', 'retry-after', 'cache-control', 'content-type', 'ratelimit'];
    const fields = names.map((name) => second.headers.get(name));
    expect(fields).toEqual(names.map((name) => first.headers.get(name)));
    expect(fields[0]).toBe(`"keyless";q=${LIMIT};w=60`);
    expect(await second.text()).toBe(await first.text());
    expect((await ask('/items', { 'x-request-id': 'of-the-caller' })).headers.get('x-request-id')).toBe(
      'of-the-caller',
    );
  });

  test('reaches a route that takes the key as bearer token with one, and no other route', async () => {
    await spend();
    const authorization = { authorization: 'Bearer svc_key' };
    expect((await ask('/bearer', {}, { method: 'POST' })).status).toBe(429);
    expect(framed).toEqual([]);
    await ask('/bearer', authorization, { method: 'POST' });
    expect(framed).toEqual([FLOODER]);
    expect((await ask('/items', authorization)).status).toBe(429);
    expect(framed).toEqual([FLOODER]);
  });

  test('gets GraphQL’s error from a GraphQL route', async () => {
    await spend();
    const answer = await ask('/graph', {}, { method: 'POST', body: 'x' });
    expect(await answer.json()).toEqual({
      errors: [
        {
          message: expect.stringMatching(/^Rate limit exceeded\. Try again in \d+ seconds\.$/) as string,
          extensions: { code: 'RATE_LIMITED' },
        },
      ],
    });
    expect(framed).toEqual([]);
  });

  test('may go on with a key, and read what takes none', async () => {
    await spend();
    expect((await ask('/items', { 'x-svc-api-key': 'a key' })).status).toBe(200);
    expect((await ask('/public')).status).toBe(200);
    expect((await ask('/items/public/1')).status).toBe(200);
    expect((await ask('/items', {}, { method: 'OPTIONS' })).status).toBe(204);
    expect((await ask('/unknown')).status).toBe(404);
  });

  test('is the same address with any other addresses before it in X-Forwarded-For', async () => {
    await spend();
    expect((await ask('/items', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(200);
    expect((await ask('/items', { 'x-forwarded-for': `192.0.2.3, ${FLOODER}` })).status).toBe(429);
  });

  test('does not fill the log: its requests are counted in one line', async () => {
    await spend();
    const before = lines.length;
    for (let request = 0; request < 20; request++) await ask('/items');
    const counts = () => lines.slice(before).map((line) => (JSON.parse(line) as { rejected?: number }).rejected);
    await expect.poll(counts, { timeout: 5_000 }).toEqual([20]);
  });

  test('can read the answer although it is still sending, but is not listened to for long', async () => {
    await spend();
    const post = (bytes: number) =>
      HalfRequest.open(url, 'POST', '/items', { 'x-forwarded-for': FLOODER, 'content-length': bytes });
    const small = await post(100_000);
    await small.send(Buffer.alloc(100_000));
    expect([await small.status(), small.failure]).toEqual([429, undefined]);
    small.close();
    const large = await post(100 * MB);
    expect(await large.status()).toBe(429);
    let sent = 0;
    for (; !large.isClosed && sent < 100; sent++) await large.send(Buffer.alloc(MB));
    expect(sent).toBeLessThan(100);
  });
});
