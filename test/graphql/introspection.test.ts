import { execute, getIntrospectionQuery, getOperationAST, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import type { RequestContext } from '../../src/api/request-context.ts';
import { introspect } from '../../src/graphql/introspection/introspect.ts';
import { scheduleIntrospection } from '../../src/graphql/introspection/schedule-introspection.ts';
import { apiSchema as schema } from '../support/api-schema.ts';
import { loopScheduler, runSteps } from '../../src/shared/loop-scheduler.ts';

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

test('a site makes one answer at a time, and those that pause do not keep another site from its answer', async () => {
  const pause = Promise.withResolvers<unknown>();
  const run = vi.spyOn(loopScheduler, 'run').mockImplementation((site) => (site === 'c' ? runNow() : pause.promise));
  const runNow = () => Promise.resolve({ made: true });
  const ask = (id: string) =>
    scheduleIntrospection(requestOf('{ __schema { queryType { name } } }'), {
      caller: { viewer: { site: { id } } },
    } as RequestContext);
  const paused = ['a', 'a', 'b', 'b'].map(ask);
  expect(await ask('c')).toEqual({ made: true });
  expect(run.mock.calls.map(([site]) => site)).toEqual(['a', 'b', 'c']);
  pause.resolve({ made: false });
  await Promise.all(paused);
  run.mockRestore();
});
