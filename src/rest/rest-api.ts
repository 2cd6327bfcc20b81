import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { loadOperations } from './documents/load-operations.ts';
import { buildOpenApi } from './openapi/build-open-api.ts';
import { ROOT } from '../shared/paths.ts';
import { VERSION } from '../shared/version.ts';
import type { RestOperation } from './operation.ts';

export const REST_PREFIX = '/api/sdk';

/** The operation documents of this repository, compiled. */
export function loadRest(schema: GraphQLSchema): RestOperation[] {
  return loadOperations(join(ROOT, 'rest'), schema);
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
