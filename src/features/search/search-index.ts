import type { IndexFilter, IndexHit, IndexQuery } from '../../ports/vector-index.ts';
import { accessFilter } from '../../access/entitlement.ts';
import type { SearchRequest } from './search.service.ts';

/**
 * Queries the index by the rights of the viewer. Sources of a single previewed item are searched by themselves, so that other
 * unpublished texts neither take places nor change the scores of what is live.
 */
export async function searchIndex(
  { viewer, entitlement, contentTypes, previewed, index }: SearchRequest,
  query: Omit<IndexQuery, 'filter'>,
): Promise<IndexHit[]> {
  const access = accessFilter(entitlement);
  const search = (filter: IndexFilter): Promise<IndexHit[]> =>
    index.search(viewer.site.id, { ...query, filter: { ...filter, ...(contentTypes ? { contentTypes } : {}) } });
  if (previewed.length === 0) return search({ access });
  const [live, own] = await Promise.all([
    search({ access }),
    search({ access: { ...access, unpublished: true }, sources: previewed }),
  ]);
  const previewedIds = new Set(previewed);
  return [...live.filter(({ sourceId }) => !previewedIds.has(sourceId)), ...own]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, query.limit);
}
