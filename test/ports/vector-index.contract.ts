import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { IndexedChunk, IndexEntry, IndexFilter, IndexQuery, VectorIndex } from '../../src/ports/vector-index.ts';

/** What a run of the suite needs: an index whose vectors have 8 dimensions, and a way to give it back. */
export interface VectorIndexHarness {
  index: VectorIndex;
  close(): Promise<void>;
}

export const CONTRACT_DIMENSIONS = 8;

const MODES = ['vector', 'keyword', 'hybrid'] as const;

/** The promises of the VectorIndex port; each adapter runs them all. */
export function describeVectorIndex(adapter: string, openIndex: () => Promise<VectorIndexHarness>): void {
  describe(`${adapter} as a vector index`, () => {
    let harness: VectorIndexHarness;
    let index: VectorIndex;
    let site: string;

    beforeAll(async () => {
      harness = await openIndex();
      index = harness.index;
    });
    beforeEach(() => {
      site = randomUUID();
    });
    afterAll(() => harness.close());

    const ids = async (query: Partial<IndexQuery>, of = site) =>
      (await index.search(of, { ...QUERY, ...query })).map((hit) => hit.chunkId);

    const entries = async () => {
      const listed: IndexEntry[] = [];
      for await (const batch of index.list(site)) listed.push(...batch);
      return listed;
    };

    test('upsert: an accepted chunk is found at once in every mode, with its source and generation', async () => {
      const kept = chunk({ generation: 7 });
      await index.upsert(site, [kept]);
      for (const mode of MODES) {
        const [hit] = await index.search(site, { ...QUERY, mode });
        expect(hit, mode).toMatchObject({ chunkId: kept.id, sourceId: kept.sourceId, generation: 7 });
      }
    });

    test('upsert: a chunk of the same id replaces the old one, words and vector both', async () => {
      const old = chunk({ text: 'walrus', vector: axis(1) });
      await index.upsert(site, [old]);
      await ids({ mode: 'keyword', text: 'walrus' });
      await index.upsert(site, [{ ...old, text: 'penguin', vector: axis(2), accessLevel: 'premium' }]);
      expect(await index.count(site)).toBe(1);
      expect(await ids({ mode: 'keyword', text: 'walrus' })).toEqual([]);
      expect(await ids({ mode: 'keyword', text: 'penguin' })).toEqual([old.id]);
      expect(await ids({ mode: 'vector', vector: axis(1) })).toEqual([]);
      expect(await ids({ mode: 'vector', vector: axis(2), filter: viewer(['public'], []) })).toEqual([]);
      expect(await ids({ mode: 'vector', vector: axis(2), filter: viewer(['premium'], []) })).toEqual([old.id]);
    });

    test('upsert: takes more chunks than one batch', async () => {
      await index.upsert(
        site,
        Array.from({ length: 333 }, () => chunk()),
      );
      expect(await index.count(site)).toBe(333);
      expect(await ids({ mode: 'hybrid', limit: 333 })).toHaveLength(333);
    });

    test('upsert: nothing at all is fine', async () => {
      await index.upsert(site, []);
      expect(await index.count(site)).toBe(0);
    });

    test('upsert: a vector of another length is refused and nothing of the call is stored', async () => {
      const wrong = chunk({ vector: new Float32Array(3) });
      await expect(index.upsert(site, [chunk(), wrong])).rejects.toThrow('8 finite numbers');
      expect(await index.count(site)).toBe(0);
    });

    test('search: a site sees only its own chunks, in every mode, even for the same chunk id', async () => {
      const other = randomUUID();
      const shared = chunk({ text: 'walrus of the first site' });
      await index.upsert(site, [shared]);
      await index.upsert(other, [{ ...shared, text: 'walrus of the second site', sourceId: 'second' }, chunk()]);
      for (const mode of MODES) {
        const hits = await index.search(site, { ...QUERY, mode, text: 'walrus' });
        expect(
          hits.map((hit) => [hit.chunkId, hit.sourceId]),
          mode,
        ).toEqual([[shared.id, shared.sourceId]]);
      }
      await index.deleteSite(other);
      expect(await index.count(other)).toBe(0);
      expect(await index.count(site)).toBe(1);
    });

    test('search: an unknown site has no hits', async () => {
      for (const mode of MODES) expect(await ids({ mode })).toEqual([]);
    });

    test('search: a site id that looks like a filter expression is just a name', async () => {
      await index.upsert(site, [chunk()]);
      const hostile = [`x' or '1' = '1`, `${site}' or site != '`, `\\' or site != '`, '', `%27`, 'é漢\uD800'];
      for (const name of hostile) {
        for (const mode of MODES) expect(await ids({ mode }, name), name).toEqual([]);
        expect(await index.count(name)).toBe(0);
        await index.deleteSource(name, `' or site != '`);
        await index.deleteSite(name);
      }
      expect(await index.count(site)).toBe(1);
    });

    test('search: filter values are only values, whatever is in them', async () => {
      const odd = chunk({ contentType: `it's "odd" \\ (50 %)`, accessLevel: `a'b` });
      await index.upsert(site, [odd, chunk()]);
      for (const mode of MODES) {
        expect(await ids({ mode, filter: { contentTypes: [odd.contentType] } }), mode).toEqual([odd.id]);
        expect(await ids({ mode, filter: { contentTypes: [`x') or ('1' = '1`] } }), mode).toEqual([]);
        expect(await ids({ mode, filter: viewer([odd.accessLevel], []) }), mode).toEqual([odd.id]);
      }
    });

    test('search: the text of a query has no syntax', async () => {
      const [apple, pear] = [chunk({ text: 'apple' }), chunk({ text: 'pear' })];
      await index.upsert(site, [apple, pear]);
      const both = [apple.id, pear.id].toSorted();
      for (const text of [
        'apple AND pear',
        'apple NOT pear',
        '+apple -pear',
        '"apple pear"',
        'text:(apple) pear~2^9',
      ]) {
        expect((await ids({ mode: 'keyword', text })).toSorted(), text).toEqual(both);
      }
      for (const text of ['', '   ', '"', '((((', 'AND', '*', '\0']) {
        expect(await ids({ mode: 'keyword', text }), text).toEqual([]);
      }
    });

    test('search: by vector, the nearer chunk comes first and the score is the cosine, never below 0', async () => {
      const near = chunk({ vector: unit([4, 3]) });
      const nearer = chunk({ vector: axis(0) });
      const opposite = chunk({ vector: unit([-1, 0.1]) });
      await index.upsert(site, [opposite, near, nearer]);
      const hits = await index.search(site, { ...QUERY, mode: 'vector', vector: axis(0) });
      expect(hits.slice(0, 2).map((hit) => hit.chunkId)).toEqual([nearer.id, near.id]);
      expect(hits[0]?.score).toBeCloseTo(1, 5);
      expect(hits[1]?.score).toBeCloseTo(0.8, 5);
      for (const hit of hits) expect(hit.score).toBeGreaterThanOrEqual(0);
    });

    test('search: by keyword, other forms of a word match, and accents and case make no difference', async () => {
      const heating = chunk({ text: 'The plates were heated quickly by the boundary layers.' });
      const cafe = chunk({ text: 'A Crème brûlée in the Café.' });
      await index.upsert(site, [heating, cafe]);
      expect(await ids({ mode: 'keyword', text: 'HEATING plate' })).toEqual([heating.id]);
      expect(await ids({ mode: 'keyword', text: 'creme cafe' })).toEqual([cafe.id]);
    });

    test('search: by keyword, the title weighs more than the text', async () => {
      const inText = chunk({ title: 'zebra', text: 'walrus' });
      const inTitle = chunk({ title: 'walrus', text: 'zebra' });
      await index.upsert(site, [inText, inTitle, chunk()]);
      expect(await ids({ mode: 'keyword', text: 'walrus' })).toEqual([inTitle.id, inText.id]);
    });

    test('search: by keyword, a rare word counts more than one that every chunk has', async () => {
      const rare = chunk({ text: 'common rare' });
      const twice = chunk({ text: 'common common' });
      await index.upsert(site, [twice, rare, ...Array.from({ length: 8 }, () => chunk({ text: 'common filler' }))]);
      expect((await ids({ mode: 'keyword', text: 'common rare' }))[0]).toBe(rare.id);
    });

    test('search: hybrid finds what only the words or only the vector tell, and puts first what both tell', async () => {
      const words = chunk({ text: 'walrus', vector: axis(3) });
      const meaning = chunk({ text: 'sea animal with tusks', vector: axis(1) });
      const both = chunk({ text: 'walrus', vector: axis(1) });
      await index.upsert(site, [words, meaning, both, chunk({ vector: axis(4) })]);
      const found = await ids({ mode: 'hybrid', text: 'walrus', vector: axis(1), limit: 3 });
      expect(found[0]).toBe(both.id);
      expect(found.toSorted()).toEqual([words.id, meaning.id, both.id].toSorted());
    });

    test('search: scores lie in 0..1 and fall, and at most `limit` hits come', async () => {
      await index.upsert(
        site,
        Array.from({ length: 40 }, (_, at) =>
          chunk({ text: `walrus ${'ice '.repeat(at)}`, vector: unit([1, at / 10]) }),
        ),
      );
      for (const mode of MODES) {
        const hits = await index.search(site, { ...QUERY, mode, text: 'walrus ice', limit: 15 });
        expect(hits, mode).toHaveLength(15);
        for (const [at, { score }] of hits.entries()) {
          expect(score, mode).toBeGreaterThanOrEqual(0);
          expect(score, mode).toBeLessThanOrEqual(hits[at - 1]?.score ?? 1);
        }
      }
    });

    test('search: filters by content type', async () => {
      const faq = chunk({ contentType: 'faq', kind: 'document' });
      const page = chunk({ contentType: 'page', kind: 'content' });
      const film = chunk({ contentType: 'page', kind: 'video' });
      await index.upsert(site, [faq, page, film]);
      const cases: [IndexFilter, IndexedChunk[]][] = [
        [{ contentTypes: ['page'] }, [page, film]],
        [{ contentTypes: ['faq', 'other'] }, [faq]],
        [{ contentTypes: ['page', 'faq'] }, [faq, page, film]],
        [{ contentTypes: [] }, []],
      ];
      for (const mode of MODES) {
        for (const [filter, expected] of cases) {
          const found = (await ids({ mode, filter })).toSorted();
          expect(found, `${mode} ${JSON.stringify(filter)}`).toEqual(expected.map(({ id }) => id).toSorted());
        }
      }
    });

    test('search: what the viewer may not see is not found, and does not shorten the page', async () => {
      const open = chunk({ accessLevel: 'public' });
      const gold = chunk({ accessLevel: 'subscription', requiredSubscriptions: ['gold', 'team'] });
      const silver = chunk({ accessLevel: 'subscription', requiredSubscriptions: ['silver'] });
      const nobodys = chunk({ accessLevel: 'subscription', requiredSubscriptions: [] });
      const premium = chunk({ accessLevel: 'premium', requiredSubscriptions: ['gold'] });
      const secrets = Array.from({ length: 60 }, () => chunk({ accessLevel: 'internal', text: 'common common' }));
      await index.upsert(site, [...secrets, open, gold, silver, nobodys, premium]);
      const cases: [IndexFilter, IndexedChunk[]][] = [
        [viewer(['public'], []), [open]],
        [viewer(['public'], ['gold']), [open, gold]],
        [viewer(['public', 'premium'], ['silver', 'team']), [open, premium, gold, silver]],
        [viewer(['public'], '*'), [open, gold, silver, nobodys]],
        [viewer([], ['gold']), [gold]],
        [viewer(['public'], ['unknown']), [open]],
        [viewer([], []), []],
      ];
      for (const mode of MODES) {
        for (const [filter, expected] of cases) {
          const found = (await ids({ mode, filter, limit: 5 })).toSorted();
          expect(found, `${mode} ${JSON.stringify(filter)}`).toEqual(expected.map(({ id }) => id).toSorted());
        }
      }
    });

    test('search: a text that the viewer may not see changes neither scores nor order', async () => {
      const open = Array.from({ length: 12 }, (_, at) =>
        chunk({
          accessLevel: at % 4 === 0 ? 'authenticated' : 'public',
          title: at % 3 === 0 ? 'walrus' : 'zebra',
          text: `walrus ${'ice '.repeat(at % 5)}${'filler '.repeat(at)}`,
          vector: unit([1, at / 10]),
        }),
      );
      const gold = chunk({ accessLevel: 'subscription', requiredSubscriptions: ['gold'], text: 'walrus ice gold' });
      await index.upsert(site, [...open, gold]);
      const viewers = [viewer(['public'], []), viewer(['public', 'authenticated'], ['gold'])];
      const seen = async () => {
        const answers: unknown[] = [];
        for (const filter of viewers) {
          for (const mode of MODES) {
            const hits = await index.search(site, { ...QUERY, mode, text: 'walrus ice secret', filter, limit: 9 });
            answers.push(hits.map(({ chunkId, score }) => [chunkId, Number(score.toFixed(6))]));
          }
        }
        return answers;
      };
      const before = await seen();
      const secrets = [
        chunk({ accessLevel: 'premium', text: 'secret', vector: unit([1, 0.2]) }),
        chunk({ accessLevel: 'premium', text: 'ice '.repeat(300), vector: unit([1, 0.3]) }),
        chunk({ accessLevel: 'subscription', requiredSubscriptions: ['silver'], text: 'secret ice walrus' }),
        ...Array.from({ length: 40 }, () => chunk({ accessLevel: 'premium', text: 'walrus secret' })),
      ];
      await index.upsert(site, secrets);
      expect(await seen()).toEqual(before);
      await index.remove(
        site,
        secrets.map(({ id }) => id),
      );
      expect(await seen()).toEqual(before);
    });

    test('deleteSource: removes the chunks of that source and no others', async () => {
      const [first, second, other] = [chunk({ sourceId: 'a' }), chunk({ sourceId: 'a' }), chunk({ sourceId: 'b' })];
      await index.upsert(site, [first, second, other]);
      await ids({ mode: 'keyword' });
      await index.deleteSource(site, 'a');
      await index.deleteSource(site, 'never there');
      for (const mode of MODES) expect(await ids({ mode }), mode).toEqual([other.id]);
      expect(await index.count(site)).toBe(1);
    });

    test('deleteSource: with keepGeneration, removes all generations but that', async () => {
      const generations = [1, 2, 3].map((generation) => chunk({ sourceId: 'a', generation }));
      const other = chunk({ sourceId: 'b', generation: 1 });
      await index.upsert(site, [...generations, other]);
      await ids({ mode: 'keyword' });
      await index.deleteSource(site, 'a', { keepGeneration: 2 });
      const left = [generations[1]?.id ?? '', other.id].toSorted();
      for (const mode of MODES) expect((await ids({ mode })).toSorted(), mode).toEqual(left);
    });

    test('remove: removes these chunks and no others, and absent ones are fine', async () => {
      const [first, second, third] = [chunk(), chunk(), chunk()];
      await index.upsert(site, [first, second, third]);
      await ids({ mode: 'keyword' });
      await index.remove(site, [first.id, randomUUID(), third.id]);
      await index.remove(site, []);
      await index.remove(randomUUID(), [second.id]);
      for (const mode of MODES) expect(await ids({ mode }), mode).toEqual([second.id]);
      expect(await index.count(site)).toBe(1);
    });

    test('list: tells of every chunk of the site once, with its source and generation', async () => {
      const chunks = Array.from({ length: 1234 }, (_, at) => chunk({ sourceId: `source ${at % 7}`, generation: at }));
      await index.upsert(site, chunks);
      await index.upsert(randomUUID(), [chunk()]);
      const listed = await entries();
      expect(listed.toSorted(byChunk)).toEqual(
        chunks.map(({ id: chunkId, sourceId, generation }) => ({ chunkId, sourceId, generation })).toSorted(byChunk),
      );
    });

    test('list: of a site without chunks there are none', async () => {
      expect(await entries()).toEqual([]);
    });

    test('sites: tells of a site from its first chunk until it is deleted', async () => {
      expect(await index.sites()).not.toContain(site);
      await index.upsert(site, [chunk()]);
      expect(await index.sites()).toContain(site);
      await index.deleteSite(site);
      expect(await index.sites()).not.toContain(site);
    });

    test('deleteSite: a deleted site can be filled again', async () => {
      await index.deleteSite(site);
      await index.upsert(site, [chunk()]);
      await index.deleteSite(site);
      expect(await ids({})).toEqual([]);
      const back = chunk();
      await index.upsert(site, [back]);
      for (const mode of MODES) expect(await ids({ mode }), mode).toEqual([back.id]);
    });

    test('search: in a site that never had a chunk nothing is found, and removing from it is fine', async () => {
      for (const mode of MODES) expect(await ids({ mode }), mode).toEqual([]);
      await index.deleteSource(site, 'any');
      expect(await index.count(site)).toBe(0);
    });

    test('search: a chunk without a vector is found by its words only', async () => {
      const none = new Float32Array(CONTRACT_DIMENSIONS);
      const wordsOnly = chunk({ text: 'walrus', vector: none });
      const full = chunk({ text: 'penguin' });
      await index.upsert(site, [wordsOnly, full]);
      expect(await ids({ mode: 'keyword', text: 'walrus' })).toEqual([wordsOnly.id]);
      expect(await ids({ mode: 'vector' })).toEqual([full.id]);
      expect((await ids({ mode: 'hybrid', text: 'walrus' })).toSorted()).toEqual([wordsOnly.id, full.id].toSorted());
      expect(await ids({ mode: 'vector', vector: none })).toEqual([]);
      expect(await ids({ mode: 'hybrid', text: 'walrus', vector: none })).toEqual([wordsOnly.id]);
      await index.upsert(site, [{ ...full, vector: none }]);
      expect(await ids({ mode: 'vector' })).toEqual([]);
    });

    test('search: hybrid does not find what neither the words nor the vector tell', async () => {
      const found = chunk({ text: 'walrus', vector: axis(2) });
      await index.upsert(site, [found, chunk({ text: 'penguin', vector: axis(3) }), chunk({ vector: unit([-1]) })]);
      expect(await ids({ mode: 'hybrid', text: 'walrus', vector: axis(0) })).toEqual([found.id]);
      expect(await ids({ mode: 'hybrid', text: 'nowhere', vector: axis(5) })).toEqual([]);
      expect(await ids({ mode: 'hybrid', text: '', vector: axis(2) })).toEqual([found.id]);
    });

    test('search: filters compare texts exactly, whatever signs are in them', async () => {
      const odd = [' gold', 'gold', 'Gold', "go'ld", '100 % "gold"', 'Gölд*'];
      const chunks = odd.map((contentType) =>
        chunk({ contentType, accessLevel: 'subscription', requiredSubscriptions: [contentType] }),
      );
      await index.upsert(site, chunks);
      for (const [at, each] of odd.entries()) {
        expect(await ids({ filter: { contentTypes: [each] } }), each).toEqual([chunks[at]?.id]);
        expect(await ids({ filter: viewer(['public'], [each]) }), each).toEqual([chunks[at]?.id]);
      }
    });

    test('search and writes at the same time: nothing is lost and nothing removed comes back', async () => {
      const rounds = Array.from({ length: 20 }, (_, at) => `source-${at}`);
      await Promise.all(
        rounds.flatMap((sourceId) => [
          index
            .upsert(site, [chunk({ sourceId, generation: 1 }), chunk({ sourceId, generation: 2 })])
            .then(() => index.deleteSource(site, sourceId, { keepGeneration: 2 })),
          ids({ mode: 'hybrid' }),
        ]),
      );
      for (const mode of MODES) {
        const hits = await index.search(site, { ...QUERY, mode, limit: 100 });
        expect(
          hits.map((hit) => hit.generation),
          mode,
        ).toEqual(rounds.map(() => 2));
      }
    });

    test('search: an aborted call rejects', async () => {
      await expect(index.search(site, { ...QUERY, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    });

    test('check: resolves while the index serves', async () => {
      await expect(index.check()).resolves.toBeUndefined();
    });
  });
}

const QUERY: IndexQuery = { mode: 'hybrid', text: 'common', vector: axis(0), filter: {}, limit: 50 };

/** A public chunk that the default query finds in every mode. */
export function chunk(given: Partial<IndexedChunk> = {}): IndexedChunk {
  return {
    id: randomUUID(),
    sourceId: randomUUID(),
    generation: 1,
    kind: 'document',
    contentType: 'document',
    accessLevel: 'public',
    requiredSubscriptions: [],
    title: '',
    text: 'common',
    vector: axis(0),
    ...given,
  };
}

function byChunk(one: IndexEntry, other: IndexEntry): number {
  return one.chunkId < other.chunkId ? -1 : 1;
}

function viewer(levels: string[], subscriptions: string[] | '*'): IndexFilter {
  return { access: { levels, subscriptions } };
}

function axis(at: number): Float32Array {
  return unit(Array.from({ length: CONTRACT_DIMENSIONS }, (_, place) => (place === at ? 1 : 0)));
}

function unit(numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from({ length: CONTRACT_DIMENSIONS }, (_, at) => (numbers[at] ?? 0) / length);
}
