import { beforeAll, describe, expect, test } from 'vitest';
import { type App, createApp } from '../../../../src/app.ts';
import { reindex } from '../../../../src/cli/reindex/run.ts';
import { type Config, parseConfig } from '../../../../src/config.ts';
import { createLogger } from '../../../../src/shared/log/logger.ts';
import { ofOneInstance } from '../../../support/instances.ts';
import { useOwnService, useSite } from '../../../support/use-service.ts';
import { use } from '../../../support/use.ts';
import { startWeaviateDouble } from '../../../support/weaviate-double.ts';

const double = use(() => startWeaviateDouble());
const environment = () => ({
  WEAVIATE_URL: double.url,
  WEAVIATE_GRPC_URL: double.grpcUrl,
  WEAVIATE_COLLECTION: 'Mine',
});
const service = useOwnService(environment);
const site = useSite(service);
const COUNT = 12;

beforeAll(async () => {
  for (let at = 0; at < COUNT; at++) {
    await site.create('/knowledge/documents', { title: `Walrus ${at}`, content: `What walrus ${at} had to say.` });
  }
  await site.indexed();
});

function config(more: Record<string, string> = {}): Config {
  const database = service.app.ports.database;
  return { ...parseConfig({ DATA_DIR: service.dataDir, LOG_LEVEL: 'fatal', ...environment(), ...more }), database };
}

async function found(): Promise<number> {
  const { body } = await site.post<{ results: unknown[] }>('/rag/search', { query: 'walrus', maxResults: 50 });
  return body.data.results.length;
}

/** How many results a search has, or the status that says why there are none. */
async function answer(query: string, searchType = 'hybrid'): Promise<number> {
  const { status, body } = await site.post<{ results: unknown[] }>('/rag/search', {
    query,
    searchType,
    maxResults: 50,
  });
  return status === 200 ? body.data.results.length : status;
}

async function answersUntil(isLast: (answer: number) => boolean): Promise<number[]> {
  const answers: number[] = [];
  do {
    answers.push(await answer('walrus'));
    await new Promise((resolve) => setTimeout(resolve, 20));
  } while (!isLast(answers.at(-1) ?? 0) || !answers.includes(503));
  return answers;
}

async function indexed(app: App): Promise<number> {
  return app.ports.index.count(site.id);
}

