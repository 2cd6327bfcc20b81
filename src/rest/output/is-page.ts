import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';

/** Whether a field of Query answers a page of a list. */
export function isPage({ type }: { type: GraphQLOutputType }): boolean {
  const named = getNamedType(type);
  return isObjectType(named) && 'items' in named.getFields() && 'hasMore' in named.getFields();
}
