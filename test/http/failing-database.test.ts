import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { type TestDatabase, createTestDatabase } from '../support/postgres.ts';
import { ADMIN_KEY, TestService } from '../support/service.ts';
import type { TestSite } from '../support/site.ts';
import { readiness } from '../support/readiness.ts';

const SERVICE_ACCOUNT = '{"client_email": "verifier@users.example", "private_key": "not-for-the-log"}';

let database: TestDatabase;
let dataDir: string;
let app: App;
let service: TestService;
let site: TestSite;
const lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const { host, port, user, name } = database;
  const config = {
    ...parseConfig({ DATA_DIR: dataDir, ADMIN_KEY }),
    database: { host, port, user, database: name },
  };
  app = await createApp(config, createLogger('trace', { write: (line) => void lines.push(line) }));
  service = new TestService(app, await app.server.listen({ host: '127.0.0.1', port: 0 }), dataDir, async () => {});
  site = await service.site();
});

afterAll(async () => {
  await app.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('while the database answers', () => {
  test('a request is logged with id, method, path without the query, status and time', async () => {
    await site.get('/content?search=somebody', { 'x-request-id': 'logged-1' });
    expect(logged().find(({ requestId }) => requestId === 'logged-1')).toMatchObject({
      message: 'request',
      httpRequest: {
        requestMethod: 'GET',
        requestUrl: '/api/sdk/content',
        status: 200,
        latency: expect.stringMatching(/^\d+\.\d{3}s$/),
      },
    });
  });

  test('no secret is logged at level trace', async () => {
    const { secret } = await service.key(site.id);
    await service.admin('mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }', {
      id: site.id,
      input: { identity: { serviceAccount: SERVICE_ACCOUNT } },
    });
    await fetch(`${service.url}/api/sdk/content`, {
      headers: { 'x-svc-api-key': secret, authorization: 'Bearer not-for-the-log' },
    });
    await service.graphql(
      `mutation { broken(secret: "${SERVICE_ACCOUNT.replaceAll('"', '')}"`,
      {},
      { 'x-svc-admin-key': 'wrong-admin-key' },
    );
    const log = lines.join('');
    for (const text of [secret, site.key, ADMIN_KEY, 'wrong-admin-key', 'not-for-the-log', 'verifier@users.example']) {
      expect(log).not.toContain(text);
    }
  });
});

describe('while the database is not available', () => {
  beforeAll(() => database.drop());

  test('REST answers 503 with the request id and when to come again, which the log has with the cause', async () => {
    const answer = await site.get('/content');
    const requestId = answer.headers.get('x-request-id');
    expect([answer.status, answer.body, answer.headers.get('retry-after')]).toEqual([
      503,
      { success: false, error: 'The database is not reachable', requestId },
      '2',
    ]);
    const entry = logged().find((line) => line['requestId'] === requestId && line['severity'] === 'ERROR');
    expect(entry).toMatchObject({
      err: { message: 'The database is not reachable', cause: expect.anything() },
      stack_trace: expect.stringMatching(/\n {4}at /),
    });
  });

  test('so does a write', async () => {
    const answer = await site.post('/knowledge/documents', { title: 'A', content: 'B' });
    expect([answer.status, answer.body.error]).toEqual([503, 'The database is not reachable']);
  });

  test('so does a request whose key must be looked up', async () => {
    const response = await fetch(`${service.url}/api/sdk/content`, {
      headers: { 'x-svc-api-key': `svc_sdk_${'a'.repeat(43)}` },
    });
    expect([response.status, await response.json()]).toEqual([
      503,
      { success: false, error: 'The database is not reachable', requestId: response.headers.get('x-request-id') },
    ]);
  });

  test('GraphQL shows the code UNAVAILABLE, when to come again and where, and logs the cause', async () => {
    const { data, errors } = await service.graphql(
      '{ allSites { id } }',
      {},
      { 'x-svc-admin-key': ADMIN_KEY, 'x-request-id': 'failed-1' },
    );
    expect(data).toEqual({ allSites: null });
    expect(errors).toEqual([
      {
        message: 'The database is not reachable',
        path: ['allSites'],
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2 },
      },
    ]);
    const entry = logged().find((line) => line['field'] === 'allSites' && line['severity'] === 'ERROR');
    expect(entry).toMatchObject({ stack_trace: expect.stringMatching(/\n {4}at /) });
  });

  test('GraphQL whose key must be looked up is 503 with the same', async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-svc-api-key': `svc_sdk_${'b'.repeat(43)}`,
        'x-request-id': 'failed-2',
      },
      body: '{"query": "{ contents { total } }"}',
    });
    expect([response.status, await response.json()]).toEqual([
      503,
      {
        errors: [
          { message: 'The database is not reachable', extensions: { code: 'UNAVAILABLE', retryAfterSeconds: 2 } },
        ],
      },
    ]);
  });

  test('it is live but not ready, and names the dependency', async () => {
    const [live, ready] = await Promise.all([
      fetch(`${service.url}/health/live`),
      fetch(`${service.url}/health/ready`),
    ]);
    expect(live.status).toBe(200);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      readiness(
        'unavailable',
        { database: 'down', 'vector index': 'ok', 'file storage': 'ok' },
        { database: expect.stringContaining('The database ') },
      ),
    ]);
  });
});
