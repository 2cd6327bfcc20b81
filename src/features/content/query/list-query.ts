import { assertNoViolations } from '../../../shared/errors.ts';
import type { Sort } from '../../../database/pagination.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { Condition } from './condition.ts';
import { definedFields } from './custom-fields.ts';
import { type RawFilter, customNames, limitViolation, typesNamed } from './input/raw-filter.ts';
import { resolveFilter } from './resolve-filter.ts';
import { type RawSort, checkSort, customSortNames, resolveSort } from './sort.ts';

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
  raw: RawFilter,
  sort: readonly RawSort[],
  guard: Sort['guard'],
): Promise<ContentQuery> {
  const violations = [...limitViolation(raw, 'filter'), ...checkSort(sort)];
  assertNoViolations(violations);
  const fields = await definedFields(viewer, [...customNames(raw), ...customSortNames(sort)]);
  const definitions = { fields, violations };
  const condition = resolveFilter(raw, definitions);
  const sorts = sort.map((key, index) =>
    resolveSort(key, definitions, typesNamed(raw), { guard, isFirst: index === 0 }),
  );
  assertNoViolations(violations);
  return { condition, sorts: sorts.filter((key) => key !== null) };
}

const MAX_PREPARED = 5;

/** Whether the SQL of the condition is one of very many; the short forms of a filter have few. */
export function isOfCaller(condition: Condition): boolean {
  const list = flatten(condition);
  return !list || list.length > MAX_PREPARED;
}

function flatten(condition: Condition): Condition[] | null {
  if ('all' in condition) {
    const lists = condition.all.map(flatten);
    return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
  }
  const isShort = 'field' in condition && !condition.field.custom && ['eq', 'contains'].includes(condition.operator);
  return isShort ? [condition] : null;
}
