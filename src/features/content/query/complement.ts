import { BUILT_IN_FIELDS } from './built-in-fields.ts';
import { type Condition, type Field, type Operator, isCounted } from './condition.ts';

/** The items of a condition that is counted, without those of another. */
interface Complement {
  counted: Condition;
  except: Condition;
}

/**
 * `ne`, `notIn` and `not` hold for most items, which would all be counted. What they exclude is mostly few items, often
 * found by an index, and the number of all of them is known.
 * @returns null for other conditions
 */
export function complementOf(condition: Condition): Complement | null {
  const all = conjuncts(condition);
  const [negative, ...others] = all.filter((each) => !isCounted(each));
  if (!negative || others.length > 0) return null;
  const excluded = excludedBy(negative);
  if (!excluded) return null;
  const counted = [...all.filter(isCounted), ...ofItsTypes(negative)];
  return { counted: { all: counted }, except: { all: [...counted, excluded] } };
}

function conjuncts(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap(conjuncts) : [condition];
}

const POSITIVE: Partial<Record<Operator, Operator>> = { ne: 'eq', notIn: 'in' };

function excludedBy(condition: Condition): Condition | null {
  if ('not' in condition) return condition.not;
  if (!('field' in condition)) return null;
  const operator = POSITIVE[condition.operator];
  return operator ? { ...condition, operator } : null;
}

const TYPE = BUILT_IN_FIELDS.get('type') as Field;

/** A condition on a custom field only holds for items of a type that defines it. */
function ofItsTypes(condition: Condition): Condition[] {
  const types = 'field' in condition ? condition.field.custom?.types : undefined;
  return types ? [{ field: TYPE, operator: 'in', value: types }] : [];
}
