import { describe, expect, test } from 'vitest';
import { restoreVectors } from '../../../src/features/knowledge/index-copy/restore-lost-vectors.ts';
import type { IndexQuery } from '../../../src/ports/vector-index.ts';
import { newId } from '../../../src/shared/ids.ts';
import { useKnowledge } from './knowledge.ts';

const NOTHING = { orphans: 0, fed: 0, requeued: 0, restored: 0 };
const knowledge = useKnowledge();

describe('reconciling the index of a site', () => {
  test('changes nothing if index and database agree', async () => {
    await knowledge.indexedSource('walrus');
    await knowledge.indexedSource('penguin');
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual(NOTHING);
    expect(await knowledge.index.count(knowledge.siteId)).toBe(2);
  });

  test('removes and counts chunks of deleted sources, of other generations and of unknown ids', async () => {
    const sourceId = await knowledge.indexedSource('walrus');
    await knowledge.index.upsert(knowledge.siteId, [
      knowledge.stray(),
      knowledge.stray({ sourceId, generation: 0 }),
      knowledge.stray({ sourceId, generation: 2 }),
      knowledge.stray({ sourceId, generation: 1 }),
      knowledge.stray({ id: 'no id at all', sourceId: 'nor here' }),
    ]);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual({ ...NOTHING, orphans: 5 });
    expect(await knowledge.found('stray')).toEqual([]);
    expect(await knowledge.found('walrus')).toEqual([sourceId]);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual(NOTHING);
  });

  test('adds missing chunks with their vectors, and those without a vector', async () => {
    const [walrus, penguin] = [await knowledge.indexedSource('walrus'), await knowledge.indexedSource('penguin')];
    await knowledge.database.system.rows(`update chunk set embedder = 'none' where source_id = $1`, [penguin]);
    await knowledge.index.deleteSite(knowledge.siteId);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual({ ...NOTHING, fed: 2 });
    expect(await knowledge.found('walrus')).toEqual([walrus]);
    expect(await knowledge.found('penguin')).toEqual([penguin]);
    const vector = await knowledge.embedder.embedQuery('walrus');
    const near = await knowledge.index.search(knowledge.siteId, { mode: 'vector', vector, filter: {}, limit: 10 });
    expect(near.map(({ sourceId }) => sourceId)).toEqual([walrus]);
  });

  test('adds missing chunks with the keywords of their source', async () => {
    const walrus = await knowledge.indexedSource('walrus');
    await knowledge.database.system.rows(`update knowledge_source set keywords = '{narwhal}' where id = $1`, [walrus]);
    await knowledge.index.deleteSite(knowledge.siteId);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual({ ...NOTHING, fed: 1 });
    expect(await knowledge.found('narwhal')).toEqual([walrus]);
  });

  test('leaves other sites alone', async () => {
    const other = newId();
    await knowledge.index.upsert(other, [knowledge.stray()]);
    await knowledge.index.upsert(knowledge.siteId, [knowledge.stray()]);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual({ ...NOTHING, orphans: 1 });
    expect(await knowledge.index.count(other)).toBe(1);
  });

  test('indexes sources of another embedding model again, and does not add their vectors', async () => {
    const sourceId = await knowledge.indexedSource('walrus');
    await knowledge.database.system.rows(
      `update chunk set embedder = 'former', embedding = '\\x0000' where source_id = $1`,
      [sourceId],
    );
    await knowledge.index.deleteSite(knowledge.siteId);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual({ ...NOTHING, requeued: 1, fed: 1 });
    // Until a job has indexed the source again, its words find it.
    expect(await knowledge.found('walrus')).toEqual([sourceId]);
    const vector = await knowledge.embedder.embedQuery('walrus');
    const near = () => knowledge.index.search(knowledge.siteId, { mode: 'vector', vector, filter: {}, limit: 10 });
    expect(await near()).toEqual([]);
    await knowledge.work();
    expect(await knowledge.found('walrus')).toEqual([sourceId]);
    expect(await near()).toHaveLength(1);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual(NOTHING);
  });
});