/** Checks that begin when Weaviate answers again would write at once what a test makes it lose. */
async function checksEnded(): Promise<void> {
  // Those of new indexes are repeated in a quarter of an hour.
  const open = `select key, status, run_at from job where kind = 'reconcile-index' and status in ('queued', 'running')
    and run_at < now() + interval '10 minutes'`;
  await expect.poll(() => service.app.database.system.rows(open), { timeout: 60_000 }).toEqual([]);
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

  test('whose collection is deleted creates and fills it again; until then searches are 503 instead of empty', async () => {
    double.schema.empty();
    const answers = await answersUntil((answer) => answer === COUNT);
    expect(answers.filter((answer) => answer !== COUNT && answer !== 503)).toEqual([]);
    expect(answers).toContain(503);
    expect(await indexed(service.app)).toBe(COUNT);
  });

  test('starts while its Weaviate can not be reached, and says that it is not ready', async () => {
    const nowhere = { WEAVIATE_URL: 'http://127.0.0.1:1', WEAVIATE_GRPC_URL: 'http://127.0.0.1:1' };
    const next = await createApp(config(nowhere), createLogger('silent'));
    try {
      const ready = await next.server.inject('/health/ready');
      expect(ready.statusCode).toBe(503);
      expect(ready.json()).toMatchObject({ dependencies: { 'vector index': 'down' } });
    } finally {
      await next.stop();
    }
  });

  test('indexes what it accepted while Weaviate was away, without counting attempts, as soon as it is back', async () => {
    double.fault = { away: true };
    const { id } = await site.create<{ id: string }>('/knowledge/documents', { title: 'Late', content: 'Narwhal.' });
    const row = () => service.app.database.system.rows('select status, attempts, error from job where key = $1', [id]);
    const waiting = { status: 'queued', attempts: 0, error: { message: 'Waiting for the vector index' } };
    await expect.poll(row, { timeout: 20_000 }).toMatchObject([waiting]);
    // As if it had been away for hours: the job itself would look again only in an hour.
    await service.app.database.system.rows(`update job set run_at = now() + interval '1 hour' where key = $1`, [id]);
    expect(await answer('narwhal')).toBe(503);
    double.fault = {};
    await expect.poll(row, { timeout: 10_000 }).toMatchObject([{ status: 'completed', attempts: 1 }]);
    expect(await answer('narwhal')).toBeLessThanOrEqual(COUNT + 1);
    await site.delete(`/knowledge/documents/${id}`);
    await expect.poll(() => indexed(service.app), { timeout: 10_000 }).toBe(COUNT);
  });

  test('reports a class that it did not create as down, and does not change it', async () => {
    const own = double.schema.find(service.app.ports.index.name);
    double.schema.empty();
    double.schema.create({ class: service.app.ports.index.name, description: 'Not ours' });
    const ready = async () => (await service.app.server.inject('/health/ready')).statusCode;
    await expect.poll(ready, { timeout: 10_000 }).toBe(503);
    expect(await answer('walrus')).toBe(503);
    expect(double.schema.find(service.app.ports.index.name).definition.description).toBe('Not ours');
    double.schema.collections.set(service.app.ports.index.name, own);
    await expect.poll(() => answer('walrus'), { timeout: 10_000 }).toBe(COUNT);
  });

  test('finds vectors again that Weaviate lost while it kept the objects', async () => {
    await checksEnded();
    double.schema.loseVectors();
    const byMeaning = () => answer('what walrus 3 had to say', 'standard');
    expect(await byMeaning()).toBe(0);
    expect(await printed({})).toContain(
      `${site.id}  Test site: ${COUNT} chunks added, 0 orphans removed, ${COUNT} in the index`,
    );
    expect(await byMeaning()).toBe(COUNT);
  });

  test('looks for lost vectors by itself once Weaviate is back from an outage', async () => {
    double.schema.loseVectors();
    double.fault = { away: true };
    expect(await answer('walrus')).toBe(503);
    double.fault = {};
    await expect.poll(() => answer('what walrus 3 had to say', 'standard'), { timeout: 20_000 }).toBe(COUNT);
  });

  describe('that has lost the vector of one of two equal documents, which a sample does not show', () => {
    const twins: string[] = [];
    const lose = () => double.schema.loseVectors(({ properties }) => properties['sourceId'] === twins[0]);
    const isFound = async () => {
      const vector = await service.app.features.vectors.active.embedder.embedQuery('Twins say the same.');
      const filter = { sources: twins.slice(0, 1) };
      const hits = await service.app.ports.index.search(site.id, { mode: 'vector', vector, filter, limit: 1 });
      return hits.length === 1;
    };

    test('writes it again once Weaviate is back from an outage', async () => {
      for (let count = 0; count < 2; count++) {
        const twin = { title: 'Twin', content: 'Twins say the same.' };
        twins.push((await site.create<{ id: string }>('/knowledge/documents', twin)).id);
      }
      await expect.poll(() => indexed(service.app), { timeout: 10_000 }).toBe(COUNT + 2);
      expect(await isFound()).toBe(true);
      lose();
      expect(await isFound()).toBe(false);
      double.fault = { away: true };
      expect(await answer('walrus')).toBe(503);
      double.fault = {};
      await expect.poll(isFound, { timeout: 20_000 }).toBe(true);
    });

    test('and when the service starts, as it may have stopped together with Weaviate', async () => {
      lose();
      expect(await isFound()).toBe(false);
      const next = await createApp(config(), createLogger('silent'));
      try {
        await expect.poll(isFound, { timeout: 20_000 }).toBe(true);
      } finally {
        await next.stop();
      }
      const checks = `select from job where key like '%/reach' and status in ('queued', 'running')`;
      await expect.poll(() => service.app.database.system.rows(checks), { timeout: 20_000 }).toEqual([]);
      for (const id of twins) await site.delete(`/knowledge/documents/${id}`);
      await expect.poll(() => indexed(service.app), { timeout: 10_000 }).toBe(COUNT);
    });
  });
});

