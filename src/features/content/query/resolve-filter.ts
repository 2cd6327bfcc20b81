import { type Violation, listChoices } from '../../../shared/errors.ts';
import { BUILT_IN_FIELDS } from './built-in-fields.ts';
import { type Condition, type Field, OPERATORS, type Operator } from './condition.ts';
import { type DefinedField, customField } from './custom-fields.ts';
import { checkedValue } from './input/filter-value.ts';
import { CUSTOM, type RawCondition, type RawFilter, commonTypes, typesNamed } from './input/raw-filter.ts';

const MAX_NAME_SHOWN_LENGTH = 100;

/** What a filter is checked against: definitions of custom fields by name. */
export interface Definitions {
  fields: ReadonlyMap<string, readonly DefinedField[]>;
  violations: Violation[];
}

interface Place {
  /** The types that matching items are among, as far as the filter says. */
  types: readonly string[] | null;
  isReferenced: boolean;
}

/** The filter with its fields and typed values. Errors are added to the violations; it is only valid without any. */
export function resolveFilter(
  raw: RawFilter,
  definitions: Definitions,
  place: Place = { types: null, isReferenced: false },
): Condition {
  const inside = { ...place, types: commonTypes(place.types, typesNamed(raw)) };
  if ('all' in raw) return { all: raw.all.map((each) => resolveFilter(each, definitions, inside)) };
  if ('any' in raw) return { any: raw.any.map((each) => resolveFilter(each, definitions, place)) };
  if ('not' in raw) return { not: resolveFilter(raw.not, definitions, place) };
  const field = findField(raw, definitions, place.types);
  if (!field) return { all: [] };
  return 'to' in raw ? resolveReference(raw, field, definitions, place) : resolveCondition(raw, field, definitions);
}

function resolveReference(
  { path, to }: Extract<RawFilter, { to: RawFilter }>,
  field: Field,
  definitions: Definitions,
  { isReferenced }: Place,
): Condition {
  if (!field.custom?.isReference) report(definitions, path, `${path} is not a reference`);
  else if (isReferenced) report(definitions, path, `${path} must not be inside another reference`);
  const types = field.custom?.referenceTo ? [field.custom.referenceTo] : null;
  return { reference: field, to: resolveFilter(to, definitions, { types, isReferenced: true }) };
}

function resolveCondition(raw: RawCondition, field: Field, definitions: Definitions): Condition {
  const operator = operatorFor(field, raw.operator);
  if (!operator) {
    const choices = listChoices(OPERATORS[field.kind]);
    report(definitions, raw.path, `${raw.path} does not fit the field: its operator must be ${choices}`);
    return { all: [] };
  }
  const { value, wrong } = checkedValue(field, operator, raw);
  if (wrong) report(definitions, raw.path, `${raw.path} ${wrong}`);
  return { field, operator, value };
}

/** In query parameters, `in` and `eq` of a list ask for its entries. */
const OF_LISTS: Readonly<Record<string, Operator>> = { eq: 'contains', in: 'containsAny' };

function operatorFor({ kind }: Field, name: string): Operator | undefined {
  const wanted = kind === 'list' ? (OF_LISTS[name] ?? name) : name;
  const fitting: readonly Operator[] = OPERATORS[kind];
  return fitting.find((operator) => operator === wanted);
}

/** The field by its name; a custom field among those of the types that matching items may have. */
export function findField(
  { name, path }: { name: string; path: string },
  definitions: Definitions,
  types: readonly string[] | null,
): Field | undefined {
  if (!name.startsWith(CUSTOM)) {
    const field = BUILT_IN_FIELDS.get(name);
    if (!field) report(definitions, path, `${path} is not a field of content items`);
    return field;
  }
  const own = name.slice(CUSTOM.length);
  const all = definitions.fields.get(own) ?? [];
  const [first, ...others] = all.filter(({ type }) => !types || types.includes(type));
  const field = first && customField([first, ...others]);
  if (field) return field;
  const shown = own.slice(0, MAX_NAME_SHOWN_LENGTH);
  if (field === null) {
    report(definitions, path, `${path}: content types define "${shown}" differently, so filter by type as well`);
  } else {
    const where = types ? `the content type ${listChoices(types.slice(0, 3))}` : 'any content type';
    report(definitions, path, `${path}: "${shown}" is not a custom field of ${where}`);
  }
  return undefined;
}

function report({ violations }: Definitions, field: string, message: string): void {
  violations.push({ field, message });
}
