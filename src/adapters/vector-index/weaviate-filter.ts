import { Filters, type Collection, type FilterValue } from 'weaviate-client';
import type { IndexFilter } from '../../ports/vector-index.ts';
import { encodeValue } from './filter-values.ts';

/**
 * An index filter in the server's format, without the access rule, which the choice of tenants implements. `nothing` if
 * nothing can match, as for an empty list of choices; `everything` if there is no condition.
 */
export function toFilter(collection: Collection, filter: IndexFilter): FilterValue | 'nothing' | 'everything' {
  const oneOf = (field: string, values: readonly string[] | undefined): Condition => {
    if (!values) return 'everything';
    if (values.length === 0) return 'nothing';
    return collection.filter.byProperty(field).containsAny(values.map(encodeValue));
  };
  return all([
    oneOf('contentType', filter.contentTypes),
    oneOf('kind', filter.kinds),
    oneOf('sourceId', filter.sourceIds),
  ]);
}

type Condition = FilterValue | 'nothing' | 'everything';

function all(conditions: readonly Condition[]): Condition {
  if (conditions.includes('nothing')) return 'nothing';
  const given = conditions.filter((condition) => typeof condition === 'object');
  const [first] = given;
  if (!first) return 'everything';
  return given.length === 1 ? first : Filters.and(...given);
}
