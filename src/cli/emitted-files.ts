import { fileURLToPath } from 'node:url';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { resolverClasses } from '../features/features.ts';
import { buildApiSchema } from '../graphql/build-schema.ts';
import { describeRest, loadRest } from '../rest/rest-api.ts';

const FOLDER = fileURLToPath(new URL('../../schema/', import.meta.url));

/** The committed files that follow from the code, by path: a test fails when one of them is stale. */
export async function emittedFiles(): Promise<Record<string, string>> {
  const schema = await buildApiSchema(resolverClasses);
  const openapi = describeRest(loadRest(schema), schema);
  return {
    [`${FOLDER}schema.graphql`]: `${printSchema(lexicographicSortSchema(schema))}\n`,
    [`${FOLDER}openapi.json`]: `${JSON.stringify(openapi, null, 2)}\n`,
  };
}
