import { currentDeadline } from '../../../shared/deadline.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { FILTER_OPERATORS } from '../filter-operators.ts';
import { type Condition, parts } from './condition.ts';
import { hasIndex } from './field-index.ts';

/** Returns whether all items that can match are found in indexes. */
export function isIndexed(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isIndexed);
  if ('any' in condition) return condition.any.every(isIndexed);
  if ('not' in condition) return false;
  if ('reference' in condition) return hasIndex(condition.reference, 'in');
  const { field, operator } = condition;
  // Many items have the same value of what is counted.
  return field.custom ? hasIndex(field, operator) : !field.isCounted && !FILTER_OPERATORS[operator].isBroad;
}

/**
 * Returns whether the statement asks the indexes of custom fields for ids. PostgreSQL itself uses, and combines, the
 * indexes of items for the condition as it is.
 */
export function isReadByIds(condition: Condition): boolean {
  return isReadByIndex(condition) && !isBroad(condition);
}

/** Returns whether PostgreSQL cannot estimate how many items match, which decides where it is to look first. */
export function isUnpredictable(condition: Condition): boolean {
  return isReadByIndex(condition) && ('any' in condition || isBroad(condition));
}

/** Returns whether the ids of matching items can be read from indexes of custom fields. */
function isReadByIndex(condition: Condition): boolean {
  return ('any' in condition || 'field' in condition) && hasCustomField(condition) && isIndexed(condition);
}

function isBroad(condition: Condition): boolean {
  return 'field' in condition && FILTER_OPERATORS[condition.operator].isBroad === true;
}

function hasCustomField(condition: Condition): boolean {
  if ('reference' in condition) return true;
  return 'field' in condition ? condition.field.custom !== undefined : parts(condition).some(hasCustomField);
}

/** The parts of a condition that all items of a type are read for, because no index has their values. */
export function unindexedConditions(condition: Condition, isPartial = false): Condition[] {
  // Alternatives are read from indexes if each of them is.
  const arePartial = isPartial || ('any' in condition && !isIndexed(condition));
  if (!('field' in condition) && !('reference' in condition))
    return parts(condition).flatMap((each) => unindexedConditions(each, arePartial));
  const { custom } = 'field' in condition ? condition.field : condition.reference;
  const isRead = custom !== undefined && (isPartial || !custom.index);
  return [...(isRead ? [condition] : []), ...('to' in condition ? unindexedConditions(condition.to) : [])];
}

/**
 * Names the fields of the filter that could have an index in the error of a list that is not read by the deadline.
 * @throws ServiceError 503; other errors as they are
 */
export async function nameUnindexedFields<T>(condition: Condition, list: Promise<T>): Promise<T> {
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

/** Names of the fields without an index that could have one. */
function unmarkedNames(condition: Condition): string[] {
  const names = unindexedConditions(condition).flatMap((each) => {
    const field = 'reference' in each ? each.reference : 'field' in each ? each.field : null;
    return field?.custom?.canBeMarked ? [field.name] : [];
  });
  return [...new Set(names)];
}
