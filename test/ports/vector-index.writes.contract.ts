import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { IndexEntry, IndexFilter } from '../../src/ports/vector-index.ts';
import { axis, chunk } from '../support/chunk.ts';
import { MODES, QUERY, type TestedIndex } from './vector-index.tested.ts';

/** What is stored, replaced, deleted and listed. */
export function testWrites(tested: TestedIndex): void {
  test('upsert: an accepted chunk is found immediately in every mode, with its source and generation', async () => {
    const kept = chunk({ generation: 7 });
    await tested.index.upsert(tested.site, [kept]);
    for (const mode of MODES) {
      const [hit] = await tested.index.search(tested.site, { ...QUERY, mode });
      expect(hit, mode).toMatchObject({ chunkId: kept.id, sourceId: kept.sourceId, generation: 7 });
    }
  });

  test('upsert: a chunk of the same id replaces the earlier one, text and vector', async () => {
    const old = chunk({ text: 'walrus', vector: axis(1) });
    await tested.index.upsert(tested.site, [old]);
    await tested.ids({ mode: 'keyword', text: 'walrus' });
    await tested.index.upsert(tested.site, [{ ...old, text: 'penguin', vector: axis(2), accessLevel: 'premium' }]);
    expect(await tested.index.count(tested.site)).toBe(1);
    expect(await tested.ids({ mode: 'keyword', text: 'walrus' })).toEqual([]);
    expect(await tested.ids({ mode: 'keyword', text: 'penguin' })).toEqual([old.id]);
    expect(await tested.ids({ mode: 'vector', vector: axis(1) })).toEqual([]);
    expect(await tested.ids({ mode: 'vector', vector: axis(2), filter: viewer(['public'], []) })).toEqual([]);
    expect(await tested.ids({ mode: 'vector', vector: axis(2), filter: viewer(['premium'], []) })).toEqual([old.id]);
  });

  test('upsert: takes more chunks than one batch', async () => {
    await tested.index.upsert(
      tested.site,
      Array.from({ length: 333 }, () => chunk()),
    );
    expect(await tested.index.count(tested.site)).toBe(333);
    expect(await tested.ids({ mode: 'hybrid', limit: 333 })).toHaveLength(333);
  });

  test('upsert: an empty list changes nothing', async () => {
    await tested.index.upsert(tested.site, []);
    expect(await tested.index.count(tested.site)).toBe(0);
  });

  test('upsert: a vector of another length is rejected and nothing of the call is stored', async () => {
    const wrong = chunk({ vector: new Float32Array(3) });
    await expect(tested.index.upsert(tested.site, [chunk(), wrong])).rejects.toThrow('8 finite numbers');
    expect(await tested.index.count(tested.site)).toBe(0);
  });

  test('deleteSource: removes the chunks of that source and no others', async () => {
    const [first, second, other] = [chunk({ sourceId: 'a' }), chunk({ sourceId: 'a' }), chunk({ sourceId: 'b' })];
    await tested.index.upsert(tested.site, [first, second, other]);
    await tested.ids({ mode: 'keyword' });
    await tested.index.deleteSource(tested.site, 'a');
    await tested.index.deleteSource(tested.site, 'never there');
    for (const mode of MODES) expect(await tested.ids({ mode }), mode).toEqual([other.id]);
    expect(await tested.index.count(tested.site)).toBe(1);
  });

  test('deleteSource: removes all of many chunks, also when it is called twice at once', async () => {
    const other = chunk({ sourceId: 'b' });
    const many = Array.from({ length: 450 }, () => chunk({ sourceId: 'a' }));
    await tested.index.upsert(tested.site, [...many, other]);
    await tested.ids({ mode: 'keyword' });
    await Promise.all([1, 2].map(() => tested.index.deleteSource(tested.site, 'a')));
    for (const mode of MODES) expect(await tested.ids({ mode }), mode).toEqual([other.id]);
    expect(await tested.index.count(tested.site)).toBe(1);
  });

  test('deleteSource: with keepGeneration, removes all generations but that', async () => {
    const generations = [1, 2, 3].map((generation) => chunk({ sourceId: 'a', generation }));
    const other = chunk({ sourceId: 'b', generation: 1 });
    await tested.index.upsert(tested.site, [...generations, other]);
    await tested.ids({ mode: 'keyword' });
    await tested.index.deleteSource(tested.site, 'a', { keepGeneration: 2 });
    const left = [generations[1]?.id ?? '', other.id].toSorted();
    for (const mode of MODES) expect((await tested.ids({ mode })).toSorted(), mode).toEqual(left);
  });

  test('remove: removes these chunks and no others, and ignores unknown ids', async () => {
    const [first, second, third] = [chunk(), chunk(), chunk()];
    await tested.index.upsert(tested.site, [first, second, third]);
    await tested.ids({ mode: 'keyword' });
    await tested.index.remove(tested.site, [first.id, randomUUID(), third.id]);
    await tested.index.remove(tested.site, []);
    await tested.index.remove(randomUUID(), [second.id]);
    for (const mode of MODES) expect(await tested.ids({ mode }), mode).toEqual([second.id]);
    expect(await tested.index.count(tested.site)).toBe(1);
  });

  test('list: contains every chunk of the site once, with its source and generation', async () => {
    const chunks = Array.from({ length: 1234 }, (_, at) => chunk({ sourceId: `source ${at % 7}`, generation: at }));
    await tested.index.upsert(tested.site, chunks);
    await tested.index.upsert(randomUUID(), [chunk()]);
    const listed = await tested.entries();
    expect(listed.toSorted(byChunk)).toEqual(
      chunks.map(({ id: chunkId, sourceId, generation }) => ({ chunkId, sourceId, generation })).toSorted(byChunk),
    );
  });

  test('list: is empty for a site without chunks', async () => {
    expect(await tested.entries()).toEqual([]);
  });

  test('sites: contains a site from its first chunk until it is deleted', async () => {
    expect(await tested.index.sites()).not.toContain(tested.site);
    await tested.index.upsert(tested.site, [chunk()]);
    expect(await tested.index.sites()).toContain(tested.site);
    await tested.index.deleteSite(tested.site);
    expect(await tested.index.sites()).not.toContain(tested.site);
  });

  test('deleteSite: a deleted site can have chunks again', async () => {
    await tested.index.deleteSite(tested.site);
    await tested.index.upsert(tested.site, [chunk()]);
    await tested.index.deleteSite(tested.site);
    expect(await tested.ids({})).toEqual([]);
    const back = chunk();
    await tested.index.upsert(tested.site, [back]);
    for (const mode of MODES) expect(await tested.ids({ mode }), mode).toEqual([back.id]);
  });

  test('search during writes: finds every kept generation and none that was deleted', async () => {
    const rounds = Array.from({ length: 20 }, (_, at) => `source-${at}`);
    await Promise.all(
      rounds.flatMap((sourceId) => [
        tested.index
          .upsert(tested.site, [chunk({ sourceId, generation: 1 }), chunk({ sourceId, generation: 2 })])
          .then(() => tested.index.deleteSource(tested.site, sourceId, { keepGeneration: 2 })),
        tested.ids({ mode: 'hybrid' }),
      ]),
    );
    for (const mode of MODES) {
      const hits = await tested.index.search(tested.site, { ...QUERY, mode, limit: 100 });
      expect(
        hits.map((hit) => hit.generation),
        mode,
      ).toEqual(rounds.map(() => 2));
    }
  });
}

function byChunk(one: IndexEntry, other: IndexEntry): number {
  return one.chunkId < other.chunkId ? -1 : 1;
}

function viewer(levels: string[], subscriptions: string[] | '*'): IndexFilter {
  return { access: { levels, subscriptions } };
}
