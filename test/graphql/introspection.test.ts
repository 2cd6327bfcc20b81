import { execute, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { introspect } from '../../src/graphql/introspection/introspect.ts';
import { apiSchema as schema } from '../support/api-schema.ts';
import { runSteps } from '../../src/shared/loop-scheduler.ts';

function requestOf(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The document has no operation');
  return { schema, document, operation, variables };
}

test.each([
  [
    'that of tools',
    getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
    }),
  ],
  [
    'aliases',
    '{ a: __schema { types { name n: name f: fields { name } fields(includeDeprecated: true) { isDeprecated } } } b: __schema { queryType { name } } __typename }',
  ],
  ['one key twice', '{ __type(name: "ContentItem") { fields { name } fields { type { kind } } } } '],
  [
    'fragments',
    'query { ...Root } fragment Root on Query { __type(name: "Site") { ...T ...T kind } } fragment T on __Type { name ... on __Type { ofType { name } enumValues { name } possibleTypes { name } } }',
  ],
  ['a type that does not exist', '{ __type(name: "Nothing") { name } }'],
])('an answer about the schema is that of graphql-js: %s', async (_name, query) => {
  const requested = requestOf(query);
  const expected = await execute({ schema, document: requested.document });
  expect(JSON.stringify(runSteps(introspect(requested, {})))).toBe(JSON.stringify(expected.data));
});

test('variables choose what is answered', async () => {
  const requested = requestOf(
    'query ($name: String!, $all: Boolean!) { __type(name: $name) { name kind @skip(if: $all) fields(includeDeprecated: $all) @include(if: $all) { name } } }',
  );
  const variables = { name: 'ContentItem', all: true };
  const expected = await execute({ schema, document: requested.document, variableValues: variables });
  expect(JSON.stringify(runSteps(introspect(requested, variables)))).toBe(JSON.stringify(expected.data));
});

test('it can be interrupted often, and has a limit', () => {
  const steps = introspect(requestOf(getIntrospectionQuery()), {});
  expect([...steps].length).toBeGreaterThan(50);
  expect(() => runSteps(introspect(requestOf(getIntrospectionQuery()), {}, 4_000))).toThrow('at most 4000');
});
