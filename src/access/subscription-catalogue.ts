import type { CatalogueGrants } from './site-facts.ts';

type Grants = ReadonlyMap<string, readonly string[]>;

const GRANTS_ALL = '*';
const grantsByCatalogue = new WeakMap<readonly CatalogueGrants[], Grants>();

/**
 * All subscriptions of a holder of these: themselves, in their order, and what they grant, transitively; `'*'` if one
 * grants all. An unknown slug counts as itself. The catalogue is cached and must not be changed.
 */
export function expandSubscriptions(slugs: readonly string[], catalogue: readonly CatalogueGrants[]): string[] | '*' {
  const grants = indexGrants(catalogue);
  const expanded = new Set(slugs);
  // Iterating a Set includes values added during the iteration; existing values end a cycle.
  for (const slug of expanded) {
    for (const granted of grants.get(slug) ?? []) {
      if (granted === GRANTS_ALL) return GRANTS_ALL;
      expanded.add(granted);
    }
  }
  return [...expanded];
}

function indexGrants(catalogue: readonly CatalogueGrants[]): Grants {
  const cached = grantsByCatalogue.get(catalogue);
  if (cached) return cached;
  const grants = new Map(catalogue.map((subscription) => [subscription.slug, subscription.grants]));
  grantsByCatalogue.set(catalogue, grants);
  return grants;
}
