import type { OperatorName } from '../filter-operators.ts';
import type { Field } from './content-field.ts';

/** A validated filter. `not` and negative operators hold exactly where what they negate does not. */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | { field: Field; operator: OperatorName; value: unknown }
  | { reference: Field; to: Condition };

/** The conditions that must all hold. */
export function conjuncts(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap(conjuncts) : [condition];
}

/** The conditions that a condition combines; those on a referenced item are not among them. */
export function parts(condition: Condition): readonly Condition[] {
  if ('all' in condition) return condition.all;
  if ('any' in condition) return condition.any;
  return 'not' in condition ? [condition.not] : [];
}

/** Returns whether the number of matching items is read from `content_count`. */
export function isCounted(condition: Condition): boolean {
  if ('reference' in condition) return false;
  return 'field' in condition ? condition.field.isCounted : parts(condition).every(isCounted);
}

/** The only values that the built-in field has in matching items; null if the condition does not name them. */
export function namedValues(condition: Condition, name: string): unknown[] | null {
  if (!('field' in condition) || condition.field.name !== name) return null;
  const { operator, value } = condition;
  return operator === 'eq' || operator === 'in' ? [value].flat() : null;
}

/** Returns whether the filter looks for drafts or archived items by their status. */
export function namesUnpublished(condition: Condition): boolean {
  if ('not' in condition) return false;
  if ('reference' in condition) return namesUnpublished(condition.to);
  if (!('field' in condition)) return parts(condition).some(namesUnpublished);
  return Boolean(namedValues(condition, 'status')?.some((status) => status !== 'published'));
}
