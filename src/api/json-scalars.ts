import { GraphQLError, GraphQLScalarType, Kind, type ObjectFieldNode, type ValueNode } from 'graphql';
import { GraphQLJSON as AnyJSON, GraphQLJSONObject as AnyJSONObject } from 'graphql-scalars';
import { SentFile } from '../shared/http/uploaded-file.ts';

type Variables = Readonly<Record<string, unknown>> | null | undefined;

/** Any JSON. A literal in a document is read by the rules of `literalValue`. */
export const GraphQLJSON = new GraphQLScalarType({
  ...AnyJSON.toConfig(),
  parseLiteral: (node, variables) => literalValue(node, variables),
});

export const GraphQLJSONObject = new GraphQLScalarType({
  ...AnyJSONObject.toConfig(),
  parseLiteral: (node, variables) => {
    if (node.kind !== Kind.OBJECT) throw new GraphQLError('must be an object', { nodes: node });
    return literalValue(node, variables);
  },
});

/**
 * The JSON of a literal. A variable without a value is left out of an object and null in a list, as in input objects of
 * GraphQL.
 * @throws GraphQLError for what JSON does not have: enum values, files, and keys that every other reader removes
 */
function literalValue(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.ENUM:
      throw new GraphQLError(`JSON has no enum values: write "${node.value}" as a string`, { nodes: node });
    case Kind.LIST:
      return node.values.map((item) => literalValue(item, variables) ?? null);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.flatMap((field) => literalEntry(field, variables)));
    case Kind.VARIABLE:
      return variableValue(node.name.value, variables);
  }
}

function literalEntry(field: ObjectFieldNode, variables: Variables): [string, unknown][] {
  const name = field.name.value;
  if (name === '__proto__') throw new GraphQLError(`${name} is not a possible key`, { nodes: field });
  const value = literalValue(field.value, variables);
  return value === undefined ? [] : [[name, value]];
}

/** The value of a variable, coerced by its type. Documents are validated without variables. */
function variableValue(name: string, variables: Variables): unknown {
  const value = variables?.[name];
  if (value instanceof Date) return value.toISOString();
  if (value instanceof SentFile) throw new GraphQLError(`JSON has no files: $${name} is one`);
  return value;
}
