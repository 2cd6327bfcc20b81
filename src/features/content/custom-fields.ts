import type { Fault } from '../../shared/errors.ts';
import { PatternBudget } from '../../text/safe-pattern.ts';
import type { FieldDefinition } from '../content-type/field-definition.ts';
import type { Violation } from '../content-type/field-types/field-type.ts';
import { ruleOf } from '../content-type/field-types/field-types.ts';
import { storageViolation } from '../content-type/field-types/stored-json.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/** The ids that one reference field of an item holds. */
export interface FieldReferences {
  /** Where the field is, such as `customFields.related`; an id of a list is at `[index]` below it. */
  path: string;
  field: string;
  ids: string[];
  /** Whether the field holds a list. */
  many: boolean;
  /** Slug of the content type that the items must have. */
  referenceTo?: string;
}

export interface CheckedCustomFields {
  /** What to store: without the fields that were cleared. For use only when there is no fault. */
  values: Record<string, unknown>;
  faults: Fault[];
  /** What the content service has to look up: that the items exist and are of the right type. */
  references: FieldReferences[];
}

export interface CustomFieldsOptions {
  /** A required field counts only in a published item. */
  published: boolean;
  /** Gives the fields that are absent (not those that are null) their default values; for new items. */
  fillDefaults?: boolean;
  /** Where the values are in the request; default `customFields`. */
  path?: string;
}

/**
 * Holds the custom fields of an item against its type's fields. Null clears a field. What the type does not define is
 * kept as it is. Together they are at most 256 kB of JSON and 20 levels deep, and their patterns share one budget of
 * time. No JSON whatsoever makes it throw.
 */
export function checkCustomFields(
  fields: readonly FieldDefinition[],
  input: unknown,
  { published, fillDefaults = false, path = 'customFields' }: CustomFieldsOptions,
): CheckedCustomFields {
  const given: unknown = input ?? {};
  if (!isPlainObject(given)) return refused(path, { at: '', wrong: 'must be an object' });
  const values = valuesToCheck(fields, given, fillDefaults);
  const unstorable = storageViolation(values);
  if (unstorable) return refused(path, unstorable);
  const budget = new PatternBudget();
  const faults = fields.flatMap((field) => {
    const value = values[field.name];
    const missing = published && field.validation.required === true && isEmpty(value);
    const wrong = missing ? [{ at: '', wrong: 'is required' }] : checkValue(field, value, budget);
    return wrong.map((violation) => faultAt(`${path}.${field.name}`, violation));
  });
  return { values, faults, references: faults.length > 0 ? [] : referencesOf(fields, values, path) };
}

function refused(path: string, violation: Violation): CheckedCustomFields {
  return { values: {}, faults: [faultAt(path, violation)], references: [] };
}

function faultAt(path: string, { at, wrong }: Violation): Fault {
  const field = path + at;
  return { field, message: `${field} ${wrong}` };
}

/** The values with defaults filled in and without the fields that were cleared. */
function valuesToCheck(fields: readonly FieldDefinition[], given: Record<string, unknown>, fillDefaults: boolean) {
  const values = new Map(Object.entries(given).filter(([, value]) => value !== undefined));
  for (const { name, defaultValue } of fields) {
    if (fillDefaults && !values.has(name) && defaultValue !== undefined) values.set(name, defaultValue);
    if (values.get(name) === null) values.delete(name);
  }
  return Object.fromEntries(values);
}

/** A text of white space or a list without items says nothing, whatever its type. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function checkValue(field: FieldDefinition, value: unknown, budget: PatternBudget): Violation[] {
  return value === undefined ? [] : ruleOf(field.type).check(value, field.validation, budget);
}

function referencesOf(fields: readonly FieldDefinition[], values: Record<string, unknown>, path: string) {
  return fields.flatMap(({ name, type, validation }): FieldReferences[] => {
    const ids = values[name] === undefined ? [] : (ruleOf(type).referencedIds?.(values[name]) ?? []);
    const target = validation.referenceTo === undefined ? {} : { referenceTo: validation.referenceTo };
    return ids.length > 0
      ? [{ path: `${path}.${name}`, field: name, ids, many: type === 'references', ...target }]
      : [];
  });
}
