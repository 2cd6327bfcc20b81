import fastify from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { registerGate } from '../../src/http/gate/gate.ts';
import { ofOneInstance } from '../support/instances.ts';
import type { TestSite } from '../support/site.ts';
import { useOwnService, useSite } from '../support/use-service.ts';
import { HalfRequest } from './half-request.ts';

const MB = 2 ** 20;
const KEYLESS_PER_MINUTE = 40;
const PER_SITE = 3;
const PER_ADDRESS = 4;

const service = useOwnService({
  RATE_LIMIT_KEYLESS_PER_MINUTE: String(KEYLESS_PER_MINUTE),
  MAX_REQUESTS_PER_SITE: String(PER_SITE),
  MAX_REQUESTS_PER_ADDRESS: String(PER_ADDRESS),
  BODY_MEMORY_MB: '24',
});
const site = useSite(service);
const other = useSite(service);
const third = useSite(service);
let open: HalfRequest[] = [];

afterEach(async () => {
  for (const request of open) request.close();
  open = [];
  // Slots are given back when the server has noticed.
  await expect.poll(async () => (await site.get('/content')).status).toBe(200);
});

async function half(method: string, path: string, headers: Record<string, string | number>): Promise<HalfRequest> {
  const request = await HalfRequest.open(service.url, method, path, headers);
  open.push(request);
  return request;
}

const JSON_BODY = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'multipart/form-data; boundary=b', 'apollo-require-preflight': '1' };

describe('without a byte of the body having been sent', ofOneInstance, () => {
  test.each([
    ['GraphQL of 11 MB without a key', '/graphql', { ...JSON_BODY, 'content-length': 11 * MB }, 413],
    ['a stream of 11 MB without a key', '/graphql/stream', { ...JSON_BODY, 'content-length': 11 * MB }, 413],
    ['GraphQL of unknown length without a key', '/graphql', { ...JSON_BODY, 'transfer-encoding': 'chunked' }, 413],
    ['a GraphQL form without a key', '/graphql', { ...FORM, 'content-length': 1_000 }, 401],
    ['REST without a key', '/api/sdk/content', { ...JSON_BODY, 'content-length': MB }, 401],
    ['a REST form without a key', '/api/sdk/assets/upload', { ...FORM, 'content-length': MB }, 401],
    ['an unknown path', '/nothing', { ...JSON_BODY, 'content-length': MB }, 404],
    ['an unknown path below REST', '/api/sdk/nothing', { ...JSON_BODY, 'content-length': MB }, 404],
    ['another method', '/health/live', { ...JSON_BODY, 'content-length': MB }, 405],
  ])('%s is answered', async (_what, path, headers, status) => {
    const request = await half('POST', path, headers);
    expect(await request.status()).toBe(status);
  });

  test.each(['/graphql', '/graphql/stream', '/api/sdk/content', '/api/sdk/assets/upload'])(
    'a wrong key at %s is 401, and counted',
    async (path) => {
      for (const headers of [JSON_BODY, FORM]) {
        const request = await half('POST', path, {
          ...headers,
          'content-length': 1_000,
          'x-svc-api-key': `svc_sdk_${'a'.repeat(43)}`,
        });
        expect(await request.status()).toBe(401);
        expect(request.text).toMatch(/ratelimit: "failed-keys";r=\d+/);
      }
    },
  );
});

describe('a body with a key', () => {
  const send = (path: string, body: string) =>
    fetch(service.url + path, { method: 'POST', headers: { ...JSON_BODY, 'x-svc-api-key': site.key }, body });

  test.each([
    ['nested five million deep', `${'['.repeat(5 * MB)}${']'.repeat(5 * MB)}`, /nested deeper than 64 levels/],
    ['of millions of empty lists', `[${'[],'.repeat(3 * MB)}[]]`, /more than 200000 values/],
    ['of millions of numbers', `{"query":"{ viewer { uid } }","variables":[${'1,'.repeat(5 * MB)}1]}`, /values/],
  ])('%s is 400 before it is parsed, on every surface that takes it', async (_what, body, message) => {
    for (const path of ['/graphql', '/graphql/stream', '/api/sdk/knowledge/documents']) {
      const answer = await send(path, body.slice(0, 10 * MB));
      expect(answer.status, path).toBe(400);
      expect(await answer.text()).toMatch(message);
    }
  });

  test('may hold brackets, quotes and backslashes in its texts', async () => {
    const content = `${'["\\'.repeat(100_000)}${'\\'.repeat(1_001)}"`;
    const document = await site.create<{ id: string }>('/knowledge/documents', { title: '[[[', content });
    const { body } = await site.get<{ content: string }>(`/knowledge/documents/${document.id}`);
    expect(body.data.content).toBe(content);
  });
});

