import type { ApolloServerPlugin } from '@apollo/server';
import { type GraphQLSchema, Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { RequestContext } from '../../api/request-context.ts';
import type { OperationRequest } from '../execution/execute-compiled.ts';
import { type CacheLookup, ResponseCache } from '../execution/response-cache.ts';

/** Of all schemas together. */
const LIMITS = { bytes: 24_000_000, bytesPerBody: 8_000_000 };

/**
 * Caches responses to operations that read the schema and nothing else: they are the same for every caller while the schema is
 * the same object.
 */
export type IntrospectionCache = ResponseCache<GraphQLSchema>;

export function createIntrospectionCache(): IntrospectionCache {
  const numbers = new WeakMap<GraphQLSchema, number>();
  let schemas = 0;
  const basisOf = (schema: GraphQLSchema) => ({
    caller: String(getOrAdd(numbers, schema, () => (schemas += 1))),
    readRevision: async () => '',
    isShared: () => true,
  });
  return new ResponseCache(basisOf, LIMITS);
}

export function introspectionLookup({ query, operationName, variables }: OperationRequest): CacheLookup {
  const request = JSON.stringify([query, operationName ?? null, variables]);
  return { request, topics: [], isHeld: () => false };
}

/** Stores the introspections that the endpoint of a schema answers. */
export function storeIntrospections(
  cache: IntrospectionCache,
  schema: GraphQLSchema,
): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart: async () => ({
      willSendResponse: async ({ request: { query, operationName, variables }, operation, response }) => {
        if (!operation || query === undefined || !isIntrospection(operation)) return;
        const { body } = response;
        if (body.kind !== 'single' || body.singleResult.errors || !body.singleResult.data) return;
        const lookup = introspectionLookup({ query, operationName, variables: variables ?? {} });
        const cached = await cache.begin(lookup, schema);
        cached?.store('', `${JSON.stringify({ data: body.singleResult.data })}\n`);
      },
    }),
  };
}

/** Clients write no fragments at the root of an introspection, so they are not looked into. */
function isIntrospection({ operation, selectionSet }: OperationDefinitionNode): boolean {
  return (
    operation === OperationTypeNode.QUERY &&
    selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value.startsWith('__'))
  );
}
