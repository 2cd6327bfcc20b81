import { assertNoViolations } from '../../../shared/errors.ts';
import type { Sort } from '../../../database/pagination.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { Condition } from './condition.ts';
import { readDefinitions } from './custom-fields.ts';
import { type RawFilter, customFieldNames, limitViolations, namedTypes } from './input/raw-filter.ts';
import { resolveFilter } from './resolve-filter.ts';
import { type RawSort, customSortNames, resolveSort, sortViolations } from './sort.ts';

export interface ContentQuery {
  condition: Condition;
  sorts: Sort[];
}

/**
 * Checks a filter and a sort against the site's content types: one statement, and none without custom fields.
 * @param guard see `resolveSort`
 * @throws ServiceError 400 with every violation
 */
export async function readQuery(
  viewer: Viewer,
  filter: RawFilter,
  sort: readonly RawSort[],
  guard: Sort['guard'],
): Promise<ContentQuery> {
  const violations = [...limitViolations(filter, 'filter'), ...sortViolations(sort)];
  assertNoViolations(violations);
  const fields = await readDefinitions(viewer, [...customFieldNames(filter), ...customSortNames(sort)]);
  const definitions = { fields, violations };
  const condition = resolveFilter(filter, definitions);
  const sorts = sort.map((key, index) =>
    resolveSort(key, definitions, namedTypes(filter), { guard, isFirst: index === 0 }),
  );
  assertNoViolations(violations);
  return { condition, sorts: sorts.filter((key) => key !== null) };
}

const MAX_PREPARED = 5;

/** Returns whether the SQL of the condition is one of very many; the short forms of a filter have few. */
export function isUncommon(condition: Condition): boolean {
  const length = commonLength(condition);
  return length === null || length > MAX_PREPARED;
}

/** The number of short forms; null if there is another condition. */
function commonLength(condition: Condition): number | null {
  if ('all' in condition) {
    const lengths = condition.all.map(commonLength);
    return lengths.includes(null) ? null : lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0);
  }
  const isShort = 'field' in condition && !condition.field.custom && ['eq', 'contains'].includes(condition.operator);
  return isShort ? 1 : null;
}