describe('requests at a time', ofOneInstance, () => {
  test('of one site are bounded; other sites do not notice', async () => {
    for (let n = 0; n < PER_SITE; n++) {
      await half('POST', '/api/sdk/content', { ...JSON_BODY, 'content-length': 100, 'x-svc-api-key': site.key });
    }
    await expect.poll(async () => (await site.get('/content')).status).toBe(429);
    const refused = await site.get('/content');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.error).toBe('Too many concurrent requests of this site. Try again in 1 second.');
    const graphql = await site.graphql('{ viewer { uid } }');
    expect(graphql.errors?.[0]?.extensions['code']).toBe('RATE_LIMITED');
    expect((await other.get('/content')).status).toBe(200);
  });

  test('without a key from one address are bounded; calls with a key from there do not notice', async () => {
    for (let n = 0; n < PER_ADDRESS; n++) await half('POST', '/graphql', { ...JSON_BODY, 'content-length': 100 });
    await expect.poll(async () => (await fetch(`${service.url}/cdn/none`)).status).toBe(429);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  });
});

test('large bodies wait for each other before they are read, and small ones do not wait', ofOneInstance, async () => {
  const body = JSON.stringify({ title: 'Large', content: 'Little', unknown: 'x'.repeat(10 * MB - 100) });
  const document = (from: TestSite) =>
    half('POST', '/api/sdk/knowledge/documents', {
      ...JSON_BODY,
      'content-length': Buffer.byteLength(body),
      'x-svc-api-key': from.key,
    });
  const first = await document(site);
  await document(other);
  for (const request of open) await request.send(body.slice(0, 100));
  const waiting = await document(third);
  void waiting.send(body);
  for (let n = 0; n < 5; n++) expect((await third.get('/content')).status).toBe(200);
  expect(waiting.text).toBe('');
  await first.send(body.slice(100));
  expect(await first.status()).toBe(200);
  expect(await waiting.status()).toBe(200);
});

// The last: it uses up the budget of this address.
test('an address without a key has a budget, over all surfaces together; a key works on', ofOneInstance, async () => {
  const ask = (path: string, init?: RequestInit) => fetch(service.url + path, init);
  const introspection = {
    method: 'POST',
    headers: { ...JSON_BODY, accept: 'text/event-stream' },
    body: '{"query":"{ __typename }"}',
  };
  const answers: Response[] = [];
  for (let n = 0; n < KEYLESS_PER_MINUTE; n++) {
    answers.push(
      await ask(['/graphql', '/graphql/stream', '/api/sdk/content'][n % 3] ?? '', n % 3 < 2 ? introspection : {}),
    );
  }
  const last = answers.at(-1);
  expect(last?.headers.get('ratelimit-policy')).toBe(`"keyless";q=${KEYLESS_PER_MINUTE};w=60`);
  expect([last?.status, Number(last?.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  const graphql = await ask('/graphql', introspection);
  expect([graphql.status, await graphql.json()]).toMatchObject([
    429,
    { errors: [{ message: expect.stringMatching(/^Rate limit exceeded/), extensions: { code: 'RATE_LIMITED' } }] },
  ]);
  expect((await site.get('/content')).status).toBe(200);
});

test('a route that does not say which access it takes cannot be registered', async () => {
  const server = fastify();
  registerGate(server, {} as Parameters<typeof registerGate>[1]);
  server.get('/said', { config: { access: 'nothing' } }, () => '');
  expect(() => server.get('/unsaid', () => '')).toThrow('GET /unsaid does not say in its config which access it takes');
});
