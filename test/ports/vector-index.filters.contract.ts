import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { IndexFilter, IndexedChunk } from '../../src/ports/vector-index.ts';
import { chunk, unit } from '../support/chunk.ts';
import { MODES, QUERY, type TestedIndex } from './vector-index.tested.ts';

/** More than the service names in one search. */
const MANY_SOURCES = 10_000;

/** Which chunks of which site a search may find. */
export function testFilters(tested: TestedIndex): void {
  test('search: finds only chunks of the site, in every mode, even for the same chunk id', async () => {
    const other = randomUUID();
    const shared = chunk({ text: 'walrus of the first site' });
    await tested.index.upsert(tested.site, [shared]);
    await tested.index.upsert(other, [{ ...shared, text: 'walrus of the second site', sourceId: 'second' }, chunk()]);
    for (const mode of MODES) {
      const hits = await tested.index.search(tested.site, { ...QUERY, mode, text: 'walrus' });
      expect(
        hits.map((hit) => [hit.chunkId, hit.sourceId]),
        mode,
      ).toEqual([[shared.id, shared.sourceId]]);
    }
    await tested.index.deleteSite(other);
    expect(await tested.index.count(other)).toBe(0);
    expect(await tested.index.count(tested.site)).toBe(1);
  });

  test('search: an unknown site has no hits', async () => {
    for (const mode of MODES) expect(await tested.ids({ mode })).toEqual([]);
  });

  test('search: a site id with the syntax of a filter is only compared', async () => {
    await tested.index.upsert(tested.site, [chunk()]);
    const hostile = [`x' or '1' = '1`, `${tested.site}' or site != '`, `\\' or site != '`, '', `%27`, 'é漢\uD800'];
    for (const name of hostile) {
      for (const mode of MODES) expect(await tested.ids({ mode }, name), name).toEqual([]);
      expect(await tested.index.count(name)).toBe(0);
      await tested.index.deleteSource(name, `' or site != '`);
      await tested.index.deleteSite(name);
    }
    expect(await tested.index.count(tested.site)).toBe(1);
  });

  test('search: filter values with quotes and operators are only compared', async () => {
    const odd = chunk({ contentType: `it's "odd" \\ (50 %)`, accessLevel: `a'b` });
    await tested.index.upsert(tested.site, [odd, chunk()]);
    for (const mode of MODES) {
      expect(await tested.ids({ mode, filter: { contentTypes: [odd.contentType] } }), mode).toEqual([odd.id]);
      expect(await tested.ids({ mode, filter: { contentTypes: [`x') or ('1' = '1`] } }), mode).toEqual([]);
      expect(await tested.ids({ mode, filter: viewer([odd.accessLevel], []) }), mode).toEqual([odd.id]);
    }
  });

  test('search: filters by source', async () => {
    const [one, two, other] = [chunk({ sourceId: 'one' }), chunk({ sourceId: `t'wo` }), chunk({ published: false })];
    await tested.index.upsert(tested.site, [one, two, other]);
    for (const mode of MODES) {
      expect((await tested.ids({ mode, filter: { sources: ['one', `t'wo`] } })).toSorted(), mode).toEqual(
        [one.id, two.id].toSorted(),
      );
      const both = { sources: ['one', other.sourceId], contentTypes: [one.contentType] };
      expect(await tested.ids({ mode, filter: { ...both, ...viewer([one.accessLevel], []) } }), mode).toEqual([one.id]);
      expect(await tested.ids({ mode, filter: { sources: [] } }), mode).toEqual([]);
    }
  });

  test('search: of an item and its draft alone, finds both by the rights of the viewer, with a full page', async () => {
    const subscription = { accessLevel: 'subscription', requiredSubscriptions: ['gold'] };
    const item = chunk({ sourceId: 'item' });
    const draft = chunk({ sourceId: 'draft', published: false, ...subscription });
    const others = Array.from({ length: 60 }, (_, at) =>
      chunk({ published: at % 2 === 0, text: 'common common', ...(at % 3 === 0 ? subscription : {}) }),
    );
    await tested.index.upsert(tested.site, [...others, item, draft]);
    const sources = ['item', 'draft', 'unknown'];
    const cases: [NonNullable<IndexFilter['access']>, IndexedChunk[]][] = [
      [{ levels: ['public'], subscriptions: ['gold'], unpublished: true }, [item, draft]],
      [{ levels: ['public'], subscriptions: '*', unpublished: true }, [item, draft]],
      [{ levels: ['public'], subscriptions: [], unpublished: true }, [item]],
      [{ levels: ['public'], subscriptions: ['gold'] }, [item]],
      [{ levels: ['premium'], subscriptions: [], unpublished: true }, []],
    ];
    for (const mode of MODES) {
      for (const [access, expected] of cases) {
        const found = (await tested.ids({ mode, filter: { access, sources }, limit: 2 })).toSorted();
        expect(found, `${mode} ${JSON.stringify(access)}`).toEqual(expected.map(({ id }) => id).toSorted());
      }
    }
  });

  test('search: filters by thousands of sources', async () => {
    const wanted = [chunk(), chunk(), chunk({ accessLevel: 'premium' })];
    await tested.index.upsert(tested.site, [...wanted, ...Array.from({ length: 40 }, () => chunk())]);
    const unknown = Array.from({ length: MANY_SOURCES }, () => randomUUID());
    const sources = [...unknown, ...wanted.map(({ sourceId }) => sourceId), ...unknown];
    for (const mode of MODES) {
      const found = await tested.ids({ mode, filter: { sources, ...viewer(['public', 'premium'], ['gold']) } });
      expect(found.toSorted(), mode).toEqual(wanted.map(({ id }) => id).toSorted());
    }
  });

  test('search: filters by content type', async () => {
    const faq = chunk({ contentType: 'faq' });
    const page = chunk({ contentType: 'page' });
    const film = chunk({ contentType: 'page' });
    await tested.index.upsert(tested.site, [faq, page, film]);
    const cases: [IndexFilter, IndexedChunk[]][] = [
      [{ contentTypes: ['page'] }, [page, film]],
      [{ contentTypes: ['faq', 'other'] }, [faq]],
      [{ contentTypes: ['page', 'faq'] }, [faq, page, film]],
      [{ contentTypes: [] }, []],
    ];
    for (const mode of MODES) {
      for (const [filter, expected] of cases) {
        const found = (await tested.ids({ mode, filter })).toSorted();
        expect(found, `${mode} ${JSON.stringify(filter)}`).toEqual(expected.map(({ id }) => id).toSorted());
      }
    }
  });

  test('search: chunks that the viewer may not see are not found and do not shorten the page', async () => {
    const open = chunk({ accessLevel: 'public' });
    const gold = chunk({ accessLevel: 'subscription', requiredSubscriptions: ['gold', 'team'] });
    const silver = chunk({ accessLevel: 'subscription', requiredSubscriptions: ['silver'] });
    const unobtainable = chunk({ accessLevel: 'subscription', requiredSubscriptions: [] });
    const premium = chunk({ accessLevel: 'premium', requiredSubscriptions: ['gold'] });
    const secrets = Array.from({ length: 60 }, () => chunk({ accessLevel: 'internal', text: 'common common' }));
    await tested.index.upsert(tested.site, [...secrets, open, gold, silver, unobtainable, premium]);
    const cases: [IndexFilter, IndexedChunk[]][] = [
      [viewer(['public'], []), [open]],
      [viewer(['public'], ['gold']), [open, gold]],
      [viewer(['public', 'premium'], ['silver', 'team']), [open, premium, gold, silver]],
      [viewer(['public'], '*'), [open, gold, silver, unobtainable]],
      [viewer([], ['gold']), [gold]],
      [viewer(['public'], ['unknown']), [open]],
      [viewer([], []), []],
    ];
    for (const mode of MODES) {
      for (const [filter, expected] of cases) {
        const found = (await tested.ids({ mode, filter, limit: 5 })).toSorted();
        expect(found, `${mode} ${JSON.stringify(filter)}`).toEqual(expected.map(({ id }) => id).toSorted());
      }
    }
  });

  test('search: drafts are found by searches that ask for them alone, by the same levels and subscriptions', async () => {
    const open = chunk();
    const gold = chunk({ accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    const draft = chunk({ published: false, text: 'common common' });
    const goldDraft = chunk({ published: false, accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    const premiumDraft = chunk({ published: false, accessLevel: 'premium' });
    await tested.index.upsert(tested.site, [open, gold, draft, goldDraft, premiumDraft]);
    const preview = (levels: string[], subscriptions: string[] | '*') => ({
      access: { levels, subscriptions, unpublished: true },
    });
    const cases: [IndexFilter, IndexedChunk[]][] = [
      [viewer(['public'], []), [open]],
      [viewer(['public', 'premium'], '*'), [open, gold]],
      [viewer(['public', 'premium'], ['gold', 'draft:gold', 'draft:subscription']), [open, gold]],
      [preview(['public'], []), [open, draft]],
      [preview(['public', 'premium'], []), [open, draft, premiumDraft]],
      [preview(['public'], ['gold']), [open, gold, draft, goldDraft]],
      [preview([], '*'), [gold, goldDraft]],
      [{}, [open, gold, draft, goldDraft, premiumDraft]],
    ];
    for (const mode of MODES) {
      for (const [filter, expected] of cases) {
        const found = (await tested.ids({ mode, filter })).toSorted();
        expect(found, `${mode} ${JSON.stringify(filter)}`).toEqual(expected.map(({ id }) => id).toSorted());
      }
    }
    await tested.index.upsert(tested.site, [{ ...goldDraft, published: true }]);
    expect((await tested.ids({ mode: 'keyword', filter: viewer([], ['gold']) })).toSorted()).toEqual(
      [gold.id, goldDraft.id].toSorted(),
    );
    expect(await tested.index.count(tested.site)).toBe(5);
  });

  test('search: the words of drafts change no score of a search without them', async () => {
    const text = 'walrus ice';
    await tested.index.upsert(tested.site, [chunk({ text }), chunk({ text: 'walrus' })]);
    const scores = async () => {
      const query = { ...QUERY, mode: 'keyword', text, filter: viewer(['public'], '*') } as const;
      return (await tested.index.search(tested.site, query)).map(({ score }) => score);
    };
    const before = await scores();
    const accessLevel = 'subscription';
    const drafts = Array.from({ length: 20 }, () => chunk({ text: 'ice', published: false }));
    const restricted = chunk({ text: 'ice ice', published: false, accessLevel, requiredSubscriptions: ['gold'] });
    await tested.index.upsert(tested.site, [...drafts, restricted]);
    expect(await scores()).toEqual(before);
  });

  test('search: texts that the viewer may not see change neither scores nor order', async () => {
    const open = Array.from({ length: 12 }, (_, at) =>
      chunk({
        accessLevel: at % 4 === 0 ? 'authenticated' : 'public',
        title: at % 3 === 0 ? 'walrus' : 'zebra',
        text: `walrus ${'ice '.repeat(at % 5)}${'filler '.repeat(at)}`,
        vector: unit([1, at / 10]),
      }),
    );
    const gold = chunk({ accessLevel: 'subscription', requiredSubscriptions: ['gold'], text: 'walrus ice gold' });
    await tested.index.upsert(tested.site, [...open, gold]);
    const viewers = [viewer(['public'], []), viewer(['public', 'authenticated'], ['gold'])];
    const seen = async () => {
      const answers: unknown[] = [];
      for (const filter of viewers) {
        for (const mode of MODES) {
          const hits = await tested.index.search(tested.site, {
            ...QUERY,
            mode,
            text: 'walrus ice secret',
            filter,
            limit: 9,
          });
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
    await tested.index.upsert(tested.site, secrets);
    expect(await seen()).toEqual(before);
    await tested.index.remove(
      tested.site,
      secrets.map(({ id }) => id),
    );
    expect(await seen()).toEqual(before);
  });

  test('search: a site that never had a chunk has no hits, and deleting from it succeeds', async () => {
    for (const mode of MODES) expect(await tested.ids({ mode }), mode).toEqual([]);
    await tested.index.deleteSource(tested.site, 'any');
    expect(await tested.index.count(tested.site)).toBe(0);
  });

  test('search: filters compare values exactly, including spaces, case and quotes', async () => {
    const odd = [' gold', 'gold', 'Gold', "go'ld", '100 % "gold"', 'Gölд*'];
    const chunks = odd.map((contentType) =>
      chunk({ contentType, accessLevel: 'subscription', requiredSubscriptions: [contentType] }),
    );
    await tested.index.upsert(tested.site, chunks);
    for (const [at, each] of odd.entries()) {
      expect(await tested.ids({ filter: { contentTypes: [each] } }), each).toEqual([chunks[at]?.id]);
      expect(await tested.ids({ filter: viewer(['public'], [each]) }), each).toEqual([chunks[at]?.id]);
    }
  });
}

function viewer(levels: string[], subscriptions: string[] | '*'): IndexFilter {
  return { access: { levels, subscriptions } };
}
