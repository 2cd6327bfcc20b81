import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalEmbedder } from '../../../src/adapters/embedder/local.ts';
import { openEmbeddedVectorIndex } from '../../../src/adapters/vector-index/embedded.ts';
import { Database } from '../../../src/database/database.ts';
import { entities } from '../../../src/features/features.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { IndexSource } from '../../../src/features/knowledge/index-source.ts';
import { ReconcileIndex } from '../../../src/features/knowledge/reconcile-index.ts';
import { SourceService } from '../../../src/features/knowledge/source.service.ts';
import type { IndexedChunk, VectorIndex } from '../../../src/ports/vector-index.ts';
import { NO_ID, newId } from '../../../src/shared/ids.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { type TestDatabase, createTestDatabase } from '../../support/postgres.ts';
import { insertSite } from '../../support/site-row.ts';

const embedder = createLocalEmbedder();
const signal = new AbortController().signal;
const NOTHING = { orphans: 0, fed: 0, requeued: 0, restored: 0 };

let place: TestDatabase;
let folder: string;
let database: Database;
let index: VectorIndex;
let jobs: JobService;
let sources: SourceService;
let siteId: string;
const texts = new Map<string, string>();

beforeAll(async () => {
  place = await createTestDatabase();
  const { host, port, user, name } = place;
  database = await Database.connect({ host, port, user, database: name }, entities);
  folder = await mkdtemp(join(tmpdir(), 'lectern-index-'));
  ({ index } = await openEmbeddedVectorIndex({ dir: folder, dimensions: embedder.dimensions, model: embedder.model }));
  jobs = new JobService(database, { dispatch: () => {} });
  sources = new SourceService(jobs);
});

beforeEach(async () => {
  await database.system.rows('delete from job');
  siteId = await makeSite();
});

afterAll(async () => {
  await index.close();
  await database.close();
  await place.drop();
  await rm(folder, { recursive: true, force: true });
});

async function makeSite(daysAgo = 0): Promise<string> {
  return insertSite(database.system, { daysAgo });
}

function reconciling(kept: VectorIndex = index): ReconcileIndex {
  return new ReconcileIndex({ database, index: kept, embedder, jobs, log: createLogger('silent') });
}

/** Writes a source; its job waits. */
async function put(word: string, id = newId(), kind: 'document' | 'content' = 'document'): Promise<string> {
  texts.set(id, word);
  const facts = { id, kind, title: 'Title', fileName: 'Title', contentType: 'document', requiredSubscriptions: [] };
  await database.forSite(siteId).write((tx) => sources.put(tx, { ...facts, accessLevel: 'public' }));
  return id;
}

async function take(id: string): Promise<void> {
  texts.delete(id);
  await database.forSite(siteId).write((tx) => sources.remove(tx, id));
}

/** Runs the jobs that wait; `kept` may stand in their way. */
async function work(kept: VectorIndex = index): Promise<void> {
  const read = async (_scope: unknown, id: string) => {
    const text = texts.get(id);
    return text === undefined ? null : { title: 'Title', blocks: [{ kind: 'paragraph' as const, text }], embed: true };
  };
  const handler = new IndexSource(database, kept, embedder, { document: read, content: read });
  for (let job = await claimed(); job; job = await claimed()) {
    await handler.run(job, signal);
    await jobs.complete(job);
  }
}

async function claimed(): Promise<Job | undefined> {
  return (await jobs.claim(1, ['index-source']))[0];
}

async function indexedSource(word: string): Promise<string> {
  const id = await put(word);
  await work();
  return id;
}

async function found(word: string): Promise<string[]> {
  const hits = await index.search(siteId, { mode: 'keyword', text: word, filter: {}, limit: 100 });
  return hits.map(({ sourceId }) => sourceId);
}

function stray(given: Partial<IndexedChunk> = {}): IndexedChunk {
  return {
    id: newId(),
    sourceId: newId(),
    generation: 1,
    kind: 'document',
    contentType: 'document',
    accessLevel: 'public',
    requiredSubscriptions: [],
    title: '',
    text: 'stray',
    vector: new Float32Array(embedder.dimensions).fill(0.1),
    ...given,
  };
}

/** The same index, with something that happens on the way. */
function withTurn(changes: Partial<VectorIndex>): VectorIndex {
  return {
    name: index.name,
    upsert: (...parameters) => index.upsert(...parameters),
    deleteSource: (...parameters) => index.deleteSource(...parameters),
    remove: (...parameters) => index.remove(...parameters),
    deleteSite: (site) => index.deleteSite(site),
    search: (...parameters) => index.search(...parameters),
    count: (site) => index.count(site),
    list: (site) => index.list(site),
    sites: () => index.sites(),
    check: () => index.check(),
    close: () => index.close(),
    ...changes,
  };
}

