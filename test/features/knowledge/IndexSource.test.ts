import { beforeEach, describe, expect, test } from 'vitest';
import { createLocalEmbedder } from '../../../src/adapters/embedder/local.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { JobRunner } from '../../../src/features/job/job-runner.ts';
import { Outages } from '../../../src/features/job/outages.ts';
import { toVector } from '../../../src/features/knowledge/chunk.rows.ts';
import { IndexSource } from '../../../src/features/knowledge/index-source.ts';
import { SourceService } from '../../../src/features/knowledge/source.service.ts';
import type { Embedder } from '../../../src/ports/embedder.ts';
import type { VectorIndex } from '../../../src/ports/vector-index.ts';
import { ServiceError } from '../../../src/shared/errors.ts';
import { newId } from '../../../src/shared/ids.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { insertSite } from '../../support/site-row.ts';
import { useDatabase } from '../../support/use-database.ts';
import { indexWith, useEmbeddedIndex } from './knowledge.ts';

const local = createLocalEmbedder();
const log = createLogger('silent');

const database = useDatabase();
const index = useEmbeddedIndex();
let siteId: string;
const texts = new Map<string, string[]>();

beforeEach(async () => {
  siteId = await insertSite(database.system);
});

/** As the readers of the features: without long texts and those that do not exist. */
async function readShort(scope: unknown, ids: readonly string[]) {
  const found = await Promise.all(ids.map(async (id) => [id, await read(scope, id)] as const));
  return new Map(found.flatMap(([id, text]) => (text ? [[id, text] as const] : [])));
}

async function read(_scope: unknown, id: string) {
  const paragraphs = texts.get(id);
  return paragraphs
    ? { title: 'Title', blocks: paragraphs.map((text) => ({ kind: 'paragraph' as const, text })), embed: true }
    : null;
}

/** The indexing of one service; `embed` may stand in the way. */
function parts(embed: Embedder['embedPassages'] = (passages) => local.embedPassages(passages), kept = index) {
  const jobs: JobService = new JobService(database, { dispatch: () => {} });
  const handler = new IndexSource(
    database,
    kept,
    { ...local, embedPassages: embed },
    { document: { read, readShort }, content: { read, readShort } },
  );
  return { jobs, handler, sources: new SourceService(jobs) };
}

/** Writes a source of so many passages. */
async function put(
  sources: SourceService,
  passages: number,
  {
    id = newId(),
    kind = 'document',
    word = 'passage',
  }: { id?: string; kind?: 'document' | 'content'; word?: string } = {},
): Promise<string> {
  texts.set(
    id,
    Array.from({ length: passages }, (_, at) => `${word} ${at} ${'of some length '.repeat(100)}`),
  );
  const facts = { id, kind, title: 'Title', fileName: 'Title', contentType: 'document', requiredSubscriptions: [] };
  await database.forSite(siteId).write((tx) => sources.put(tx, { ...facts, accessLevel: 'public' }));
  return id;
}

function remove(sources: SourceService, id: string): Promise<void> {
  texts.delete(id);
  return database.forSite(siteId).write((tx) => sources.remove(tx, id));
}

async function claim(jobs: JobService): Promise<Job> {
  const [job] = await jobs.claim(1);
  if (!job) throw new Error('No job is due');
  return job;
}

async function run({ jobs, handler }: { jobs: JobService; handler: IndexSource }): Promise<void> {
  const job = await claim(jobs);
  await handler.run(job, new AbortController().signal);
  await jobs.complete(job);
}

async function source(id: string) {
  return database
    .forSite(siteId)
    .row<{ status: string; chunks: number; generation: number | null; error: { code: string } | null }>(
      'select status, chunks, generation, error from knowledge_source where id = $1',
      [id],
    );
}

