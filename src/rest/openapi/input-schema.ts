import {
  getNullableType,
  GRAPHQL_MAX_INT,
  GRAPHQL_MIN_INT,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import { spelling, spellings } from '../enum-spelling.ts';
import { restValue } from '../input/rest-value.ts';
import type { JsonShape } from '../../api/json-shape.ts';
import { addBounds, declaredBounds } from './bounds-schema.ts';
import { describe, nullable, objectSchema, type SchemaObject, type SharedSchemas } from './schema-object.ts';

/** The schema of the type in a request body, without null. */
export function requiredSchema(shared: SharedSchemas, type: GraphQLInputType): SchemaObject {
  if (isNonNullType(type)) return requiredSchema(shared, type.ofType);
  if (isListType(type)) return { type: 'array', items: inputSchema(shared, type.ofType) };
  if (isInputObjectType(type)) return shared.refer(type, type.name, 'Body', () => inputObject(shared, type));
  return leafSchema(shared, type);
}

/** A scalar or enum, the same for input and output. */
export function leafSchema(shared: SharedSchemas, type: GraphQLLeafType): SchemaObject {
  return isEnumType(type) ? shared.refer(type, type.name, 'Enum', () => enumSchema(type)) : scalarSchema(type);
}

function inputSchema(shared: SharedSchemas, type: GraphQLInputType): SchemaObject {
  if (isNonNullType(type)) return requiredSchema(shared, type.ofType);
  return nullable(requiredSchema(shared, type));
}

function inputObject(shared: SharedSchemas, type: GraphQLInputObjectType): SchemaObject {
  const fields = Object.values(type.getFields());
  const properties = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(shared, field)]));
  const required = fields.filter(isRequired).map(({ name }) => name);
  const exactlyOne = type.isOneOf ? { minProperties: 1, maxProperties: 1 } : {};
  return describe({ ...objectSchema(properties, required), ...exactlyOne }, type.description);
}

function fieldSchema(shared: SharedSchemas, field: GraphQLInputField): SchemaObject {
  const bounds = declaredBounds(field);
  const value =
    declaredShape(shared, field) ??
    addBounds({ ...integerRange(field.type), ...requiredSchema(shared, field.type) }, bounds);
  const schema = describe(isNullable(field) ? nullable(value) : value, field.description);
  const preset = restValue(field.type, field.defaultValue);
  return {
    ...schema,
    ...(preset === undefined ? {} : { default: preset }),
    ...(field.deprecationReason ? { deprecated: true } : {}),
  };
}

/** A field with free-form JSON can declare what the service reads of it. */
function declaredShape(shared: SharedSchemas, field: GraphQLInputField): SchemaObject | undefined {
  const shape = field.extensions['shape'] as JsonShape | undefined;
  return shape && shared.refer(shape, shape.name, 'Body', () => addBounds(shape.schema(), declaredBounds(field)));
}

function isRequired(field: GraphQLInputField): boolean {
  return isRequiredInputField(field) || declaredBounds(field).required === true;
}

function isNullable(field: GraphQLInputField): boolean {
  const { filled, required } = declaredBounds(field);
  return !isNonNullType(field.type) && !filled && !required;
}

/** GraphQL integers have 32 bits. (In a query, larger ones count as the maximum.) */
function integerRange(type: GraphQLInputType): SchemaObject {
  return getNullableType(type) === GraphQLInt ? { minimum: GRAPHQL_MIN_INT, maximum: GRAPHQL_MAX_INT } : {};
}

function enumSchema(type: GraphQLEnumType): SchemaObject {
  const meanings = type.getValues().filter((value) => value.description);
  const list = meanings.map((value) => `- \`${spelling(value)}\`: ${value.description}`).join('\n');
  return describe({ type: 'string', enum: spellings(type) }, [type.description, list].filter(Boolean).join('\n\n'));
}

const BUILT_IN: Readonly<Record<string, SchemaObject>> = {
  String: { type: 'string' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
};

/**
 * A custom scalar defines its schema in `extensions.jsonSchema`, like those of graphql-scalars; otherwise any value is
 * allowed.
 */
function scalarSchema(type: GraphQLScalarType): SchemaObject {
  const { jsonSchema } = type.extensions;
  return BUILT_IN[type.name] ?? (typeof jsonSchema === 'object' ? { ...(jsonSchema as SchemaObject | null) } : {});
}
