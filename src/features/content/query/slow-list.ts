import { currentDeadline } from '../../../shared/deadline.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { Condition } from './condition.ts';
import { unindexed } from './indexed.ts';

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