describe('reconciling the index of a site', () => {
  test('finds nothing to do where index and database agree', async () => {
    await indexedSource('walrus');
    await indexedSource('penguin');
    expect(await reconciling().reconcile(siteId)).toEqual(NOTHING);
    expect(await index.count(siteId)).toBe(2);
  });

  test('removes and counts chunks of sources that are gone, of other generations and of unknown ids', async () => {
    const sourceId = await indexedSource('walrus');
    await index.upsert(siteId, [
      stray(),
      stray({ sourceId, generation: 0 }),
      stray({ sourceId, generation: 2 }),
      stray({ sourceId, generation: 1 }),
      stray({ id: 'no id at all', sourceId: 'nor here' }),
    ]);
    expect(await reconciling().reconcile(siteId)).toEqual({ ...NOTHING, orphans: 5 });
    expect(await found('stray')).toEqual([]);
    expect(await found('walrus')).toEqual([sourceId]);
    expect(await reconciling().reconcile(siteId)).toEqual(NOTHING);
  });

  test('feeds what the index lacks, as it was embedded, and what is found by its words only', async () => {
    const [walrus, penguin] = [await indexedSource('walrus'), await indexedSource('penguin')];
    await database.system.rows(`update chunk set embedder = 'none' where source_id = $1`, [penguin]);
    await index.deleteSite(siteId);
    expect(await reconciling().reconcile(siteId)).toEqual({ ...NOTHING, fed: 2 });
    expect(await found('walrus')).toEqual([walrus]);
    expect(await found('penguin')).toEqual([penguin]);
    const vector = await embedder.embedQuery('walrus');
    const near = await index.search(siteId, { mode: 'vector', vector, filter: {}, limit: 10 });
    expect(near.map(({ sourceId }) => sourceId)).toEqual([walrus]);
  });

  test('leaves other sites alone', async () => {
    const other = newId();
    await index.upsert(other, [stray()]);
    await index.upsert(siteId, [stray()]);
    expect(await reconciling().reconcile(siteId)).toEqual({ ...NOTHING, orphans: 1 });
    expect(await index.count(other)).toBe(1);
  });

  test('has sources indexed anew that another model embedded, and does not feed their vectors', async () => {
    const sourceId = await indexedSource('walrus');
    await database.system.rows(`update chunk set embedder = 'former', embedding = '\\x0000' where source_id = $1`, [
      sourceId,
    ]);
    await index.deleteSite(siteId);
    expect(await reconciling().reconcile(siteId)).toEqual({ ...NOTHING, requeued: 1 });
    await work();
    expect(await found('walrus')).toEqual([sourceId]);
    expect(await reconciling().reconcile(siteId)).toEqual(NOTHING);
  });
});

describe('reconciling while sources are being indexed', () => {
  test('keeps chunks that a running job is about to publish', async () => {
    const sourceId = await put('walrus');
    let reconciled: unknown;
    await work(
      withTurn({
        upsert: async (site, chunks) => {
          await index.upsert(site, chunks);
          reconciled = await reconciling().reconcile(siteId);
        },
      }),
    );
    expect(reconciled).toEqual(NOTHING);
    expect(await found('walrus')).toEqual([sourceId]);
    expect(await index.count(siteId)).toBe(1);
  });

  test('keeps chunks of a job that died before it could publish them, as it will be run again', async () => {
    const sourceId = await put('walrus');
    const died = work(
      withTurn({
        upsert: async (site, chunks) => {
          await index.upsert(site, chunks);
          throw new Error('killed');
        },
      }),
    );
    await expect(died).rejects.toThrow('killed');
    await jobs.sweep({ all: true });
    expect(await reconciling().reconcile(siteId)).toEqual(NOTHING);
    await work(withTurn({ upsert: async () => {} }));
    expect(await found('walrus')).toEqual([sourceId]);
  });

  test('keeps chunks that are published after the index was read and before the database was asked', async () => {
    const sourceId = await put('walrus');
    let listed: () => void = () => {};
    const wasListed = new Promise<void>((resolve) => (listed = resolve));
    let publish: () => void = () => {};
    const mayPublish = new Promise<void>((resolve) => (publish = resolve));
    const working = work(
      withTurn({
        upsert: async (site, chunks) => {
          await index.upsert(site, chunks);
          listed();
          await mayPublish;
        },
      }),
    );
    await wasListed;
    const late = withTurn({
      async *list(site) {
        for await (const entries of index.list(site)) {
          publish();
          await working;
          yield entries;
        }
      },
    });
    expect(await reconciling(late).reconcile(siteId)).toEqual(NOTHING);
    expect(await found('walrus')).toEqual([sourceId]);
  });

  test('keeps an item that came back while what was left of it is being removed', async () => {
    const id = await put('walrus', newId(), 'content');
    await work();
    await take(id);
    // The vectors of its former life stay behind, as if they had come after its removal.
    await work(withTurn({ deleteSource: async () => {} }));
    let foundAtOnce: string[] = [];
    const late = withTurn({
      remove: async (site, chunkIds) => {
        await put('penguin', id, 'content');
        await work();
        await index.remove(site, chunkIds);
        foundAtOnce = await found('penguin');
      },
    });
    expect(await reconciling(late).reconcile(siteId)).toMatchObject({ orphans: 1 });
    expect(foundAtOnce).toEqual([id]);
    expect(await found('penguin')).toEqual([id]);
    expect(await found('walrus')).toEqual([]);
  });

  test('feeding does not bring back what was replaced meanwhile', async () => {
    const id = await indexedSource('walrus');
    await index.deleteSite(siteId);
    const late = withTurn({
      upsert: async (site, chunks) => {
        await put('penguin', id);
        await work();
        await index.upsert(site, chunks);
      },
    });
    await reconciling(late).reconcile(siteId);
    expect(await reconciling().reconcile(siteId)).toEqual({ ...NOTHING, orphans: 1 });
    expect(await found('penguin')).toEqual([id]);
  });
});

