import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadOperations } from '../../src/rest/documents/load-operations.ts';
import { DocumentProblems } from '../../src/rest/documents/problems.ts';
import { printRoutes } from '../../src/rest/print-routes.ts';
import { testSchema } from './support/schema.ts';
import { DOCUMENTS } from './support/service.ts';

const schema = testSchema();
const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

/** Files of operations, by path without the ending. */
function problemsOf(files: Record<string, string>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'documents-'));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, `${file}.graphql`), text);
  }
  try {
    loadOperations(folder, schema);
    return [];
  } catch (error) {
    if (error instanceof DocumentProblems) return error.problems;
    throw error;
  }
}

function getX(name: string, id: string): string {
  return `query ${name}($${id}: ID!) @rest(method: GET, path: "/x/:${id}") { data: persona(id: $${id}) { id } }`;
}

describe('a document is rejected at start', () => {
  const get = '@rest(method: GET, path: "/x")';
  const put = '@rest(method: PUT, path: "/x")';
  test.each<[string, string, string]>([
    ['that GraphQL cannot read', 'query X {', 'Syntax Error: Expected Name, found <EOF>.'],
    [
      'with a field that the schema does not have',
      `query X ${get} { data: nothing }`,
      'Cannot query field "nothing" on type "Query".',
    ],
    ['without @rest', 'query X { data: templateNames }', 'The operation has no @rest.'],
    [
      'with an unknown argument of @rest',
      'query X @rest(method: GET, path: "/x", verb: GET) { data: templateNames }',
      'Unknown argument "verb" on directive "@rest".',
    ],
    [
      'with an unknown method',
      'query X @rest(method: TELEPORT, path: "/x") { data: templateNames }',
      'Value "TELEPORT" does not exist in "RestMethod" enum.',
    ],
    [
      'named other than its file',
      `query Y ${get} { data: templateNames }`,
      'The operation is named Y, its file X: they must agree.',
    ],
    [
      'with a malformed path',
      'query X @rest(method: GET, path: "x/") { data: templateNames }',
      'The path x/ must be segments of a-z, 0-9 and "-", or :variables, each after a "/".',
    ],
    [
      'with a path variable that is none',
      'query X @rest(method: GET, path: "/x/:id") { data: templateNames }',
      'The path has :id, and there is no variable $id.',
    ],
    [
      'with a path variable that may be absent',
      'query X($kind: String = "") @rest(method: GET, path: "/x/:kind") { data: fail(kind: $kind, afterMs: 0) }',
      '$kind is in the path: its type must be a scalar or enum with "!".',
    ],
    [
      'with a variable that nothing fills',
      `mutation X($id: ID!) ${put} { data: deletePersona(id: $id) { id } }`,
      '$id is neither in the path nor @body, and PUT reads no query string.',
    ],
    [
      'with an object in the query string',
      `query X($f: PersonaFilter) ${get} { personas(filter: $f, limit: 1) @spread { data: items { id } } }`,
      '$f comes from the query string: its type must be a scalar, an enum or a list of them.',
    ],
    [
      'with a body on GET',
      `query X($f: PersonaFilter @body) ${get} { personas(filter: $f, limit: 1) @spread { data: items { id } } }`,
      'GET has no body, so $f cannot be @body.',
    ],
    [
      'with a body that is no object',
      `mutation X($id: ID! @body) ${put} { data: deletePersona(id: $id) { id } }`,
      '$id is @body: its type must be an input object.',
    ],
    ['that changes things by GET', `mutation X ${get} { data: submitForm(input: {}) }`, 'GET requires a query.'],
    ['that asks by PUT', `query X ${put} { data: templateNames }`, 'PUT requires a mutation.'],
    [
      'that spreads what is no object',
      `query X ${get} { data: templateNames @spread }`,
      'data is not an object and cannot be @spread.',
    ],
    [
      'that spreads below the root',
      `query X ${get} { data: persona(id: 1) { parent @spread { id } } }`,
      'Only a root field can be @spread.',
    ],
    [
      'that fills the envelope twice',
      `query X ${get} { data: templateNames personas(limit: 1) @spread { data: items { id } } }`,
      'The envelope has data twice.',
    ],
    ['that answers error', `query X ${get} { error: templateNames }`, 'The key error belongs to the error envelope.'],
    [
      'that answers success with anything',
      `query X ${get} { success: templateNames }`,
      'Only a field of type Boolean! can stand for success.',
    ],
    [
      'with an error that has no status',
      'query X @rest(method: GET, path: "/x", errors: ["Not there"]) { data: templateNames }',
      'errors: "Not there" must be "<4xx or 5xx> <text>".',
    ],
    [
      'with two operations',
      `query X ${get} { data: templateNames } query Z { templateNames }`,
      'A file must contain exactly one operation.',
    ],
    [
      'with a type',
      `query X ${get} { data: templateNames } type T { a: Int }`,
      'A document must contain operations and fragments only.',
    ],
    [
      'with a fragment that is nowhere',
      `query X ${get} { data: persona(id: 1) { ...Nowhere } }`,
      'Unknown fragment "Nowhere".',
    ],
    [
      'with a fragment that nothing uses',
      `query X ${get} { data: templateNames } fragment F on Persona { id }`,
      'No operation uses the fragment F.',
    ],
  ])('%s', (_case, text, problem) => {
    expect(problemsOf({ X: text }).map((line) => line.replace(/^X\.graphql:\d+:\d+ /, ''))).toContain(problem);
  });

  test('whose route or name another has', () => {
    expect(problemsOf({ A: getX('A', 'id'), B: getX('B', 'slug') })).toEqual([
      'B.graphql:1:1 GET /x/:slug is also the route of A.graphql.',
    ]);
    expect(problemsOf({ 'a/A': getX('A', 'id'), 'b/A': getX('A', 'id').replace('/x/', '/y/') })).toEqual([
      'b/A.graphql:1:1 A is also the name of a/A.graphql.',
    ]);
  });

  test('whose fragment another file also has', () => {
    const fragment = 'fragment F on Persona { id }';
    const text = (path: string): string =>
      `query ${path} @rest(method: GET, path: "/x") { data: persona(id: 1) { ...F } } ${fragment}`;
    expect(problemsOf({ A: text('A'), B: text('B').replace('/x', '/y') })).toEqual([
      expect.stringContaining('The fragment F is also in A.graphql.') as string,
    ]);
  });
});

test('the mistakes of all documents are reported together, each with its place', () => {
  const problems = problemsOf({
    'a/A': 'query A { data: templateNames }',
    'b/B': 'query B @rest(method: GET, path: "/b") {\n  data: nothing\n}',
    'c/C': '{',
  });
  expect(problems).toEqual([
    'c/C.graphql:1:2 Syntax Error: Expected Name, found <EOF>.',
    'a/A.graphql:1:1 The operation has no @rest.',
    'b/B.graphql:2:3 Cannot query field "nothing" on type "Query".',
  ]);
});

test('the table of routes names method, path, operation, fields and resolver file', () => {
  const table = printRoutes(
    loadOperations(DOCUMENTS, schema),
    '/api/sdk',
    new Map([['persona', 'persona.resolver.ts']]),
  );
  expect(table.split('\n').slice(0, 2)).toEqual([
    'METHOD  PATH                         OPERATION      FIELDS                  RESOLVER',
    'GET     /api/sdk/failures/:kind      FailTwice      fail',
  ]);
  expect(table).toMatch(
    /^GET {5}\/api\/sdk\/personas\/:id +GetPersona +persona, personaAccess +persona\.resolver\.ts$/m,
  );
});
