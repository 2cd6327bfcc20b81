import { violations } from './field-type.ts';
import type { ValueViolation } from './field-type.ts';

/** Maximum number of items of a list of texts. */
const LIST_LENGTH = 1000;

/** Violations of a list of distinct texts, each checked by `wrongWith`. */
export function checkDistinctTexts(value: unknown, wrongWith: (item: unknown) => string | undefined): ValueViolation[] {
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