describe('jobs that reconcile', () => {
  async function waiting() {
    return database.system.rows<{ siteId: string | null; payload: Record<string, unknown>; seconds: number }>(
      `select site_id as "siteId", payload, extract(epoch from run_at - now())::float8 as seconds from job
       where kind = 'reconcile-index' and status = 'queued' order by created_at`,
    );
  }

  async function runNext(handler = reconciling()): Promise<void> {
    const [job] = await jobs.claim(1, ['reconcile-index']);
    if (!job) throw new Error('No job is due');
    await handler.run(job, signal);
    await jobs.complete(job);
  }

  test('a new index has one for every site, and each looks again a quarter of an hour later', async () => {
    await indexedSource('walrus');
    await index.deleteSite(siteId);
    await reconciling().enqueueAll();
    await reconciling().enqueueAll();
    const [{ count } = { count: 0 }] = await database.system.rows<{ count: number }>('select count(*)::int from site');
    expect(await waiting()).toHaveLength(count);
    await database.system.rows('delete from job where site_id <> $1', [siteId]);
    await runNext();
    expect(await found('walrus')).toHaveLength(1);
    const [again] = await waiting();
    expect(again?.siteId).toBe(siteId);
    expect(again?.seconds).toBeGreaterThan(14 * 60);
  });

  test('a job for the index of another version is left to that one, and given up when nobody has it', async () => {
    await reconciling(withTurn({ name: 'next' })).enqueueAll();
    await database.system.rows('delete from job where site_id <> $1', [siteId]);
    await index.upsert(siteId, [stray()]);
    await runNext();
    expect(await index.count(siteId)).toBe(1);
    expect(await waiting()).toMatchObject([{ siteId, payload: { index: 'next', again: true, passes: 1 } }]);
    await database.system.rows(`update job set run_at = now(), payload = payload || '{"passes": 60}'`);
    await runNext();
    expect(await waiting()).toEqual([]);
  });

  test('each site has one a day, at its own hour; a site made today has none', async () => {
    const old = await Promise.all(Array.from({ length: 240 }, () => makeSite(2)));
    await reconciling().enqueueDue();
    const due = (await waiting()).map((job) => job.siteId);
    expect(due.length).toBeGreaterThan(1);
    expect(due.length).toBeLessThan(60);
    expect(due.filter((id) => id !== null && !old.includes(id))).toEqual([]);
    await database.system.rows(`update job set status = 'completed', finished_at = now()`);
    await reconciling().enqueueDue();
    expect(await waiting()).toEqual([]);
  });

  test('sites that were deleted are forgotten; what is here, or was never here, stays', async () => {
    const [deleted, foreign] = [newId(), newId()];
    for (const each of [deleted, foreign]) await index.upsert(each, [stray()]);
    await database.system.rows(
      `insert into job (id, lane, kind, key, payload, status, attempts, run_at, created_at, finished_at)
       values ($1, '${NO_ID}', 'remove-site', $2, '{}', 'completed', 1, now(), now(), now())`,
      [newId(), deleted],
    );
    await indexedSource('walrus');
    expect(await reconciling().clearGoneSites()).toBe(1);
    expect(await Promise.all([deleted, foreign, siteId].map((each) => index.count(each)))).toEqual([0, 1, 1]);
    expect(await reconciling().clearGoneSites()).toBe(0);
  });
});

describe('indexing that failed', () => {
  test.each(['while its job is kept', 'and whose job is gone'])('for an outage is queued again %s', async (kept) => {
    const [away, wrong] = [await put('walrus'), await put('penguin')];
    for (const id of [away, wrong]) {
      const code = id === away ? 'UNAVAILABLE' : 'BAD_REQUEST';
      const error = JSON.stringify({ code, message: 'no' });
      await database.system.rows(`update knowledge_source set status = 'failed', error = $2 where id = $1`, [
        id,
        error,
      ]);
      await database.system.rows(`update job set status = 'failed', error = $2 where key = $1`, [id, error]);
    }
    if (kept !== 'while its job is kept') await database.system.rows('delete from job');
    expect(await reconciling().requeueFailed(['UNAVAILABLE'], siteId)).toBe(1);
    expect(await database.system.rows(`select key from job where status = 'queued'`)).toEqual([{ key: away }]);
  });
});
