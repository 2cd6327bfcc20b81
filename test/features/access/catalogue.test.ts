import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expandSubscriptions } from '../../../src/access/subscription-catalogue.ts';
import type { CatalogueSubscription } from '../../../src/features/site/site.types.ts';

const SLUGS = ['a', 'b', 'c', 'd', 'e', 'f', 'constructor', '__proto__'];

const catalogueOf = (grants: Record<string, string[]>): CatalogueSubscription[] =>
  Object.entries(grants).map(([slug, granted]) => ({ slug, name: slug, grants: granted }));

const slugs = (most: number, stars = 0) =>
  fc.uniqueArray(
    fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...SLUGS) }, { weight: stars, arbitrary: fc.constant('*') }),
    {
      maxLength: most,
    },
  );

/** Random catalogues, with cycles, unknown grants and, with `stars`, some that grant all. */
const catalogues = (stars = 0) =>
  fc.uniqueArray(fc.record({ slug: fc.constantFrom(...SLUGS), name: fc.constant('n'), grants: slugs(3, stars) }), {
    selector: ({ slug }) => slug,
    maxLength: 7,
  });

/** Another way to the same: pass over all grants until nothing is added any more. */
function reachable(held: readonly string[], catalogue: readonly CatalogueSubscription[]): Set<string> {
  const reached = new Set(held);
  let before = -1;
  while (before !== reached.size) {
    before = reached.size;
    for (const { slug, grants } of catalogue) if (reached.has(slug)) for (const granted of grants) reached.add(granted);
  }
  return reached;
}

describe('withGranted', () => {
  test('a subscription grants what it lists and what that grants in turn', () => {
    const catalogue = catalogueOf({ all: ['gold'], gold: ['silver', 'archive'], silver: ['news'], other: [] });
    expect(expandSubscriptions(['all'], catalogue)).toEqual(['all', 'gold', 'silver', 'archive', 'news']);
    expect(expandSubscriptions(['silver'], catalogue)).toEqual(['silver', 'news']);
  });

  test('a star anywhere on the way grants all', () => {
    const catalogue = catalogueOf({ one: ['two'], two: ['three'], three: ['*'], four: [] });
    expect(expandSubscriptions(['one'], catalogue)).toBe('*');
    expect(expandSubscriptions(['four'], catalogue)).toEqual(['four']);
  });

  test('a cycle ends', () => {
    expect(expandSubscriptions(['a'], catalogueOf({ a: ['b'], b: ['c'], c: ['a', 'c'] }))).toEqual(['a', 'b', 'c']);
  });

  test('a slug that the catalogue does not have is held as it is', () => {
    expect(expandSubscriptions(['retired', 'x', 'retired'], catalogueOf({ x: ['unlisted'] }))).toEqual([
      'retired',
      'x',
      'unlisted',
    ]);
    expect(expandSubscriptions(['retired'], [])).toEqual(['retired']);
  });

  test('nothing held, nothing granted', () => {
    expect(expandSubscriptions([], catalogueOf({ a: ['*'] }))).toEqual([]);
  });

  test('it reaches exactly what a naive search reaches', () => {
    fc.assert(
      fc.property(slugs(4), catalogues(1), (held, catalogue) => {
        const all = reachable(held, catalogue);
        const found = expandSubscriptions(held, catalogue);
        if (all.has('*')) expect(found).toBe('*');
        else {
          expect(new Set(found)).toEqual(all);
          expect(found).toHaveLength(all.size);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('doing it again adds nothing, and holding more never grants less', () => {
    fc.assert(
      fc.property(slugs(3), slugs(3), catalogues(), (held, more, catalogue) => {
        const once = expandSubscriptions(held, catalogue);
        if (once === '*') throw new Error('Nothing here grants all');
        expect(expandSubscriptions(once, catalogue)).toEqual(once);
        expect(expandSubscriptions([...held, ...more], catalogue)).toEqual(expect.arrayContaining(once));
      }),
      { numRuns: 1_000 },
    );
  });
});
