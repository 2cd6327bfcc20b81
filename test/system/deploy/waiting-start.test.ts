import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DatabaseProxy } from '../support/database-proxy.ts';
import { ProductionProcess, productionGround } from '../support/production.ts';
import { startWeaviateDouble } from '../../support/weaviate-double.ts';

// Each starts whole services.
vi.setConfig({ testTimeout: 120_000 });

const NOWHERE = 'http://127.0.0.1:1';

let ground: Awaited<ReturnType<typeof productionGround>>;
let proxy: DatabaseProxy;

beforeEach(async () => {
  ground = await productionGround();
  proxy = await DatabaseProxy.start(ground.database);
});
afterEach(async () => {
  await ProductionProcess.killAll();
  await proxy.close();
  await ground.remove();
});

function databaseUrl(name = ground.database.name): string {
  return `postgres://${ground.database.user}@localhost/${name}?host=${encodeURIComponent(proxy.host)}`;
}

const health = async (address: string, path = 'ready'): Promise<[number, Record<string, unknown>]> => {
  const response = await fetch(`${address}/health/${path}`);
  return [response.status, (await response.json()) as Record<string, unknown>];
};
const status = (address: string) => () => health(address).then(([code]) => code);

async function call(address: string, path: string, key: string, body?: string): Promise<Response> {
  const headers = { 'x-svc-api-key': key, 'content-type': 'application/json' };
  return fetch(`${address}/api/sdk${path}`, body === undefined ? { headers } : { method: 'POST', headers, body });
}

async function direct(sql: string): Promise<Record<string, string>[]> {
  const { host, port, user, name } = ground.database;
  const client = new Client({ host, port, user, database: name });
  await client.connect();
  return (await client.query<Record<string, string>>(sql).finally(() => client.end())).rows;
}

async function assertWaiting(address: string, reason: unknown): Promise<void> {
  expect(await health(address, 'live')).toMatchObject([200, { status: 'ok' }]);
  const unavailable = { status: 'unavailable', dependencies: { database: 'down' }, reasons: { database: reason } };
  await expect.poll(() => health(address), { timeout: 10_000 }).toMatchObject([503, unavailable]);
  const paths = ['/api/sdk/content', '/graphql', '/cdn/a/b/c.txt', '/'];
  const answers = await Promise.all(paths.map((path) => fetch(address + path)));
  expect(answers.map((answer) => [answer.status, answer.headers.get('retry-after')])).toEqual(
    paths.map(() => [503, '2']),
  );
}

describe('a start whose database can not be reached', () => {
  test.each([
    ['refuses', () => proxy.refuse(), () => proxy.listen()],
    ['accepts connections and answers nothing', async () => proxy.pause(), async () => proxy.resume()],
  ])('because it %s: runs, is not ready and says why, and serves and works once it comes', async (_, end, begin) => {
    await end();
    const service = ProductionProcess.start({ ...ground.environment, DATABASE_URL: databaseUrl() });
    const address = await service.listening();
    await assertWaiting(address, 'The database is not reachable');
    const waits = 'waiting for a dependency: requests are answered with 503 until it is available';
    expect(service.lines.filter(({ message }) => message === waits)).toMatchObject([{ severity: 'ERROR' }]);

    await begin();
    await expect.poll(status(address), { timeout: 15_000 }).toBe(200);
    const key = await service.newKey();
    const made = await call(address, '/knowledge/documents', key, '{"title": "Late", "content": "Narwhal."}');
    expect(made.status).toBe(200);
    // Jobs are run.
    const queued = () => direct(`select id from job where status <> 'completed'`);
    await expect.poll(queued, { timeout: 15_000 }).toEqual([]);
    service.child.kill('SIGTERM');
    expect(await service.ended()).toBe(0);
  });

  test('stops on a signal while it waits', async () => {
    await proxy.refuse();
    const service = ProductionProcess.start({ ...ground.environment, DATABASE_URL: databaseUrl() });
    await service.listening();
    service.child.kill('SIGTERM');
    expect([await service.ended(), service.errors]).toEqual([0, '']);
  });

  test('stays not ready when migrations are missing from it then, and names the command, until they have run', async () => {
    const latest = '(select max(id) from migration)';
    const [last] = await direct(`delete from migration where id = ${latest} returning name`);
    await proxy.refuse();
    const service = ProductionProcess.start({ ...ground.environment, DATABASE_URL: databaseUrl() });
    const address = await service.listening();
    await proxy.listen();
    const reason = `Run \`npm run migrate\` first: ${last?.['name']} has not run`;
    await assertWaiting(address, reason);
    expect(await (await fetch(`${address}/api/sdk/content`)).json()).toMatchObject({ error: reason });
    await direct(`insert into migration (name) values ('${last?.['name']}')`);
    await expect.poll(status(address), { timeout: 15_000 }).toBe(200);
  });

  test('ends with one sentence when only another configuration helps', async () => {
    const service = ProductionProcess.start({ ...ground.environment, DATABASE_URL: databaseUrl('nowhere') });
    expect(await service.ended()).toBe(1);
    expect(service.errors.trim()).toBe(
      'The database at DATABASE_URL rejected the service: database "nowhere" does not exist.',
    );
  });
});

describe('a start without other dependencies', () => {
  test('without Weaviate: all but searches are served, and searches soon after it comes', async () => {
    const { url, grpcUrl, stop } = await startWeaviateDouble();
    await stop();
    const service = ProductionProcess.start({
      ...ground.environment,
      WEAVIATE_URL: url,
      WEAVIATE_GRPC_URL: grpcUrl,
    });
    const { address } = await service.ready();
    const [code, body] = await health(address);
    expect([code, body]).toMatchObject([503, { dependencies: { database: 'ok', 'vector index': 'down' } }]);
    expect(body).toMatchObject({ reasons: { 'vector index': expect.stringMatching(/vector index|Weaviate/i) } });
    const key = await service.newKey();
    const search = async () => (await call(address, '/rag/search', key, '{"query": "walrus"}')).status;
    expect(await search()).toBe(503);
    expect((await call(address, '/content', key)).status).toBe(200);

    const double = await startWeaviateDouble({
      port: Number(new URL(url).port),
      grpcPort: Number(new URL(grpcUrl).port),
    });
    try {
      const since = performance.now();
      await expect.poll(search, { timeout: 30_000, interval: 20 }).toBe(200);
      expect(performance.now() - since).toBeLessThan(10_000);
      await expect.poll(status(address), { timeout: 5_000 }).toBe(200);
    } finally {
      await double.stop();
    }
  });

  test('without its bucket and its Redis: serves what needs neither, and names both', async () => {
    const service = ProductionProcess.start({
      ...ground.environment,
      NODE_ENV: 'development',
      GCS_BUCKET: 'some-bucket',
      STORAGE_EMULATOR_HOST: NOWHERE,
      REDIS_URL: 'redis://127.0.0.1:1',
    });
    const { address } = await service.ready();
    const down = { database: 'ok', 'vector index': 'ok', 'file storage': 'down', 'rate limiter': 'down' };
    expect(await health(address)).toMatchObject([503, { status: 'unavailable', dependencies: down }]);
    expect((await call(address, '/content', await service.newKey())).status).toBe(200);
  });
});
