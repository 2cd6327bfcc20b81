import { BUILT_IN_FIELDS } from './built-in-fields.ts';
import { type Condition, type Field, type Operator, conjuncts, isCounted } from './condition.ts';
import { commonTypes } from './input/raw-filter.ts';

/**
 * `ne`, `notIn` and `not` hold for most items, which would all be counted. What they exclude is mostly few items, often
 * found by an index, and the number of all of them is known.
 * @returns the items of a condition that is counted, without those of another; null for other conditions
 */
export function complementOf(condition: Condition): { counted: Condition; except: Condition } | null {
  const all = conjuncts(condition);
  const counted = all.filter(isCounted);
  const negative = all.filter((each) => !isCounted(each));
  const excluded = negative.map((each) => excludedBy(each, typesAmong(counted)));
  const [first, ...others] = excluded.filter((each) => each !== null);
  if (!first || excluded.includes(null)) return null;
  const ofTypes = [...counted, ...negative.flatMap(ofItsTypes)];
  const except = others.length > 0 ? { any: [first, ...others] } : first;
  return { counted: { all: ofTypes }, except: { all: [...ofTypes, except] } };
}

const POSITIVE: Partial<Record<Operator, Operator>> = { ne: 'eq', notIn: 'in' };

/** The condition of what it does not hold for; null if that can be most items. */
function excludedBy(condition: Condition, types: readonly string[] | null): Condition | null {
  if ('not' in condition) return condition.not;
  if (!('any' in condition)) return positive(condition);
  // What all alternatives exclude: that is few items if one of them excludes few.
  const alternatives = condition.any.map(alone);
  const excluded = alternatives.map((each) => (isOfEvery(types, each) ? excludedBy(each, types) : null));
  if (excluded.every((each) => each === null)) return null;
  return { all: alternatives.map((each, index) => excluded[index] ?? { not: each }) };
}

/** A condition in lists of its own as that condition. */
function alone(condition: Condition): Condition {
  const [first, ...others] = conjuncts(condition);
  return first && others.length === 0 ? first : condition;
}

function positive(condition: Condition): Condition | null {
  const operator = 'field' in condition ? POSITIVE[condition.operator] : undefined;
  return operator ? { ...condition, operator } : null;
}

/** Whether a condition on a custom field concerns all items of these types. */
function isOfEvery(types: readonly string[] | null, condition: Condition): boolean {
  const own = 'field' in condition ? condition.field.custom?.types : undefined;
  return !own || Boolean(types?.every((type) => own.includes(type)));
}

/** The types that these conditions name. */
function typesAmong(counted: readonly Condition[]): readonly string[] | null {
  const named = counted.flatMap((each) =>
    'field' in each && each.field === TYPE && ['eq', 'in'].includes(each.operator)
      ? [[each.value].flat() as string[]]
      : [],
  );
  return named.reduce(commonTypes, null);
}

const TYPE = BUILT_IN_FIELDS.get('type') as Field;

/** A condition on a custom field only holds for items of a type that defines it. */
function ofItsTypes(condition: Condition): Condition[] {
  const types = 'field' in condition ? condition.field.custom?.types : undefined;
  return types ? [{ field: TYPE, operator: 'in', value: types }] : [];
}
