import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FragmentDefinitionNode, type GraphQLSchema, Kind, parse } from 'graphql';
import { loadOperations } from './documents/load-operations.ts';
import { buildOpenApi } from './openapi/build-open-api.ts';
import { type Answers, type Examples, addAnswers } from './openapi/examples.ts';
import { ROOT } from '../shared/paths.ts';
import { VERSION } from '../shared/version.ts';
import type { RestOperation } from './operation.ts';

export const REST_PREFIX = '/api/sdk';

/** The operation documents of this repository, compiled. */
export function loadRest(schema: GraphQLSchema): RestOperation[] {
  return loadOperations(join(ROOT, 'rest'), schema);
}

/** @param name folder and name of a fragment of these documents */
export function readFragment(name: string): FragmentDefinitionNode {
  const [fragment] = parse(readFileSync(join(ROOT, 'rest', `${name}.fragment.graphql`), 'utf8')).definitions;
  if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) throw new TypeError(`${name} must be a fragment`);
  return fragment;
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(ROOT, `rest/${name}.json`), 'utf8')) as T;
}

/** @param server its URL, without the prefix */
export function describeRest(
  operations: readonly RestOperation[],
  schema: GraphQLSchema,
  server = 'http://127.0.0.1:4000',
): object {
  return buildOpenApi(operations, schema, {
    title: 'Lectern REST API',
    version: VERSION,
    description:
      'The REST API, generated from the operation documents in `rest/` over the GraphQL schema. No string of a request may contain the character U+0000 or half of a surrogate pair: 400.',
    prefix: REST_PREFIX,
    server,
    tags: TAGS,
    examples: addAnswers(readJson<Examples>('examples'), readJson<Answers>('answers')),
  });
}

const TAGS = {
  agent: 'Chat with the agent, and ratings of its answers.',
  assets: 'Files and their folders.',
  content: 'Content items.',
  'content-types': 'Content types and their fields.',
  form: 'Forms that are sent by email.',
  knowledge: 'Documents, files and videos of the knowledge base.',
  personas: 'Personas of the agent.',
  rag: 'Search in the knowledge base and the published content.',
  triggers: 'Triggers: actions and answers for messages with a keyword or an intent.',
  user: 'The user of the identity token.',
  'webhook-tools': 'Tools of the agent that call an endpoint of the site.',
};
