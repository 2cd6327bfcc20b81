import { type Violation, createViolation } from '../../../shared/errors.ts';
import { PatternBudget } from '../../../text/safe-pattern.ts';
import type { FieldDefinition } from '../../content-type/field-definition.ts';
import type { FieldValidation, ValueViolation } from '../../content-type/field-type.ts';
import { fieldTypeRule } from '../../content-type/field-types.ts';
import { storageViolation } from '../../content-type/stored-json.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';

/** The ids in a reference field of an item. */
export interface FieldReferences {
  /** Path of the field, such as `customFields.related`; an id of a list is at `[index]` below it. */
  path: string;
  field: string;
  ids: string[];
  /** Tells whether the field has a list. */
  many: boolean;
  /** Slug of the content type of the referenced items. */
  referenceTo: string | undefined;
}

/** The id of an uploaded file in a field of an item. */
export interface FieldFile {
  /** Path of the field, such as `customFields.cover`. */
  path: string;
  field: string;
  id: string;
  validation: FieldValidation;
}

export interface CheckedCustomFields {
  /** The fields to store, without cleared ones. Only valid without violations. */
  values: Record<string, unknown>;
  violations: Violation[];
  /** References that the content service must check: that the items exist and have the right type. */
  references: FieldReferences[];
  /** Files that the content service must check. */
  files: FieldFile[];
}

export interface CustomFieldsOptions {
  /** A required field is only checked in a published item. */
  published: boolean;
  /** Adds the default values of missing fields (not of null); for new items. */
  fillDefaults?: boolean;
  /** Path of the values in the request; default `customFields`. */
  path?: string;
  /** The time budget for the patterns of all fields. */
  budget?: PatternBudget;
}

/**
 * Validates the custom fields of an item against its type. Null clears a field. Fields that the type does not define
 * are kept. Together they have at most 256 kB of JSON and 20 levels, and their patterns share one time budget. Never
 * throws for any JSON.
 */
export function checkCustomFields(
  fields: readonly FieldDefinition[],
  input: unknown,
  { published, fillDefaults = false, path = 'customFields', budget = new PatternBudget() }: CustomFieldsOptions,
): CheckedCustomFields {
  const object: unknown = input ?? {};
  if (!isPlainObject(object)) return invalid(path, { at: '', wrong: 'must be an object' });
  const values = valuesToCheck(fields, object, fillDefaults);
  const unstorable = storageViolation(values);
  if (unstorable) return invalid(path, unstorable);
  const violations = fields.flatMap((field) => {
    const value = values[field.name];
    const isMissing = published && field.validation.required === true && isEmpty(value);
    const wrong = isMissing ? [{ at: '', wrong: 'is required' }] : checkValue(field, value, budget);
    return wrong.map((violation) => toViolation(`${path}.${field.name}`, violation));
  });
  if (violations.length > 0) return { values, violations, references: [], files: [] };
  return {
    values,
    violations,
    references: listReferences(fields, values, path),
    files: listFiles(fields, values, path),
  };
}

function invalid(path: string, violation: ValueViolation): CheckedCustomFields {
  return { values: {}, violations: [toViolation(path, violation)], references: [], files: [] };
}

function toViolation(path: string, { at, wrong }: ValueViolation): Violation {
  return createViolation(path + at, wrong);
}

/** Adds defaults to the values and removes cleared fields. */
function valuesToCheck(fields: readonly FieldDefinition[], input: Record<string, unknown>, fillDefaults: boolean) {
  const values = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  for (const { name, defaultValue } of fields) {
    if (fillDefaults && !values.has(name) && defaultValue !== undefined) values.set(name, defaultValue);
    if (values.get(name) === null) values.delete(name);
  }
  return Object.fromEntries(values);
}

/** Returns whether a value is missing. A blank text or an empty list counts as missing, whatever the type. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function checkValue(field: FieldDefinition, value: unknown, budget: PatternBudget): ValueViolation[] {
  return value === undefined ? [] : fieldTypeRule(field.type).check(value, field.validation, budget);
}

function listReferences(fields: readonly FieldDefinition[], values: Record<string, unknown>, path: string) {
  return fields.flatMap(({ name, type, validation }): FieldReferences[] => {
    const ids = values[name] === undefined ? [] : (fieldTypeRule(type).referencedIds?.(values[name]) ?? []);
    const { referenceTo } = validation;
    return ids.length > 0
      ? [{ path: `${path}.${name}`, field: name, ids, many: type === 'references', referenceTo }]
      : [];
  });
}

function listFiles(fields: readonly FieldDefinition[], values: Record<string, unknown>, path: string) {
  return fields.flatMap(({ name, type, validation }): FieldFile[] => {
    const id = fieldTypeRule(type).assetId?.(values[name]) ?? null;
    return id === null ? [] : [{ path: `${path}.${name}`, field: name, id, validation }];
  });
}
