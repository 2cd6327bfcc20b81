import {
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  defaultFieldResolver,
  defaultTypeResolver,
  getArgumentValues,
} from 'graphql';
import type { SelectedField, SelectionScope } from '../selection/select-fields.ts';

/** One run of an operation. */
export interface Execution {
  /** The context of the resolvers. */
  readonly context: unknown;
  /** Variables that GraphQL has coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** Arguments of the fields that were read before. */
  readonly args: Map<SelectedField, Record<string, unknown>>;
  readonly errors: unknown[];
}

/** Returns the value of a field, or a promise of it. */
export type ReadField = (source: unknown, execution: Execution) => unknown;

/** @param path without the indexes of lists */
export function compileRead(
  scope: SelectionScope,
  parent: GraphQLObjectType,
  field: SelectedField,
  path: GraphQLResolveInfo['path'],
): ReadField {
  const { name } = field;
  if (name === '__typename') return () => parent.name;
  const definition = parent.getFields()[name] as GraphQLField<unknown, unknown>;
  const { resolve } = definition;
  const info = buildInfo(scope, parent, field, path);
  const call =
    (resolver: NonNullable<typeof resolve>): ReadField =>
    (source, execution) =>
      resolver(source, readArguments(definition, field, execution), execution.context, info);
  if (resolve) return call(resolve);
  const callMethod = call(defaultFieldResolver);
  return (source, execution) => {
    const value: unknown = (source as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'function' ? callMethod(source, execution) : value;
  };
}

/** Compiles each type that an object of an abstract type may have. The result returns the one of an object. */
export function compileTypes<T>(
  { schema }: SelectionScope,
  type: GraphQLAbstractType,
  compile: (possible: GraphQLObjectType) => T,
): (value: unknown, context: unknown) => T {
  const compiled = new Map(schema.getPossibleTypes(type).map((possible) => [possible.name, compile(possible)]));
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const info = { schema } as GraphQLResolveInfo;
  return (value, context) => {
    const name = resolveType(value, context, info, type);
    const found = typeof name === 'string' ? compiled.get(name) : undefined;
    if (!found) throw new TypeError(`Abstract type "${type.name}" must resolve to an object type`);
    return found;
  };
}

export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/** The part of the info of resolvers that does not depend on a request. */
function buildInfo(
  { schema, fragments }: SelectionScope,
  parentType: GraphQLObjectType,
  field: SelectedField,
  path: GraphQLResolveInfo['path'],
): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes: toFieldNodes(field),
    fragments: Object.fromEntries(fragments),
    parentType,
    path,
    returnType: field.type,
    schema,
  } as unknown as GraphQLResolveInfo;
}

/** A node of the field for each of its selections. */
export function toFieldNodes({ node, selections }: SelectedField) {
  return selections.length === 0 ? [node] : selections.map((selectionSet) => ({ ...node, selectionSet }));
}

/** Variables are the same for all objects of an execution, so arguments are as well. */
function readArguments(
  definition: GraphQLField<unknown, unknown>,
  field: SelectedField,
  { args, variables }: Execution,
): Record<string, unknown> {
  let values = args.get(field);
  if (!values) {
    values = getArgumentValues(definition, field.node, variables);
    args.set(field, values);
  }
  return values;
}
