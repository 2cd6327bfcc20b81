import { expect, test } from 'vitest';
import { DIMENSIONS, axis, chunk, unit } from '../support/chunk.ts';
import { MODES, QUERY, type TestedIndex } from './vector-index.tested.ts';

/** How the index finds and orders chunks in its modes. */
export function testSearch(tested: TestedIndex): void {
  test('search: the text of a query has no syntax', async () => {
    const [apple, pear] = [chunk({ text: 'apple' }), chunk({ text: 'pear' })];
    await tested.index.upsert(tested.site, [apple, pear]);
    const both = [apple.id, pear.id].toSorted();
    for (const text of ['apple AND pear', 'apple NOT pear', '+apple -pear', '"apple pear"', 'text:(apple) pear~2^9']) {
      expect((await tested.ids({ mode: 'keyword', text })).toSorted(), text).toEqual(both);
    }
    for (const text of ['', '   ', '"', '((((', 'AND', '*', '\0']) {
      expect(await tested.ids({ mode: 'keyword', text }), text).toEqual([]);
    }
  });

  test('search: by vector, the nearer chunk comes first and the score is the cosine, never below 0', async () => {
    const near = chunk({ vector: unit([4, 3]) });
    const nearer = chunk({ vector: axis(0) });
    const opposite = chunk({ vector: unit([-1, 0.1]) });
    await tested.index.upsert(tested.site, [opposite, near, nearer]);
    const hits = await tested.index.search(tested.site, { ...QUERY, mode: 'vector', vector: axis(0) });
    expect(hits.slice(0, 2).map((hit) => hit.chunkId)).toEqual([nearer.id, near.id]);
    expect(hits[0]?.score).toBeCloseTo(1, 5);
    expect(hits[1]?.score).toBeCloseTo(0.8, 5);
    for (const hit of hits) expect(hit.score).toBeGreaterThanOrEqual(0);
  });

  test('search: by keyword, other forms of a word match, and accents and case make no difference', async () => {
    const heating = chunk({ text: 'The plates were heated quickly by the boundary layers.' });
    const cafe = chunk({ text: 'A Crème brûlée in the Café.' });
    await tested.index.upsert(tested.site, [heating, cafe]);
    expect(await tested.ids({ mode: 'keyword', text: 'HEATING plate' })).toEqual([heating.id]);
    expect(await tested.ids({ mode: 'keyword', text: 'creme cafe' })).toEqual([cafe.id]);
  });

  test('search: by keyword, the title weighs more than the text', async () => {
    const inText = chunk({ title: 'zebra', text: 'walrus' });
    const inTitle = chunk({ title: 'walrus', text: 'zebra' });
    await tested.index.upsert(tested.site, [inText, inTitle, chunk()]);
    expect(await tested.ids({ mode: 'keyword', text: 'walrus' })).toEqual([inTitle.id, inText.id]);
  });

  test('search: by keyword, a rare word counts more than one that every chunk has', async () => {
    const rare = chunk({ text: 'common rare' });
    const twice = chunk({ text: 'common common' });
    await tested.index.upsert(tested.site, [
      twice,
      rare,
      ...Array.from({ length: 8 }, () => chunk({ text: 'common filler' })),
    ]);
    expect((await tested.ids({ mode: 'keyword', text: 'common rare' }))[0]).toBe(rare.id);
  });

  test('search: hybrid finds what matches by text or by vector, and puts first what matches by both', async () => {
    const words = chunk({ text: 'walrus', vector: axis(3) });
    const meaning = chunk({ text: 'sea animal with tusks', vector: axis(1) });
    const both = chunk({ text: 'walrus', vector: axis(1) });
    await tested.index.upsert(tested.site, [words, meaning, both, chunk({ vector: axis(4) })]);
    const found = await tested.ids({ mode: 'hybrid', text: 'walrus', vector: axis(1), limit: 3 });
    expect(found[0]).toBe(both.id);
    expect(found.toSorted()).toEqual([words.id, meaning.id, both.id].toSorted());
  });

  test('search: scores are between 0 and 1 in descending order, and there are at most `limit` hits', async () => {
    await tested.index.upsert(
      tested.site,
      Array.from({ length: 40 }, (_, at) => chunk({ text: `walrus ${'ice '.repeat(at)}`, vector: unit([1, at / 10]) })),
    );
    for (const mode of MODES) {
      const hits = await tested.index.search(tested.site, { ...QUERY, mode, text: 'walrus ice', limit: 15 });
      expect(hits, mode).toHaveLength(15);
      for (const [at, { score }] of hits.entries()) {
        expect(score, mode).toBeGreaterThanOrEqual(0);
        expect(score, mode).toBeLessThanOrEqual(hits[at - 1]?.score ?? 1);
      }
    }
  });

  test('search: a chunk without a vector is found by its text only', async () => {
    const none = new Float32Array(DIMENSIONS);
    const wordsOnly = chunk({ text: 'walrus', vector: none });
    const full = chunk({ text: 'penguin' });
    await tested.index.upsert(tested.site, [wordsOnly, full]);
    expect(await tested.ids({ mode: 'keyword', text: 'walrus' })).toEqual([wordsOnly.id]);
    expect(await tested.ids({ mode: 'vector' })).toEqual([full.id]);
    expect((await tested.ids({ mode: 'hybrid', text: 'walrus' })).toSorted()).toEqual(
      [wordsOnly.id, full.id].toSorted(),
    );
    expect(await tested.ids({ mode: 'vector', vector: none })).toEqual([]);
    expect(await tested.ids({ mode: 'hybrid', text: 'walrus', vector: none })).toEqual([wordsOnly.id]);
    await tested.index.upsert(tested.site, [{ ...full, vector: none }]);
    expect(await tested.ids({ mode: 'vector' })).toEqual([]);
  });

  test('search: hybrid does not find what matches neither by text nor by vector', async () => {
    const found = chunk({ text: 'walrus', vector: axis(2) });
    await tested.index.upsert(tested.site, [
      found,
      chunk({ text: 'penguin', vector: axis(3) }),
      chunk({ vector: unit([-1]) }),
    ]);
    expect(await tested.ids({ mode: 'hybrid', text: 'walrus', vector: axis(0) })).toEqual([found.id]);
    expect(await tested.ids({ mode: 'hybrid', text: 'nowhere', vector: axis(5) })).toEqual([]);
    expect(await tested.ids({ mode: 'hybrid', text: '', vector: axis(2) })).toEqual([found.id]);
  });

  test('search: an aborted call rejects', async () => {
    await expect(tested.index.search(tested.site, { ...QUERY, signal: AbortSignal.abort() })).rejects.toThrow(
      'aborted',
    );
  });

  test('check: resolves while the index is available', async () => {
    await expect(tested.index.check()).resolves.toBeUndefined();
  });
}
