import { type ValueViolation, violations } from '../field-type.ts';

/** Maximum number of items of a list of texts. */
const LIST_LENGTH = 1000;

/** Violations of what must be a list of distinct texts, each checked by `findProblem`. */
export function checkDistinctTexts(
  value: unknown,
  findProblem: (item: unknown) => string | undefined,
): ValueViolation[] {
  return Array.isArray(value) ? checkDistinct<unknown>(value, findProblem) : violations('must be a list');
}

export function checkDistinct<T>(list: readonly T[], findProblem: (item: T) => string | undefined): ValueViolation[] {
  if (list.length > LIST_LENGTH) return violations(`must have at most ${LIST_LENGTH} items`);
  const previous = new Set<T>();
  return list.flatMap((item, index) => {
    const repeated = previous.has(item) ? 'must not repeat an earlier item' : undefined;
    previous.add(item);
    return violations(findProblem(item) ?? repeated, `[${index}]`);
  });
}
