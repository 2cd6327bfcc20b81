import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../../src/app.ts';
import { reindex } from '../../../src/cli/reindex/run.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { ofOneInstance } from '../../support/instances.ts';
import { type TestService, startService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { type WeaviateDouble, startWeaviateDouble } from '../../support/weaviate-double.ts';

let double: WeaviateDouble;
let service: TestService;
let site: TestSite;
let environment: Record<string, string>;
const COUNT = 12;

beforeAll(async () => {
  double = await startWeaviateDouble();
  environment = { WEAVIATE_URL: double.url, WEAVIATE_GRPC_URL: double.grpcUrl, WEAVIATE_COLLECTION: 'Mine' };
  service = await startService(environment);
  site = await service.site();
  for (let at = 0; at < COUNT; at++) {
    await site.create('/knowledge/documents', { title: `Walrus ${at}`, content: `What walrus ${at} had to say.` });
  }
  await site.indexed();
});
afterAll(async () => {
  await service.stop();
  await double.stop();
});

function config(more: Record<string, string> = {}): Config {
  const database = service.app.ports.database;
  return { ...parseConfig({ DATA_DIR: service.dataDir, LOG_LEVEL: 'fatal', ...environment, ...more }), database };
}

async function found(): Promise<number> {
  const { body } = await site.post<{ results: unknown[] }>('/rag/search', { query: 'walrus', maxResults: 50 });
  return body.data.results.length;
}

async function indexed(app: App): Promise<number> {
  return app.ports.index.count(site.id);
}

async function printed(options: Parameters<typeof reindex>[1]): Promise<string[]> {
  const lines: string[] = [];
  await reindex(config(), options, (line) => lines.push(line));
  return lines;
}

describe('a service on Weaviate', () => {
  test('says so, and finds what it indexed', async () => {
    expect(service.app.adapters['vector index']).toBe(`Weaviate, collection ${service.app.ports.index.name}`);
    expect(service.app.ports.index.name).toMatch(/^Mine_[0-9a-f]{8}$/);
    expect(await found()).toBe(COUNT);
  });

  test('whose collection is gone makes it at its next start, serves at once and feeds it by jobs', async () => {
    double.schema.collections.clear();
    const next = await createApp(config(), createLogger('fatal'));
    try {
      for (;;) {
        if ((await indexed(next)) === COUNT) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(await found()).toBe(COUNT);
    } finally {
      await next.stop();
    }
  });

  test('does not start when its Weaviate can not be reached, and says why', async () => {
    const nowhere = { WEAVIATE_URL: 'http://127.0.0.1:1', WEAVIATE_GRPC_URL: 'http://127.0.0.1:1' };
    await expect(createApp(config(nowhere), createLogger('fatal'))).rejects.toThrow(
      'The vector index cannot be reached',
    );
  });
});

describe('reindex', () => {
  test('beside a running service, feeds, removes what is left over, and tells of each site', async () => {
    const { index } = service.app.ports;
    const [first] = await Array.fromAsync(index.list(site.id));
    const lost = first?.slice(0, 5).map(({ chunkId }) => chunkId) ?? [];
    await index.remove(site.id, lost);
    const gone = await service.site();
    await service.admin('mutation ($id: ID!) { deleteSite(id: $id) { deleted } }', { id: gone.id });
    const removal = `select status from job where kind = 'remove-site' and key = $1`;
    await expect.poll(() => service.app.database.system.rows(removal, [gone.id])).toEqual([{ status: 'completed' }]);
    double.schema.tenantToWrite(index.name, gone.id);
    expect(await printed({})).toEqual([
      `${site.id}  Test site: 5 chunks fed, 0 orphans removed, ${COUNT} in the index`,
      '1 sites forgotten that are gone',
    ]);
    expect(await found()).toBe(COUNT);
  });

  test('of one site looks at that only; an unknown one is refused', async () => {
    expect(await printed({ site: site.id })).toEqual([
      `${site.id}  Test site: 0 chunks fed, 0 orphans removed, ${COUNT} in the index`,
    ]);
    await expect(printed({ site: 'nowhere' })).rejects.toThrow('There is no site nowhere');
  });

  test('with --remove-former removes the collections of other models, and no others', async () => {
    for (const name of ['Mine_01234567', 'Mine_other', 'Others_01234567']) double.schema.create({ class: name });
    expect(await printed({ removeFormer: true })).toContain('Collection Mine_01234567 removed');
    expect([...double.schema.collections.keys()].toSorted()).toEqual(
      [service.app.ports.index.name, 'Mine_other', 'Others_01234567'].toSorted(),
    );
  });

  test('of an embedded index that a service has open is refused in one sentence', ofOneInstance, async () => {
    const embedded = await startService();
    try {
      const { database } = embedded.app.ports;
      const same = { ...parseConfig({ DATA_DIR: embedded.dataDir }), database };
      await expect(reindex(same, {}, () => {})).rejects.toThrow(
        /^The vector index in .* is in use by another process: stop the service first/,
      );
    } finally {
      await embedded.stop();
    }
  });
});
