import { violations } from './field-type.ts';
import type { Violation } from './field-type.ts';

/** Items a list of texts may have. */
const LIST_LENGTH = 1000;

/** What is wrong with a list of distinct texts, each as `wrongWith` has it. */
export function checkDistinctTexts(value: unknown, wrongWith: (item: unknown) => string | undefined): Violation[] {
  if (!Array.isArray(value)) return violations('must be a list');
  if (value.length > LIST_LENGTH) return violations(`must have at most ${LIST_LENGTH} items`);
  const list: unknown[] = value;
  const seen = new Set<unknown>();
  return list.flatMap((item, index) => {
    const repeated = seen.has(item) ? 'must not repeat an earlier item' : undefined;
    seen.add(item);
    return violations(wrongWith(item) ?? repeated, `[${index}]`);
  });
}
