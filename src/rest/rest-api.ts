import { fileURLToPath } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import { loadOperations } from './documents/load-operations.ts';
import { buildOpenApi } from './openapi/build-open-api.ts';
import { VERSION } from '../shared/version.ts';
import type { RestOperation } from './operation.ts';

export const REST_PREFIX = '/api/sdk';

/** Found from both `src` and `dist`. */
const DOCUMENTS = fileURLToPath(new URL('../../rest/', import.meta.url));

/** The operation documents of this repository, compiled. */
export function loadRest(schema: GraphQLSchema): RestOperation[] {
  return loadOperations(DOCUMENTS, schema);
}

export function describeRest(operations: readonly RestOperation[], schema: GraphQLSchema): object {
  return buildOpenApi(operations, schema, {
    title: 'Lectern REST API',
    version: VERSION,
    description:
      'The REST API, generated from the operation documents in `rest/` over the GraphQL schema. No string of a request may contain the character U+0000 or half of a surrogate pair: 400.',
    prefix: REST_PREFIX,
  });
}
