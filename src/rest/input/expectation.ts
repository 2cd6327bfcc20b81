import {
  getNullableType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { listChoices } from '../../shared/errors.ts';
import { spellings } from '../enum-spelling.ts';

/** Describes the values of the type, to complete "<path> must be …". */
export function expectation(type: GraphQLInputType): string {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return `an array${describeItems(nullable.ofType)}`;
  if (isInputObjectType(nullable)) return 'an object';
  if (isEnumType(nullable)) return listChoices(spellings(nullable));
  return scalarExpectation(nullable);
}

const BUILT_IN: Readonly<Record<string, string>> = {
  String: 'a string',
  ID: 'a string',
  Int: 'an integer',
  Float: 'a number',
  Boolean: 'true or false',
};

const PLURALS: Readonly<Record<string, string>> = {
  'a string': 'strings',
  'an integer': 'integers',
  'a number': 'numbers',
  'true or false': 'booleans',
  'an object': 'objects',
};

/** The description of a scalar comes from its own error "must be …", otherwise from the `jsonSchema` of graphql-scalars. */
function scalarExpectation(scalar: GraphQLScalarType): string {
  const { name, extensions } = scalar;
  return (
    BUILT_IN[name] ??
    describeScalar(scalar) ??
    EXPECTED_BY_SCHEMA.get(schemaKind(extensions['jsonSchema'])) ??
    `a valid ${name}`
  );
}

function describeScalar(scalar: GraphQLScalarType): string | undefined {
  try {
    scalar.parseValue(undefined);
    return undefined;
  } catch (error) {
    return scalarProblem(error)?.slice('must be '.length);
  }
}

/** Returns the error "must be …" of a scalar of the service. Scalars of libraries have other texts. */
export function scalarProblem(error: unknown): string | undefined {
  return error instanceof Error && error.message.startsWith('must be ') ? error.message : undefined;
}

const EXPECTED_BY_SCHEMA: ReadonlyMap<string, string> = new Map([
  ['object', 'an object'],
  ['array', 'an array'],
  ['date-time', 'an ISO 8601 date and time'],
  ['date', 'a date (YYYY-MM-DD)'],
  ['email', 'an email address'],
  ['uri', 'a URL'],
]);

function schemaKind(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '';
  if ('format' in schema) return String(schema.format);
  return 'type' in schema ? String(schema.type) : '';
}

function describeItems(item: GraphQLInputType): string {
  if (isListType(getNullableType(item))) return ' of arrays';
  const itemExpectation = expectation(item);
  const plural = PLURALS[itemExpectation];
  if (plural) return ` of ${plural}`;
  return isEnumType(getNullableType(item)) ? ` of ${itemExpectation}` : '';
}