describe('reindex', () => {
  test('beside a running service, feeds, removes what is left over, and tells of each site', async () => {
    const { index } = service.app.ports;
    const [first] = await Array.fromAsync(index.list(site.id));
    const lost = first?.slice(0, 5).map(({ chunkId }) => chunkId) ?? [];
    await index.remove(site.id, lost);
    const deleted = await service.site();
    await service.admin('mutation ($id: ID!) { deleteSite(id: $id) { deleted } }', { id: deleted.id });
    const removal = `select status from job where kind = 'remove-site' and key = $1`;
    await expect.poll(() => service.app.database.system.rows(removal, [deleted.id])).toEqual([{ status: 'completed' }]);
    double.schema.tenantToWrite(index.name, `${deleted.id}_l0123456789ab`);
    expect(await printed({})).toEqual([
      `${site.id}  Test site: 5 chunks added, 0 orphans removed, ${COUNT} in the index`,
      '1 deleted sites removed',
    ]);
    expect(await found()).toBe(COUNT);
  });

  test('with --all feeds every chunk again', async () => {
    expect(await printed({ all: true })).toContain(
      `${site.id}  Test site: ${COUNT} chunks added, 0 orphans removed, ${COUNT} in the index`,
    );
    expect(await found()).toBe(COUNT);
  });

  test('of one site looks at that only; an unknown one is rejected', async () => {
    expect(await printed({ site: site.id })).toEqual([
      `${site.id}  Test site: 0 chunks added, 0 orphans removed, ${COUNT} in the index`,
    ]);
    await expect(printed({ site: 'nowhere' })).rejects.toThrow('Unknown site nowhere');
  });

  test('with --remove-former removes the collections of other models, and no others', async () => {
    for (const name of ['Mine_01234567', 'Mine_other', 'Others_01234567']) double.schema.create({ class: name });
    expect(await printed({ removeFormer: true })).toContain('Collection Mine_01234567 removed');
    expect([...double.schema.collections.keys()].toSorted()).toEqual(
      [service.app.ports.index.name, 'Mine_other', 'Others_01234567'].toSorted(),
    );
  });

  describe('of an embedded index that a service has open', ofOneInstance, () => {
    const embedded = useOwnService();

    test('is left to the service', async () => {
      const { database, index } = embedded.app.ports;
      const own = await embedded.site();
      await own.create('/knowledge/documents', { title: 'Walrus', content: 'What it had to say.' });
      await own.indexed();
      await index.deleteSite(own.id);
      const same = { ...parseConfig({ DATA_DIR: embedded.dataDir }), database };
      for (const [all, what] of [
        [false, 'reconciliation'],
        [true, 'rebuild'],
      ] as const) {
        const lines: string[] = [];
        await reindex(same, { all }, (line) => lines.push(line));
        expect(lines).toEqual([
          `${own.id}  Test site: ${what} queued for the running service`,
          'removal of deleted sites queued for the running service',
        ]);
        await expect.poll(() => index.count(own.id), { timeout: 20_000 }).toBe(1);
      }
      const asked = `select payload->>'asked' as asked, status from job where payload ? 'asked' order by id`;
      await expect
        .poll(() => embedded.app.database.system.rows(asked), { timeout: 20_000 })
        .toEqual([
          { asked: 'lacking', status: 'completed' },
          { asked: 'all', status: 'completed' },
        ]);
    });
  });
});
