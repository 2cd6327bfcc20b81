import { resolverClasses } from '../../src/features/features.ts';
import { buildApiSchema } from '../../src/graphql/schema/build-schema.ts';
import type { RestOperation } from '../../src/rest/operation.ts';
import { loadRest } from '../../src/rest/rest-api.ts';

/** The schema of the service, without its resolvers: made once for the files of a worker, which only read it. */
export const apiSchema = await buildApiSchema(resolverClasses);

let loaded: RestOperation[] | undefined;

/** The REST operations of the service, loaded once for the files of a worker. */
export function restOperations(): readonly RestOperation[] {
  loaded ??= loadRest(apiSchema);
  return loaded;
}
