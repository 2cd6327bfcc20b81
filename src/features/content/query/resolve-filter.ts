import { type Violation, listChoices, report } from '../../../shared/errors.ts';
import { OPERATOR_NAMES, type OperatorName, operatorNames, FILTER_OPERATORS } from '../filter-operators.ts';
import { BUILT_IN_FIELDS } from './built-in-fields.ts';
import type { Condition } from './condition.ts';
import type { Field } from './content-field.ts';
import { type DefinedField, customField } from './custom-fields.ts';
import { checkOperand } from './input/operand.ts';
import { CUSTOM, type RawCondition, type RawFilter, intersectTypes, namedTypes } from './input/raw-filter.ts';

const MAX_NAME_SHOWN_LENGTH = 100;

/** The definitions of custom fields by name that a filter is checked against, and the violations found so far. */
export interface Definitions {
  fields: ReadonlyMap<string, readonly DefinedField[]>;
  violations: Violation[];
}

interface FilterContext {
  /** The types that matching items are among, as far as the filter says. */
  types: readonly string[] | null;
  isReferenced: boolean;
}

/** The filter with its fields and typed values. Errors are added to the violations; it is only valid without any. */
export function resolveFilter(
  raw: RawFilter,
  definitions: Definitions,
  context: FilterContext = { types: null, isReferenced: false },
): Condition {
  if ('all' in raw) {
    const inner = { ...context, types: intersectTypes(context.types, namedTypes(raw)) };
    return { all: raw.all.map((each) => resolveFilter(each, definitions, inner)) };
  }
  if ('any' in raw) return { any: raw.any.map((each) => resolveFilter(each, definitions, context)) };
  if ('not' in raw) return { not: resolveFilter(raw.not, definitions, context) };
  const field = findField(raw, definitions, context.types);
  if (!field) return { all: [] };
  return 'to' in raw ? resolveReference(raw, field, definitions, context) : resolveCondition(raw, field, definitions);
}

function resolveReference(
  { path, to }: Extract<RawFilter, { to: RawFilter }>,
  field: Field,
  definitions: Definitions,
  { isReferenced }: FilterContext,
): Condition {
  const { violations } = definitions;
  if (!field.custom?.isReference) report(violations, path, 'is not a reference');
  else if (isReferenced) report(violations, path, 'must not be inside another reference');
  const types = field.custom?.referenceTo ? [field.custom.referenceTo] : null;
  return { reference: field, to: resolveFilter(to, definitions, { types, isReferenced: true }) };
}

function resolveCondition(raw: RawCondition, field: Field, { violations }: Definitions): Condition {
  const operator = findOperator(field, raw.operator);
  if (!operator) {
    const choices = listChoices(operatorNames(field.kind));
    report(violations, raw.path, `does not fit the field: its operator must be ${choices}`);
    return { all: [] };
  }
  const { value, violation } = checkOperand(field, operator, raw);
  if (violation) report(violations, raw.path, violation);
  return { field, operator, value };
}

function findOperator({ kind }: Field, name: string): OperatorName | undefined {
  const operatorName = OPERATOR_NAMES.find((each) => each === name);
  const operator =
    operatorName && kind === 'list' ? (FILTER_OPERATORS[operatorName].onList ?? operatorName) : operatorName;
  return operatorNames(kind).find((each) => each === operator);
}

/** The field by its name; a custom field among those of the types that matching items may have. */
export function findField(
  { name, path }: { name: string; path: string },
  { fields, violations }: Definitions,
  types: readonly string[] | null,
): Field | undefined {
  if (!name.startsWith(CUSTOM)) {
    return BUILT_IN_FIELDS.get(name) ?? report(violations, path, 'is not a field of content items');
  }
  const own = name.slice(CUSTOM.length);
  const [first, ...others] = (fields.get(own) ?? []).filter(({ type }) => !types || types.includes(type));
  const field = first && customField([first, ...others]);
  if (field) return field;
  violations.push({ field: path, message: `${path}: ${fieldProblem(own, field, types)}` });
  return undefined;
}

/** @param field null where content types define it differently */
function fieldProblem(name: string, field: null | undefined, types: readonly string[] | null): string {
  const shortName = name.slice(0, MAX_NAME_SHOWN_LENGTH);
  if (field === null) return `content types define "${shortName}" differently, so filter by type as well`;
  const place = types ? `the content type ${listChoices(types.slice(0, 3))}` : 'any content type';
  return `"${shortName}" is not a custom field of ${place}`;
}
