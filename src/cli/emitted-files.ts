import { readFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { describeConfig } from '../config.ts';
import { resolverClasses } from '../features/features.ts';
import { buildApiSchema } from '../graphql/schema/build-schema.ts';
import { withNullableRoots } from '../graphql/schema/nullable-roots.ts';
import { describeRest, loadRest } from '../rest/rest-api.ts';
import { ROOT } from '../shared/paths.ts';

/** Content of the committed files that are generated from the code, by path. A test fails if one of them is stale. */
export async function emittedFiles(): Promise<Record<string, string>> {
  const schema = await buildApiSchema(resolverClasses);
  const openapi = describeRest(loadRest(schema), schema);
  return {
    [`${ROOT}/schema/schema.graphql`]: `${printSchema(lexicographicSortSchema(withNullableRoots(schema)))}\n`,
    [`${ROOT}/schema/openapi.json`]: `${JSON.stringify(openapi, null, 2)}\n`,
    [`${ROOT}/docs/configuration.md`]: withTable(readFileSync(`${ROOT}/docs/configuration.md`, 'utf8')),
  };
}

const CONFIGURATION = /(<!-- configuration -->\n)[^]*?(<!-- end of configuration -->)/;

/** The page with its table of variables. */
function withTable(page: string): string {
  return page.replace(
    CONFIGURATION,
    (_all, before: string, after: string) => `${before}\n${describeConfig()}\n\n${after}`,
  );
}
