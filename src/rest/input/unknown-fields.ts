import { type GraphQLInputType, getNamedType, getNullableType, isInputObjectType, isListType } from 'graphql';
import { isPlainObject } from '../../shared/plain-object.ts';
import { joinPath } from './json-input.ts';

/** A field of a JSON value that its type does not have. */
export interface UnknownField {
  /** The path of the object that has it; empty for the body itself. */
  parent: string;
  name: string;
  /** Names of the fields that the object may have. */
  siblings: readonly string[];
}

/** The search ends after so many: a body has up to 200,000 values. */
const MAX_UNKNOWN_FIELDS = 20;

/** Adds the unknown fields at any depth. What a scalar for free-form JSON contains has none. */
export function findUnknownFields(type: GraphQLInputType, value: unknown, path: string, found: UnknownField[]): void {
  const nullable = getNullableType(type);
  if (!isInputObjectType(getNamedType(nullable)) || found.length >= MAX_UNKNOWN_FIELDS) return;
  if (isListType(nullable)) {
    if (!Array.isArray(value)) return;
    for (const [index, item] of value.entries()) {
      if (found.length >= MAX_UNKNOWN_FIELDS) return;
      findUnknownFields(nullable.ofType, item, `${path}[${index}]`, found);
    }
    return;
  }
  if (!isInputObjectType(nullable) || !isPlainObject(value)) return;
  const fields = nullable.getFields();
  for (const name of Object.keys(value)) {
    if (found.length >= MAX_UNKNOWN_FIELDS) return;
    const field = fields[name];
    if (field) findUnknownFields(field.type, value[name], joinPath(path, name), found);
    else found.push({ parent: path, name, siblings: Object.keys(fields) });
  }
}
