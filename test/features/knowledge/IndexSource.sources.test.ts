import { describe, expect, test } from 'vitest';
import type { Job, JobService } from '../../../src/features/job/job.service.ts';
import { IndexSource } from '../../../src/features/knowledge/indexing/index-source.ts';
import { toVector } from '../../../src/features/knowledge/chunk.rows.ts';
import type { VectorIndex } from '../../../src/ports/vector-index.ts';
import { local, useIndexing } from './indexing.ts';
import { indexWith } from './knowledge.ts';
import { fixedVectors } from '../../support/fixed-vectors.ts';

const { database, index, texts, siteId, siteScope, parts, put, remove, claim, run, source, expectAgreement } =
  useIndexing();

describe('a source that leaves', () => {
  test('while it is being indexed leaves nothing in the index', async () => {
    const sound = parts();
    const id = await put(sound.sources, 3);
    const slow = parts(async (passages) => {
      await remove(sound.sources, id);
      return local.embedPassages(passages);
    });
    await slow.handler.run(await claim(sound.jobs), new AbortController().signal);
    expect(await index.count(siteId())).toBe(0);
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
      expect(await index.count(siteId())).toBe(0);
    }
  });

  test('whose text does not exist is removed', async () => {
    const sound = parts();
    const id = await put(sound.sources, 2);
    texts.delete(id);
    await run(sound);
    expect(await source(id)).toBeNull();
    expect(await index.count(siteId())).toBe(0);
  });
});

describe('a source that is removed and added again, with a first revision again', () => {
  const wordsOf = async (id: string) => {
    const hits = await index.search(siteId(), { mode: 'keyword', text: 'former present', filter: {}, limit: 100 });
    const rows = await siteScope().rows<{ text: string }>(
      'select text from chunk where id = any($1::uuid[]) and source_id = $2',
      [hits.map(({ chunkId }) => chunkId), id],
    );
    return [...new Set(rows.map(({ text }) => text.split(' ', 1)[0]))];
  };

  test('while its former text is embedded does not get that text', async () => {
    let between = async (): Promise<void> => {};
    const { sources, ...rest } = parts(async (passages) => {
      await between();
      return local.embedPassages(passages);
    });
    const id = await put(sources, 2, { kind: 'content', word: 'former' });
    between = async () => {
      between = async () => {};
      await remove(sources, id);
      await put(sources, 2, { kind: 'content', id, word: 'present' });
    };
    await run(rest);
    expect(await source(id)).toMatchObject({ generation: null });
    await run(rest);
    expect(await source(id)).toMatchObject({ status: 'completed', generation: 1 });
    expect(await wordsOf(id)).toEqual(['present']);
  });

  test('while it has no text is not removed', async () => {
    const { sources, jobs, handler } = parts();
    const id = await put(sources, 2, { kind: 'content', word: 'former' });
    const readsNothing = async () => {
      await remove(sources, id);
      await put(sources, 2, { kind: 'content', id, word: 'present' });
      return null;
    };
    const early = new IndexSource(database, fixedVectors(index, local), { content: { read: readsNothing } });
    await run({ jobs, handler: early });
    expect(await source(id)).not.toBeNull();
    await run({ jobs, handler });
    expect(await wordsOf(id)).toEqual(['present']);
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
    expect(await index.count(siteId())).toBe(10);
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
    const done = await siteScope().write(async (tx) => {
      await tx.rows('select id from knowledge_source where id = $1 for update', [locked]);
      return sound.handler.runBatch(jobs, new AbortController().signal);
    });
    expect(done.map(({ key }) => key).toSorted()).toEqual([kept, deleted].toSorted());
    expect(await source(kept)).toMatchObject({ status: 'completed', generation: 2, chunks: 3 });
    for (const id of [locked, lost]) expect(await source(id)).toMatchObject({ generation: 1, chunks: 2 });
    const hits = await index.search(siteId(), { mode: 'keyword', text: 'passage', filter: {}, limit: 100 });
    expect(hits.filter(({ sourceId }) => sourceId === deleted)).toEqual([]);
    await database.system.rows('delete from job');
  });

  test('stores the vectors of its chunks unchanged', async () => {
    const sound = parts();
    const ids = await Promise.all([2, 3].map((passages) => put(sound.sources, passages)));
    await sound.handler.runBatch(await claimBatch(sound.jobs), new AbortController().signal);
    const rows = await siteScope().rows<{ text: string; embedding: Buffer }>(
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
  await siteScope().write((tx) =>
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
