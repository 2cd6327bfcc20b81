import { currentDeadline } from '../../../shared/deadline.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { Condition, Operator } from './condition.ts';
import { hasIndexFor } from './field-index.ts';

/** Of built-in fields, most items match them. */
const WITHOUT_INDEX: ReadonlySet<Operator> = new Set(['ne', 'notIn', 'exists']);

/** Whether all items that can match are found in indexes. */
export function isIndexed(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isIndexed);
  if ('any' in condition) return condition.any.every(isIndexed);
  if ('not' in condition) return false;
  if ('reference' in condition) return hasIndexFor(condition.reference, 'in');
  const { field, operator } = condition;
  // Many items have the same value of what is counted.
  return field.custom ? hasIndexFor(field, operator) : !field.isCounted && !WITHOUT_INDEX.has(operator);
}

/**
 * Whether the statement asks the indexes of custom fields for ids. Those of the items themselves PostgreSQL uses, and
 * combines, for the condition as it is.
 */
export function isReadByIds(condition: Condition): boolean {
  if ('any' in condition) return isIndexed(condition) && hasCustom(condition);
  return 'field' in condition && hasCustom(condition) && condition.operator !== 'exists' && isIndexed(condition);
}

/** Whether PostgreSQL cannot estimate how many items match, which decides where it is to look first. */
export function isUnpredictable(condition: Condition): boolean {
  if ('any' in condition) return isReadByIds(condition);
  return 'field' in condition && hasCustom(condition) && condition.operator === 'exists' && isIndexed(condition);
}

function hasCustom(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(hasCustom);
  if ('any' in condition) return condition.any.some(hasCustom);
  if ('not' in condition) return hasCustom(condition.not);
  return 'reference' in condition || condition.field.custom !== undefined;
}

/** The parts of a condition that all items of a type are read for, because no index has their values. */
export function unindexed(condition: Condition, isPartial = false): Condition[] {
  if ('all' in condition) return condition.all.flatMap((each) => unindexed(each, isPartial));
  // Alternatives are read from indexes if each of them is.
  if ('any' in condition) return condition.any.flatMap((each) => unindexed(each, isPartial || !isIndexed(condition)));
  if ('not' in condition) return unindexed(condition.not, isPartial);
  const { custom } = 'field' in condition ? condition.field : condition.reference;
  const isRead = custom !== undefined && (isPartial || !custom.index);
  return [...(isRead ? [condition] : []), ...('to' in condition ? unindexed(condition.to) : [])];
}

/**
 * Names the fields of the filter that could have an index in the error of a list that is not read by the deadline.
 * @throws ServiceError 503; other errors as they are
 */
export async function namingUnindexed<T>(condition: Condition, list: Promise<T>): Promise<T> {
  try {
    return await list;
  } catch (error) {
    const names = unmarkedNames(condition);
    const isLate = currentDeadline()?.endedBy && error instanceof ServiceError && error.code === 'UNAVAILABLE';
    if (!isLate || names.length === 0) throw error;
    const message = `The request took too long. It would read less if content types marked as filterable: ${names.join(', ')}`;
    throw new ServiceError('UNAVAILABLE', message, {}, { cause: error });
  }
}

function unmarkedNames(condition: Condition): string[] {
  const names = unindexed(condition).flatMap((each) => {
    const field = 'reference' in each ? each.reference : 'field' in each ? each.field : null;
    return field?.custom?.canBeMarked ? [field.name] : [];
  });
  return [...new Set(names)];
}