/** That the index holds the chunks that PostgreSQL calls current, and no others. */
async function expectAgreement(id: string, chunks: number): Promise<void> {
  const rows = await database
    .forSite(siteId)
    .rows<{ id: string }>(
      'select c.id from chunk c join knowledge_source s on s.id = c.source_id and s.generation = c.generation where s.id = $1',
      [id],
    );
  expect(rows).toHaveLength(chunks);
  const hits = await index.search(siteId, { mode: 'keyword', text: 'length', filter: {}, limit: 1_000 });
  const found = hits.filter(({ sourceId }) => sourceId === id).map(({ chunkId }) => chunkId);
  expect(found.toSorted()).toEqual(rows.map((row) => row.id).toSorted());
  expect(await index.count(siteId)).toBe(chunks);
}

async function unfinished(): Promise<number> {
  const [row] = await database.system.rows<{ open: number }>(
    `select count(*)::int as open from job where status in ('queued', 'running')`,
  );
  return row?.open ?? 0;
}

async function die(): Promise<never> {
  throw new Error('killed');
}

/** An index that takes part of the work and then dies with its process. */
function dying(...methods: ('upsert' | 'deleteSource')[]): VectorIndex {
  return indexWith(index, {
    remove: die,
    deleteSite: die,
    ...(methods.includes('upsert') ? { upsert: die } : {}),
    ...(methods.includes('deleteSource') ? { deleteSource: die } : {}),
  });
}

async function again(sound: ReturnType<typeof parts>): Promise<void> {
  await sound.jobs.sweep({ all: true });
  await run(sound);
}

describe('indexing with an embedder that fails', () => {
  test('is tried again until it succeeds', async () => {
    let calls = 0;
    const flaky = parts(async (passages) => {
      calls += 1;
      if (calls < 3) throw new ServiceError('UNAVAILABLE', 'The embedder is away');
      return local.embedPassages(passages);
    });
    const id = await put(flaky.sources, 2);
    await work(flaky, () => calls >= 3);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 2, error: null });
    await expectAgreement(id, 2);
  });

  test('does not pay again for the batches that succeeded', async () => {
    const paid: string[] = [];
    let calls = 0;
    const flaky = parts(async (passages) => {
      calls += 1;
      if (calls === 3 || calls === 5) throw new ServiceError('UNAVAILABLE', 'The embedder is away');
      paid.push(...passages);
      return local.embedPassages(passages);
    });
    const id = await put(flaky.sources, 400);
    await work(flaky, () => calls >= 7);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 400, error: null });
    expect(paid).toHaveLength(400);
    expect(new Set(paid).size).toBe(400);
    await expectAgreement(id, 400);
  });

  test('or an index that fails afterwards does not make it pay again', async () => {
    let paid = 0;
    let writes = 0;
    const broken = indexWith(index, {
      upsert: async (site, chunks) => {
        writes += 1;
        if (writes === 1) throw new ServiceError('UNAVAILABLE', 'The index is away');
        return index.upsert(site, chunks);
      },
    });
    const flaky = parts(async (passages) => {
      paid += passages.length;
      return local.embedPassages(passages);
    }, broken);
    const id = await put(flaky.sources, 3);
    await work(flaky, () => writes >= 2);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 3 });
    expect(paid).toBe(3);
  });

  test('for good leaves the source failed with the error, and its former text searchable', async () => {
    const sound = parts();
    const id = await put(sound.sources, 2);
    await run(sound);
    let calls = 0;
    const broken = parts(async () => {
      calls += 1;
      throw new ServiceError('BAD_GATEWAY', 'The embedder refuses');
    });
    await put(broken.sources, 3, { id, word: 'changed' });
    await work(broken, () => calls >= 6);
    expect(await source(id)).toMatchObject({ status: 'failed', generation: 1, error: { code: 'BAD_GATEWAY' } });
    await expectAgreement(id, 2);
    await put(sound.sources, 3, { id, word: 'mended' });
    await run(sound);
    expect(await source(id)).toMatchObject({ status: 'completed', error: null });
    await expectAgreement(id, 3);
  });

  async function work({ jobs, handler }: ReturnType<typeof parts>, until: () => boolean): Promise<void> {
    const other = { run: async () => {} };
    const runner = new JobRunner({
      jobs,
      log,
      outages: new Outages({ jobs, probes: {} }),
      slots: 2,
      maxAttemptMs: 60_000,
      backoffSeconds: () => 0,
      handlers: {
        'index-source': handler,
        'remove-site': other,
        'sync-content-type': other,
      },
    });
    await runner.start({ alone: true });
    while (!until() || (await unfinished()) > 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    await runner.stop(1_000);
  }
});

