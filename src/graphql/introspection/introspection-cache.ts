import type { GraphQLSchema } from 'graphql';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { OperationRequest } from '../execution/execute-compiled.ts';
import { ResponseCache } from '../execution/response-cache.ts';

/** Limits of all schemas together. */
const LIMITS = { bytes: 24_000_000, bytesPerBody: 8_000_000 };

/** Responses about a schema are the same for every caller while the schema is the same object. */
export type IntrospectionCache = ResponseCache<GraphQLSchema>;

export function createIntrospectionCache(): IntrospectionCache {
  const numbers = new WeakMap<GraphQLSchema, number>();
  let schemas = 0;
  const getBasis = (schema: GraphQLSchema) => ({
    caller: String(getOrAdd(numbers, schema, () => (schemas += 1))),
    readRevision: async () => '',
    isShared: () => true,
  });
  return new ResponseCache(getBasis, LIMITS);
}

/** Looks a response about the schema up; unlike other responses, the first is already stored. */
export function beginIntrospection(
  cache: IntrospectionCache,
  schema: GraphQLSchema,
  { query, operationName, variables }: OperationRequest,
) {
  if (!query.includes('__')) return null;
  const request = JSON.stringify([query, operationName ?? null, variables]);
  return cache.begin({ request, topics: [], isHeld: () => false }, schema);
}
