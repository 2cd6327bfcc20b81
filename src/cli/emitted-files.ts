import { readFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { describeConfig } from '../config.ts';
import { documentOperators } from '../features/content/filter-docs.ts';
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
    ...withTable('docs/configuration.md', 'configuration', describeConfig()),
    ...withTable('docs/queries.md', 'filter operators', documentOperators()),
  };
}

/** The page with another text between the comments that mark its beginning and its end. */
function withTable(path: string, name: string, table: string): Record<string, string> {
  const file = `${ROOT}/${path}`;
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end of ${name} -->)`);
  const page = readFileSync(file, 'utf8');
  return {
    [file]: page.replace(marked, (_all, begin: string, end: string) => `${begin}\n${table}\n\n${end}`),
  };
}
