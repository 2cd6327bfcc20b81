import type { CatalogueSubscription } from '../site/site.entity.ts';

type Grants = ReadonlyMap<string, readonly string[]>;

const GRANTS_ALL = '*';
const known = new WeakMap<readonly CatalogueSubscription[], Grants>();

/**
 * What a holder of these holds in all: them, in their order, and what they grant, transitively; `'*'` where one grants
 * all. A slug that the catalogue does not have is held as it is. The catalogue is read once and must not be changed.
 */
export function withGranted(held: readonly string[], catalogue: readonly CatalogueSubscription[]): string[] | '*' {
  const grants = grantsOf(catalogue);
  const reached = new Set(held);
  // A Set's iteration takes in what is added on the way; what is there already ends a cycle.
  for (const slug of reached) {
    for (const granted of grants.get(slug) ?? []) {
      if (granted === GRANTS_ALL) return GRANTS_ALL;
      reached.add(granted);
    }
  }
  return [...reached];
}

function grantsOf(catalogue: readonly CatalogueSubscription[]): Grants {
  const remembered = known.get(catalogue);
  if (remembered) return remembered;
  const grants = new Map(catalogue.map((subscription) => [subscription.slug, subscription.grants]));
  known.set(catalogue, grants);
  return grants;
}
