import { resolverClasses } from '../features/features.ts';
import { buildApiSchema } from '../graphql/schema/build-schema.ts';
import { printRoutes } from '../rest/print-routes.ts';
import { REST_PREFIX, loadRest } from '../rest/rest-api.ts';
import { resolverFiles } from './resolver-files.ts';

/** `npm run routes`: prints the REST routes with the field and the resolver file of each. */
const schema = await buildApiSchema(resolverClasses);
process.stdout.write(`${printRoutes(loadRest(schema), REST_PREFIX, resolverFiles())}\n`);
