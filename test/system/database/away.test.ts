import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { DatabaseProxy } from '../support/database-proxy.ts';
import { type TestDatabase, createTestDatabase } from '../../support/postgres.ts';
import { ADMIN_KEY, TestService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';

const DEADLINE_SECONDS = 20;
const REQUESTS = 300;
const POOL_SIZE = 4;

let database: TestDatabase;
let proxy: DatabaseProxy;
let direct: Client;
let dataDir: string;
let app: App;
let service: TestService;
let site: TestSite;
let grant: string;
const lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await DatabaseProxy.start(database);
  const { host, port, user, name } = database;
  direct = new Client({ host, port, user, database: name });
  await direct.connect();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const environment = { DATA_DIR: dataDir, ADMIN_KEY, REQUEST_TIMEOUT_SECONDS: String(DEADLINE_SECONDS) };
  const config = {
    ...parseConfig({
      ...environment,
      RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
      // All at once, and all admitted: what is tested lies behind.
      MAX_REQUESTS_PER_SITE: '1000',
      MAX_REQUESTS_PER_ADDRESS: '1000',
    }),
    database: { host: proxy.host, port: proxy.port, user, database: name },
    databasePoolSize: POOL_SIZE,
  };
  app = await createApp(config, createLogger('warn', { write: (line) => void lines.push(line) }));
  service = new TestService(app, await app.server.listen({ host: '127.0.0.1', port: 0 }), dataDir, async () => {});
  site = await service.site();
  const answer = await site.post('/assets/upload', { filename: 'a.txt', contentType: 'text/plain' });
  const { pathname, search } = new URL(String(answer.body.data['uploadUrl']));
  grant = service.url + pathname + search;
});
afterAll(async () => {
  await app.stop();
  await direct.end();
  await proxy.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const graphql = (query: string, path = '/graphql', headers: Record<string, string> = {}): Promise<Response> =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': site.key, ...headers },
    body: JSON.stringify({ query }),
  });
const rest = (path: string, init: RequestInit = {}, key = site.key): Promise<Response> =>
  fetch(`${service.url}/api/sdk${path}`, {
    ...init,
    headers: { 'content-type': 'application/json', 'x-svc-api-key': key },
  });

/** One of each surface. */
const SURFACES: readonly [name: string, call: () => Promise<Response>][] = [
  ['a read over REST', () => rest('/content')],
  ['a write over REST', () => rest('/knowledge/documents', { method: 'POST', body: '{"title": "A", "content": "B"}' })],
  ['a request whose key must be looked up', () => rest('/content', {}, `svc_sdk_${'a'.repeat(43)}`)],
  ['a GraphQL query', () => graphql('{ contents { total } }')],
  ['a GraphQL mutation', () => graphql('mutation { createCollection(input: {name: "A"}) { id } }')],
  [
    'GraphQL whose key must be looked up',
    () => graphql('{ contents { total } }', '/graphql', { 'x-svc-api-key': `svc_sdk_${'b'.repeat(43)}` }),
  ],
  [
    'a stream whose key must be looked up',
    () =>
      graphql('subscription { chatStream(input: {message: "A"}) { __typename } }', '/graphql/stream', {
        'x-svc-api-key': `svc_sdk_${'c'.repeat(43)}`,
        accept: 'text/event-stream',
      }),
  ],
  ['a file', () => fetch(`${service.url}/cdn/${site.id}/00000000-0000-4000-8000-000000000000/a.txt`)],
  ['an upload', () => fetch(grant, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'a' })],
];

async function recovers(): Promise<void> {
  await expect.poll(async () => (await rest('/content')).status, { timeout: 15_000 }).toBe(200);
  const answer = await rest('/knowledge/documents', { method: 'POST', body: '{"title": "A", "content": "B"}' });
  expect(answer.status).toBe(200);
}

async function openConnections(): Promise<number> {
  const { rows } = await direct.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return rows[0]?.count ?? 0;
}

describe('while the database accepts connections and answers nothing', () => {
  beforeAll(() => proxy.pause());

  test(`each of ${REQUESTS} requests is answered with 503 and Retry-After before its deadline`, async () => {
    const started = performance.now();
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, async (_, number) => (SURFACES[number % SURFACES.length] ?? SURFACES[0])?.[1]()),
    );
    expect(performance.now() - started).toBeLessThan(DEADLINE_SECONDS * 1_000 + 2_000);
    for (const answer of answers) {
      expect([answer?.url, answer?.status, answer?.headers.get('retry-after')]).toEqual([answer?.url, 503, '2']);
    }
  });

  test('further requests are answered at once', async () => {
    const started = performance.now();
    expect((await rest('/content')).status).toBe(503);
    expect(performance.now() - started).toBeLessThan((DEADLINE_SECONDS * 1_000) / 2);
  });

  test('it recovers with the database and has no more connections than before', async () => {
    proxy.resume();
    await recovers();
    await expect.poll(openConnections, { timeout: 15_000 }).toBeLessThanOrEqual(2 * POOL_SIZE);
  });
});

describe('while connections to the database are rejected', () => {
  beforeAll(() => proxy.refuse());

  for (const [name, call] of SURFACES) {
    test(`${name} is answered with 503 and Retry-After`, async () => {
      const answer = await call();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await answer.text()).toContain('The database is not reachable');
    });
  }

  test('the log has at most one line per second about it, for any number of failing requests', async () => {
    const before = lines.length;
    const started = performance.now();
    while (performance.now() - started < 2_000) await Promise.all(Array.from({ length: 20 }, () => rest('/content')));
    const written = lines.slice(before).filter((line) => line.includes('The database is not reachable'));
    expect(written.length).toBeLessThan(20);
    expect(written.some((line) => (JSON.parse(line) as { repeated?: number }).repeated !== undefined)).toBe(true);
  });

  test('it recovers with the database', async () => {
    await proxy.listen();
    await recovers();
  });
});

describe('one connection', () => {
  const quick = useOwnService({ REQUEST_TIMEOUT_SECONDS: '3' });

  const other = useSite(quick);

  test('that does not answer ends with the deadline of its request and is replaced; other requests are not delayed', async () => {
    const blocker = new Client(quick.app.ports.database);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table persona in access exclusive mode');
    const blocked = other.get('/personas');
    expect((await other.get('/content')).status).toBe(200);
    const answer = await blocked;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    await blocker.query('rollback');
    expect((await other.get('/personas')).status).toBe(200);
    await blocker.end();
  });

  test('that is cut does not hold up the next request', async () => {
    proxy.cut();
    await recovers();
  });
});
