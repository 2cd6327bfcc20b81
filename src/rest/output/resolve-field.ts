import { type GraphQLField, type GraphQLObjectType, type GraphQLResolveInfo, getArgumentValues } from 'graphql';
import type { SelectedField, SelectionScope } from './select-fields.ts';

/** What an execution has: variables coerced by GraphQL, the resolvers' context, and arguments that were read before. */
export interface Execution {
  readonly context: unknown;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly args: Map<SelectedField, Record<string, unknown>>;
}

/** What resolvers may ask of their place in the document; it does not depend on a request. */
export function infoOf(
  { schema, fragments }: SelectionScope,
  parentType: GraphQLObjectType,
  field: SelectedField,
  path?: GraphQLResolveInfo['path'],
): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes: fieldNodesOf(field),
    fragments: Object.fromEntries(fragments),
    parentType,
    ...(path ? { path } : {}),
    returnType: field.type,
    schema,
  } as unknown as GraphQLResolveInfo;
}

/** The field with each of its selections. */
export function fieldNodesOf({ node, selections }: SelectedField) {
  return selections.length === 0 ? [node] : selections.map((selectionSet) => ({ ...node, selectionSet }));
}

/** Variables are the same for all objects of an answer, so arguments are as well. */
export function argumentsOf(
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