describe('indexing that is interrupted', () => {
  test('between index and database: done again, with no passage twice', async () => {
    const sound = parts();
    const id = await put(sound.sources, 4);
    const job = await claim(sound.jobs);
    const controller = new AbortController();
    const cutOff = parts(undefined, {
      ...dying('deleteSource'),
      async upsert(site, chunks) {
        await index.upsert(site, chunks);
        controller.abort();
      },
    });
    await expect(cutOff.handler.run(job, controller.signal)).rejects.toThrow();
    expect(await source(id)).toMatchObject({ generation: null });
    await again(sound);
    await expectAgreement(id, 4);
  });

  test('after it was published, before the former vectors were cleared: only they are, and the status is right', async () => {
    const sound = parts();
    const id = await put(sound.sources, 3);
    await run(sound);
    await put(sound.sources, 2, { id, word: 'changed' });
    const cutOff = parts(undefined, dying('deleteSource'));
    await expect(cutOff.handler.run(await claim(sound.jobs), new AbortController().signal)).rejects.toThrow('killed');
    expect(await index.count(siteId)).toBe(5);
    await again(sound);
    expect(await source(id)).toMatchObject({ status: 'completed', chunks: 2, generation: 2 });
    await expectAgreement(id, 2);
  });

  test('by a worker that took over: the slow one publishes nothing', async () => {
    const sound = parts();
    const id = await put(sound.sources, 2);
    const slow = await claim(sound.jobs);
    await database.system.rows(`update job set leased_until = now() - interval '1 second'`);
    await sound.jobs.sweep();
    const quick = await claim(sound.jobs);
    await sound.handler.run(slow, new AbortController().signal);
    expect(await source(id)).toMatchObject({ generation: null });
    await sound.handler.run(quick, new AbortController().signal);
    await sound.jobs.complete(quick);
    await expectAgreement(id, 2);
  });
});

describe('a source that leaves', () => {
  test('while it is being indexed leaves nothing in the index', async () => {
    const sound = parts();
    const id = await put(sound.sources, 3);
    const slow = parts(async (passages) => {
      await remove(sound.sources, id);
      return local.embedPassages(passages);
    });
    await slow.handler.run(await claim(sound.jobs), new AbortController().signal);
    expect(await index.count(siteId)).toBe(0);
    expect(await source(id)).toBeNull();
    await database.system.rows('delete from job');
  });

  test('and is published again with less text, before or after its removal, has no earlier passage', async () => {
    const sound = parts();
    for (const isRemovalDone of [true, false]) {
      const id = await put(sound.sources, 5, { kind: 'content' });
      await run(sound);
      await remove(sound.sources, id);
      if (isRemovalDone) await run(sound);
      await put(sound.sources, 2, { id, kind: 'content', word: 'returned' });
      await run(sound);
      await expectAgreement(id, 2);
      await remove(sound.sources, id);
      await run(sound);
      expect(await index.count(siteId)).toBe(0);
    }
  });

  test('whose text does not exist is removed', async () => {
    const sound = parts();
    const id = await put(sound.sources, 2);
    texts.delete(id);
    await run(sound);
    expect(await source(id)).toBeNull();
    expect(await index.count(siteId)).toBe(0);
  });
});

