import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { type ClassType, Extensions, Int, type ResolverData, getMetadataStorage } from 'type-graphql';
import type { Bounds as FieldBounds } from '../shared/bounds.ts';
import { Checks, isBlank } from '../shared/checks.ts';
import { type DeclaredField, declaredFields } from './declared-fields.ts';
import type { RequestContext } from './request-context.ts';
import { requiredScopes } from './scope.ts';

/**
 * Declares the bounds of an input field once: `InputArg` enforces them, OpenAPI documents them. On an object type it
 * applies to the inputs derived from it.
 */
export function Bounds(bounds: FieldBounds): PropertyDecorator {
  return Extensions({ bounds });
}

/**
 * Copies the bounds of inherited input fields, because type-graphql does not copy the extensions of inherited input
 * fields to the schema.
 */
export function keepInheritedBounds(schema: GraphQLSchema): void {
  for (const { name, target } of getMetadataStorage().inputTypes) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    const fields = type.getFields();
    for (const { name: fieldName, bounds } of declaredFields(target as ClassType)) {
      const field = fields[fieldName];
      if (field && bounds) field.extensions = { ...field.extensions, bounds };
    }
  }
}

/**
 * Rejects an argument that violates the bounds of its class. An invalid or missing key or token is reported first, but not by
 * fields for the admin key, which need neither.
 */
export function validateInput(input: object | null | undefined, Input: unknown, { context, info }: ResolverData): void {
  const checks = input ? checkInput(Input as ClassType, input) : null;
  if (!checks || checks.isPassed) return;
  const field = info.parentType.getFields()[info.fieldName];
  if (field && !requiredScopes(field).includes('admin')) void (context as RequestContext).viewer;
  checks.throwIfInvalid();
}

/** Every violation of the bounds of the input class and its nested inputs; more checks may be added. */
export function checkInput(Input: ClassType, input: object): Checks {
  const checks = new Checks();
  checkBounds(checks, Input, input, '');
  return checks;
}

function checkBounds(checks: Checks, Input: ClassType, input: object, path: string): void {
  for (const field of boundedFields(Input)) {
    checkField(checks, field, (input as Readonly<Record<string, unknown>>)[field.name], path + field.name);
  }
}

interface BoundedField extends DeclaredField {
  bounds: FieldBounds;
  /** The class of a nested input with its own bounds. */
  Nested: ClassType | undefined;
}

const boundedFieldsByClass = new Map<ClassType, readonly BoundedField[]>();

function boundedFields(Input: ClassType): readonly BoundedField[] {
  let fields = boundedFieldsByClass.get(Input);
  if (!fields) {
    boundedFieldsByClass.set(Input, []);
    fields = declaredFields(Input)
      .map((field) => ({ ...field, bounds: field.bounds ?? {}, Nested: nestedInput(field) }))
      .filter(({ bounds, Nested }) => Nested || Object.keys(bounds).length > 0);
    boundedFieldsByClass.set(Input, fields);
  }
  return fields;
}

function nestedInput({ type }: DeclaredField): ClassType | undefined {
  return typeof type === 'function' && boundedFields(type as ClassType).length > 0 ? (type as ClassType) : undefined;
}

function checkField(checks: Checks, field: BoundedField, value: unknown, path: string): void {
  const { bounds, Nested } = field;
  if (bounds.filled && isBlank(value)) return reportBlank(checks, field, value, path);
  // A missing object is checked as an empty one, so that the error names its missing field.
  if (bounds.required && Nested && isAbsent(value)) return checkBounds(checks, Nested, {}, `${path}.`);
  if (bounds.required) checks.required(path, value);
  if (isAbsent(value)) return;
  if (typeof value === 'string') checkText(checks, bounds, value, path);
  if (typeof value === 'number') checkNumber(checks, field, value, path);
  if (Array.isArray(value)) return checkList(checks, field, value, path);
  if (bounds.maxEntries !== undefined) checks.entries(path, Object.keys(value as object), bounds.maxEntries);
  if (bounds.maxJsonBytes !== undefined) checks.json(path, value, bounds.maxJsonBytes);
  if (Nested && typeof value === 'object') checkBounds(checks, Nested, value as object, `${path}.`);
}

function reportBlank(checks: Checks, { nullable, bounds }: BoundedField, value: unknown, path: string): void {
  if (value === undefined && nullable) return;
  checks.report(path, bounds.blankMessage ?? (nullable ? 'must not be empty' : 'is required'));
}

function checkText(checks: Checks, { format, maxLength, informative }: FieldBounds, value: string, path: string): void {
  if (informative) checks.informative(path, value);
  if (format) checks.format(path, value, format);
  if (maxLength !== undefined) checks.length(path, value, maxLength);
}

function checkNumber(checks: Checks, { type, bounds }: BoundedField, value: number, path: string): void {
  const { minimum, maximum } = bounds;
  if (minimum === undefined) return;
  if (maximum === undefined) checks.assertMinimum(path, value, minimum);
  else if (type === Int) checks.whole(path, value, minimum, maximum);
  else checks.assertInRange(path, value, minimum, maximum);
}

function checkList(checks: Checks, { bounds, Nested }: BoundedField, values: readonly unknown[], path: string): void {
  const { maxItems = Number.POSITIVE_INFINITY, items } = bounds;
  checks.entries(path, values, maxItems);
  values.slice(0, maxItems).forEach((value, index) => {
    const place = `${path}[${index}]`;
    if (items?.filled) checks.notEmptied(place, value);
    if (typeof value === 'string') checkText(checks, items ?? {}, value, place);
    if (Nested && typeof value === 'object' && value !== null) checkBounds(checks, Nested, value, `${place}.`);
  });
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
