import type { Collection, FilterValue } from 'weaviate-client';
import type { IndexFilter } from '../../ports/vector-index.ts';
import { encodeValue } from './filter-values.ts';

/**
 * An index filter in the server's format, without the access rule, which the choice of tenants implements. `nothing` if
 * nothing can match, as for an empty list of choices; `everything` if there is no condition.
 */
export function toFilter(collection: Collection, filter: IndexFilter): FilterValue | 'nothing' | 'everything' {
  const { contentTypes } = filter;
  if (!contentTypes) return 'everything';
  if (contentTypes.length === 0) return 'nothing';
  return collection.filter.byProperty('contentType').containsAny(contentTypes.map(encodeValue));
}