describe('a batch', () => {
  async function claimBatch(jobs: JobService): Promise<Job[]> {
    return jobs.claim(1, null, { batches: { kinds: ['index-source'], size: 32 } });
  }

  test('indexes new and changed sources together: one embedding, one write to the index', async () => {
    const embedded: number[] = [];
    let writes = 0;
    const upsert: VectorIndex['upsert'] = async (site, chunks) => {
      writes += 1;
      return index.upsert(site, chunks);
    };
    const together = parts(
      async (passages) => {
        embedded.push(passages.length);
        return local.embedPassages(passages);
      },
      indexWith(index, { upsert }),
    );
    const changed = await put(together.sources, 3);
    await run(together);
    await put(together.sources, 2, { id: changed, word: 'changed' });
    const added = await Promise.all([1, 2, 3].map((passages) => put(together.sources, passages, { word: 'added' })));
    const item = await put(together.sources, 2, { kind: 'content', word: 'item' });
    const jobs = await claimBatch(together.jobs);
    const done = await together.handler.runBatch(jobs, new AbortController().signal);
    expect(done.map(({ key }) => key).toSorted()).toEqual([changed, ...added, item].toSorted());
    expect(embedded).toEqual([3, 10]);
    expect(writes).toBe(2);
    expect(await index.count(siteId)).toBe(10);
    for (const id of [changed, ...added, item]) {
      expect(await source(id)).toMatchObject({ status: 'completed', generation: id === changed ? 2 : 1 });
    }
    await database.system.rows('delete from job');
  });

  test('removes what is left of deleted sources, and leaves out those that are written or lost their lease', async () => {
    const sound = parts();
    const [kept, deleted, locked, lost] = [
      await put(sound.sources, 2),
      await put(sound.sources, 2),
      await put(sound.sources, 2),
      await put(sound.sources, 2),
    ];
    await sound.handler.runBatch(await claimBatch(sound.jobs), new AbortController().signal);
    await database.system.rows('delete from job');
    for (const id of [kept, locked, lost]) await put(sound.sources, 3, { id, word: 'changed' });
    await remove(sound.sources, deleted);
    const jobs = await claimBatch(sound.jobs);
    const taken = jobs.find(({ key }) => key === lost);
    await database.system.rows('update job set lease = gen_random_uuid() where id = $1', [taken?.id]);
    const done = await database.forSite(siteId).write(async (tx) => {
      await tx.rows('select id from knowledge_source where id = $1 for update', [locked]);
      return sound.handler.runBatch(jobs, new AbortController().signal);
    });
    expect(done.map(({ key }) => key).toSorted()).toEqual([kept, deleted].toSorted());
    expect(await source(kept)).toMatchObject({ status: 'completed', generation: 2, chunks: 3 });
    for (const id of [locked, lost]) expect(await source(id)).toMatchObject({ generation: 1, chunks: 2 });
    const hits = await index.search(siteId, { mode: 'keyword', text: 'passage', filter: {}, limit: 100 });
    expect(hits.filter(({ sourceId }) => sourceId === deleted)).toEqual([]);
    await database.system.rows('delete from job');
  });

  test('stores the vectors of its chunks unchanged', async () => {
    const sound = parts();
    const ids = await Promise.all([2, 3].map((passages) => put(sound.sources, passages)));
    await sound.handler.runBatch(await claimBatch(sound.jobs), new AbortController().signal);
    const rows = await database
      .forSite(siteId)
      .rows<{ text: string; embedding: Buffer }>(
        'select text, embedding from chunk where source_id = any($1::uuid[]) order by source_id, position',
        [ids],
      );
    const expected = await local.embedPassages(rows.map(({ text }) => `Title\n\n${text}`));
    expect(rows.map(({ embedding }) => [...toVector(embedding)])).toEqual(expected.map((vector) => [...vector]));
    await database.system.rows('delete from job');
  });
});

test('a passage that did not change is not embedded again', async () => {
  const embedded: number[] = [];
  const counting = parts(async (passages) => {
    embedded.push(passages.length);
    return local.embedPassages(passages);
  });
  const id = await put(counting.sources, 4);
  await run(counting);
  const paragraphs = texts.get(id) ?? [];
  texts.set(id, paragraphs.with(3, `another ending ${'of some length '.repeat(100)}`));
  await database.forSite(siteId).write((tx) =>
    counting.sources.put(tx, {
      id,
      kind: 'document',
      title: 'Title',
      fileName: 'Title',
      contentType: 'document',
      accessLevel: 'public',
      requiredSubscriptions: [],
    }),
  );
  await run(counting);
  expect(embedded[0]).toBe(4);
  expect(embedded[1]).toBeLessThan(4);
  await expectAgreement(id, 4);
});
