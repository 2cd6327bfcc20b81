import { FILTER_OPERATORS } from '../filter-operators.ts';
import { BUILT_IN_FIELDS } from './built-in-fields.ts';
import { type Condition, conjuncts, isCounted, namedValues } from './condition.ts';
import type { Field } from './content-field.ts';
import { intersectTypes } from './input/raw-filter.ts';

/**
 * `ne`, `notIn` and `not` hold for most items, which would all be counted. What they exclude is mostly few items, often
 * found by an index, and the number of all of them is known.
 * @returns the items of a condition that is counted, without those of another; null for other conditions
 */
export function findComplement(condition: Condition): { counted: Condition; except: Condition } | null {
  const all = conjuncts(condition);
  const counted = all.filter(isCounted);
  const negative = all.filter((each) => !isCounted(each));
  const excluded = negative.map((each) => exclusion(each, namedTypes(counted)));
  const [first, ...others] = excluded.filter((each) => each !== null);
  if (!first || excluded.includes(null)) return null;
  const onTypes = [...counted, ...negative.flatMap(definingTypes)];
  const except = others.length > 0 ? { any: [first, ...others] } : first;
  return { counted: { all: onTypes }, except: { all: [...onTypes, except] } };
}

/** The condition of what a condition excludes; null if that can be most items. */
function exclusion(condition: Condition, types: readonly string[] | null): Condition | null {
  if ('not' in condition) return condition.not;
  if (!('any' in condition)) return negatedComparison(condition);
  // What all alternatives exclude: that is few items if one of them excludes few.
  const alternatives = condition.any.map(unwrap);
  const excluded = alternatives.map((each) => (appliesToAll(types, each) ? exclusion(each, types) : null));
  if (excluded.every((each) => each === null)) return null;
  return { all: alternatives.map((each, index) => excluded[index] ?? { not: each }) };
}

/** The only condition of nested lists. */
function unwrap(condition: Condition): Condition {
  const [first, ...others] = conjuncts(condition);
  return first && others.length === 0 ? first : condition;
}

function negatedComparison(condition: Condition): Condition | null {
  const operator = 'field' in condition ? FILTER_OPERATORS[condition.operator].negates : undefined;
  return operator ? { ...condition, operator } : null;
}

/** Returns whether a condition on a custom field concerns all items of these types. */
function appliesToAll(types: readonly string[] | null, condition: Condition): boolean {
  const own = 'field' in condition ? condition.field.custom?.types : undefined;
  return !own || Boolean(types?.every((type) => own.includes(type)));
}

/** The types that all of these conditions name. */
function namedTypes(counted: readonly Condition[]): readonly string[] | null {
  return counted.map((each) => namedValues(each, TYPE.name) as string[] | null).reduce(intersectTypes, null);
}

const TYPE = BUILT_IN_FIELDS.get('type') as Field;

/** A condition on a custom field only holds for items of a type that defines it. */
function definingTypes(condition: Condition): Condition[] {
  const types = 'field' in condition ? condition.field.custom?.types : undefined;
  return types ? [{ field: TYPE, operator: 'in', value: types }] : [];
}