describe('reconciling while sources are being indexed', () => {
  test('keeps chunks that a running job is about to publish', async () => {
    const sourceId = await knowledge.put('walrus');
    let reconciled: unknown;
    await knowledge.work(
      knowledge.indexWith({
        upsert: async (site, chunks) => {
          await knowledge.index.upsert(site, chunks);
          reconciled = await knowledge.reconciling().reconcile(knowledge.siteId);
        },
      }),
    );
    expect(reconciled).toEqual(NOTHING);
    expect(await knowledge.found('walrus')).toEqual([sourceId]);
    expect(await knowledge.index.count(knowledge.siteId)).toBe(1);
  });

  test('keeps chunks of a job that was killed before it published them, as it will be repeated', async () => {
    const sourceId = await knowledge.put('walrus');
    const died = knowledge.work(
      knowledge.indexWith({
        upsert: async (site, chunks) => {
          await knowledge.index.upsert(site, chunks);
          throw new Error('killed');
        },
      }),
    );
    await expect(died).rejects.toThrow('killed');
    await knowledge.jobs.sweep({ all: true });
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual(NOTHING);
    await knowledge.work(knowledge.indexWith({ upsert: async () => {} }));
    expect(await knowledge.found('walrus')).toEqual([sourceId]);
  });

  test('keeps chunks that are published after the index was read and before the database was asked', async () => {
    const sourceId = await knowledge.put('walrus');
    let listed: () => void = () => {};
    const wasListed = new Promise<void>((resolve) => (listed = resolve));
    let publish: () => void = () => {};
    const mayPublish = new Promise<void>((resolve) => (publish = resolve));
    const working = knowledge.work(
      knowledge.indexWith({
        upsert: async (site, chunks) => {
          await knowledge.index.upsert(site, chunks);
          listed();
          await mayPublish;
        },
      }),
    );
    await wasListed;
    const late = knowledge.indexWith({
      async *list(site) {
        for await (const entries of knowledge.index.list(site)) {
          publish();
          await working;
          yield entries;
        }
      },
    });
    expect(await knowledge.reconciling(late).reconcile(knowledge.siteId)).toEqual(NOTHING);
    expect(await knowledge.found('walrus')).toEqual([sourceId]);
  });

  test('keeps an item that is published again while its remaining chunks are removed', async () => {
    const id = await knowledge.put('walrus', newId(), 'content');
    await knowledge.work();
    await knowledge.remove(id);
    // Its chunks stay, as if they had been written after its removal.
    await knowledge.work(knowledge.indexWith({ deleteSource: async () => {} }));
    let foundAtOnce: string[] = [];
    const late = knowledge.indexWith({
      remove: async (site, chunkIds) => {
        await knowledge.put('penguin', id, 'content');
        await knowledge.work();
        await knowledge.index.remove(site, chunkIds);
        foundAtOnce = await knowledge.found('penguin');
      },
    });
    expect(await knowledge.reconciling(late).reconcile(knowledge.siteId)).toMatchObject({ orphans: 1 });
    expect(foundAtOnce).toEqual([id]);
    expect(await knowledge.found('penguin')).toEqual([id]);
    expect(await knowledge.found('walrus')).toEqual([]);
  });

  test('adding missing chunks does not restore text that was replaced meanwhile', async () => {
    const id = await knowledge.indexedSource('walrus');
    await knowledge.index.deleteSite(knowledge.siteId);
    const late = knowledge.indexWith({
      upsert: async (site, chunks) => {
        await knowledge.put('penguin', id);
        await knowledge.work();
        await knowledge.index.upsert(site, chunks);
      },
    });
    await knowledge.reconciling(late).reconcile(knowledge.siteId);
    expect(await knowledge.reconciling().reconcile(knowledge.siteId)).toEqual({ ...NOTHING, orphans: 1 });
    expect(await knowledge.found('penguin')).toEqual([id]);
  });

  /** The index, during whose next search of the kind the source gets another text. */
  const replacing = (id: string, isMeant: (query: IndexQuery) => boolean) => {
    let isReplaced = false;
    return knowledge.indexWith({
      search: async (site, query) => {
        if (!isReplaced && isMeant(query)) {
          isReplaced = true;
          await knowledge.put('penguin', id);
          await knowledge.work();
        }
        return knowledge.index.search(site, query);
      },
    });
  };

  test('does not take a chunk for lost that is replaced while it is searched for', async () => {
    const late = replacing(await knowledge.indexedSource('walrus'), () => true);
    expect(await knowledge.reconciling(late).reconcile(knowledge.siteId)).toEqual(NOTHING);
  });

  test('does not write a vector again whose chunk is replaced while it is searched for', async () => {
    const id = await knowledge.indexedSource('walrus');
    const { database, siteId, embedder } = knowledge;
    const late = replacing(id, ({ filter }) => filter.sources?.includes(id) === true);
    expect(
      await restoreVectors(database.forSite(siteId, 'background'), { index: late, embedder, isAvailable: true }, [
        { id },
      ]),
    ).toBe(0);
    expect(await knowledge.index.count(siteId)).toBe(1);
  });
});
