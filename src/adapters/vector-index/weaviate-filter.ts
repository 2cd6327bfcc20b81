import { Filters, type Collection, type FilterValue } from 'weaviate-client';
import type { IndexFilter } from '../../ports/vector-index.ts';
import { encodeValue } from './filter-values.ts';

/**
 * An index filter in the server's terms. `nothing` when nothing can match: an empty list of choices, or a viewer to whom
 * nothing is open; `everything` when there is no condition.
 */
export function toFilter(collection: Collection, filter: IndexFilter): FilterValue | 'nothing' | 'everything' {
  const oneOf = (field: string, values: readonly string[] | undefined): Condition => {
    if (!values) return 'everything';
    if (values.length === 0) return 'nothing';
    return collection.filter.byProperty(field).containsAny(values.map(encodeValue));
  };
  const mayView = (access: IndexFilter['access']): Condition => {
    if (!access) return 'everything';
    return either(oneOf('accessLevel', access.levels), held(access.subscriptions));
  };
  const held = (subscriptions: readonly string[] | '*'): Condition => {
    const level = oneOf('accessLevel', ['subscription']);
    return subscriptions === '*' ? level : all([level, oneOf('requiredSubscriptions', subscriptions)]);
  };
  return all([
    oneOf('contentType', filter.contentTypes),
    oneOf('kind', filter.kinds),
    oneOf('sourceId', filter.sourceIds),
    mayView(filter.access),
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

function either(one: Condition, other: Condition): Condition {
  if (one === 'everything' || other === 'everything') return 'everything';
  if (one === 'nothing') return other;
  return other === 'nothing' ? one : Filters.or(one, other);
}
