import { GraphQLError, buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { RequestContext } from '../../src/api/request-context.ts';
import { registerGraphQL } from '../../src/graphql/server/register-graphql.ts';
import { createServer } from '../../src/http/server/create-server.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { getOrAdd } from '../../src/shared/get-or-add.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { cpuTimeOf } from '../support/cpu-time.ts';
import { use } from '../support/use.ts';

const SDL = /* GraphQL */ `
  scalar Json
  enum Colour {
    RED
    GREEN
  }
  interface Named {
    name: String
  }
  type Dog implements Named {
    name: String
    barks: Int!
  }
  type Cat implements Named {
    name: String
    lives: Int!
  }
  union Pet = Dog | Cat
  type Node {
    id: ID!
    int: Int
    float: Float
    yes: Boolean
    colour: Colour
    colours: [Colour!]
    json: Json
    text(upper: Boolean = false, n: Int): String
    late: String
    maybe: Node
    sure: Node!
    lateMaybe: Node
    lateSure: Node!
    none: Node
    missing: String!
    lateMissing: String!
    fails: String
    failsSure: String!
    lateFails: String!
    refused: String
    badInt: Int
    badColour: Colour
    notList: [Node]
    nodes: [Node!]!
    maybeNodes: [Node]
    holes: [Node!]
    lateHoles: [Node!]!
    errors: [String]
    lateNodes: [Node!]!
    matrix: [[Int]]
    pets: [Pet!]!
    named: [Named!]!
  }
  type Query {
    node: Node
    sure: Node!
    list: [Node!]!
    unavailable: String
  }
`;

class Node {
  readonly id = 1;
  readonly int = 3;
  readonly float = 1.5;
  readonly yes = true;
  readonly colour = 'RED';
  readonly colours = ['RED', 'GREEN'];
  readonly json = { a: [1, { b: null }], 'quo"te': 'ü\u2028' };
  readonly none = null;
  readonly missing = null;
  readonly badInt = 'many';
  readonly badColour = 'BLUE';
  readonly notList = 5;
  readonly errors = ['one', new Error('of an element'), null];
  readonly matrix = [[1, null], null, [2]];
  readonly pets = [
    { __typename: 'Dog', name: 'Rex', barks: 3 },
    { __typename: 'Cat', name: null, lives: 9 },
  ];
  readonly named = this.pets;
  text = ({ upper, n }: { upper: boolean; n?: number }) => `text ${upper} ${n}`;
  late = async () => 'late';
  maybe = () => new Node();
  sure = () => new Node();
  lateMaybe = async () => new Node();
  lateSure = async () => new Node();
  lateMissing = async () => null;
  fails = () => {
    throw new Error('a secret');
  };
  failsSure = () => {
    throw new GraphQLError('of GraphQL', { extensions: { code: 'BAD_USER_INPUT', detail: 1 } });
  };
  lateFails = async () => {
    await Promise.resolve();
    throw new ServiceError('NOT_FOUND', 'Nothing there', { id: 'x' });
  };
  refused = () => new ServiceError('FORBIDDEN', 'Not yours');
  nodes = () => [new Node(), new Node()];
  maybeNodes = () => [new Node(), null, Promise.resolve(new Node())];
  holes = () => [new Node(), null];
  lateHoles = async () => [new Node(), Promise.resolve(null)];
  lateNodes = async () => [new Node(), Promise.resolve(new Node())];
}

const ROOT = {
  node: () => new Node(),
  sure: async () => new Node(),
  list: async () => [new Node(), new Node(), new Node()],
  unavailable: () => new ServiceError('UNAVAILABLE', 'Try again', {}, { retryAfterSeconds: 3 }),
};

const service = use(async () => {
  const log = createLogger('silent');
  const server = createServer(log);
  const schema = buildSchema(SDL);
  for (const [name, field] of Object.entries(schema.getQueryType()?.getFields() ?? {})) {
    field.resolve = ROOT[name as keyof typeof ROOT];
    field.extensions = { scope: 'read' };
  }
  let handled = 0;
  const caller = { viewer: null, rejectedToken: null, isAdmin: false };
  const contexts = new WeakMap<object, RequestContext>();
  const apollo = await registerGraphQL(server, {
    schema,
    getContext: (request) => getOrAdd(contexts, request, () => new RequestContext('request-id', caller)),
    introspection: true,
    log,
  });
  const execute = apollo.executeHTTPGraphQLRequest.bind(apollo);
  apollo.executeHTTPGraphQLRequest = async (request) => {
    handled += 1;
    return execute(request);
  };
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    /** The number of requests that Apollo Server has received. */
    countApollo: () => handled,
    async ask(body: object, headers: Record<string, string> = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      const { date: _date, 'x-request-id': _id, ...others } = Object.fromEntries(response.headers);
      return { status: response.status, headers: others, text: await response.text() };
    },
    async stop(): Promise<void> {
      await server.close();
      await apollo.stop();
    },
  };
});

const LEAVES = 'id int float yes colour colours json late matrix __typename';

/** Queries without errors, with their variables. */
const QUERIES: [string, object?][] = [
  [`{ node { ${LEAVES} } }`],
  [`query Q($n: Int, $u: Boolean = true) { node { text(n: $n, upper: $u) other: text } }`, { n: 4 }],
  [`query Q($n: Int, $u: Boolean = true) { node { text(n: $n, upper: $u) other: text } }`],
  [`{ a: node { id } b: sure { id } list { late id } __typename }`],
  [`{ node { maybe { id late } maybe { int sure { id } } sure { late } } node { maybe { yes } } }`],
  [
    `{ node { ...F ...F ... on Node { late ...F } } } fragment F on Node { int sure { ...G } } fragment G on Node { id late }`,
  ],
  [
    `{ node { pets { __typename ... on Dog { barks } ... on Named { name } ... on Cat { lives } } named { name ... on Cat { lives } } } }`,
  ],
  [`{ node { none { id } maybeNodes { id lateMaybe { late } } lateNodes { id late } nodes { lateSure { id } } } }`],
  [
    `query Q($a: Boolean!, $b: Boolean!) { node { id @include(if: $a) int @skip(if: $b) ... @include(if: $b) { late } sure { id @skip(if: $a) } } }`,
    { a: true, b: false },
  ],
  [
    `query Q($a: Boolean!, $b: Boolean!) { node { id @include(if: $a) int @skip(if: $b) ... @include(if: $b) { late } sure { id @skip(if: $a) } } }`,
    { a: false, b: true },
  ],
  [`query A { node { id } } query B { sure { late } }`],
];

const PLACES = [
  'missing',
  'lateMissing',
  'fails',
  'failsSure',
  'lateFails',
  'refused',
  'badInt',
  'badColour',
  'notList { id }',
  'errors',
  'holes { id }',
  'lateHoles { id }',
];

const AROUND = [
  (inner: string) => `{ node { id ${inner} late } unrelated: sure { late } }`,
  (inner: string) => `{ sure { id ${inner} late } }`,
  (inner: string) => `{ node { maybe { late ${inner} } int } }`,
  (inner: string) => `{ node { lateMaybe { sure { lateSure { int ${inner} } } } late } }`,
  (inner: string) => `{ node { nodes { id ${inner} } int } sure { maybeNodes { id ${inner} late } } }`,
  (inner: string) => `{ list { id lateMaybe { ${inner} } } node { lateNodes { ${inner} } } }`,
];

function sortedErrors(text: string): unknown {
  const { errors, ...rest } = JSON.parse(text) as { errors?: object[] };
  return { ...rest, errors: errors?.map((error) => JSON.stringify(error)).toSorted() };
}

describe('a compiled query has the response of Apollo Server', () => {
  test.each(QUERIES)('%s', async (query, variables) => {
    const operationName = query.includes('query B') ? 'B' : undefined;
    const body = { query, operationName, variables };
    const first = await service.ask(body, { accept: 'application/json, */*' });
    await service.ask(body);
    const before = service.countApollo();
    const second = await service.ask(body);
    expect(service.countApollo()).toBe(before);
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(200);
    expect(second.headers).toEqual(first.headers);
  });

  describe.each(AROUND.map((around) => [around('…'), around] as const))('with an error in %s', (_name, around) => {
    test.each(PLACES)('%s', async (place) => {
      const query = around(place);
      const first = await service.ask({ query });
      const before = service.countApollo();
      const second = await service.ask({ query });
      expect(service.countApollo()).toBe(before);
      expect(sortedErrors(second.text)).toEqual(sortedErrors(first.text));
      expect({ ...second, text: '' }).toEqual({ ...first, text: '' });
      expect(second.text).not.toContain('secret');
    });
  });

  test('without any data because a dependency is unavailable: 503', async () => {
    const query = '{ unavailable }';
    const first = await service.ask({ query });
    expect(await service.ask({ query })).toEqual(first);
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '3' } });
  });
});

describe('what only graphql-js can do is left to it', () => {
  test.each([
    ['introspection', { query: '{ node { id } __type (name: "Node") { name } __schema { queryType { name } } }' }],
    ['variables that do not fit', { query: 'query ($n: Int!) { node { text(n: $n) } }', variables: { n: 'x' } }],
    [
      'a condition that is null',
      { query: 'query ($c: Boolean = true) { node { id @include(if: $c) } }', variables: { c: null } },
    ],
    ['too many fields', { query: manyFields() }],
  ])('%s', async (_what, body) => {
    const first = await service.ask(body);
    await service.ask({ ...body, variables: { n: 1, c: true } });
    const before = service.countApollo();
    expect(await service.ask(body)).toEqual(first);
    expect(service.countApollo()).toBe(before + 1);
  });

  test('an operation name that no operation has, even one that makes the text of another document', async () => {
    const query = '{ node { id } }';
    await service.ask({ query: `query ${query}` });
    const answer = await service.ask({ query, operationName: 'query' });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('Unknown operation named')]);
  });
});

test('fragments that double each other are compiled in no time, also inside of lists', async () => {
  const links = Array.from({ length: 60 }, (_, n) => `fragment F${n} on Node { ...F${n + 1} ...F${n + 1} id }`);
  const query = `{ node { none { ...F0 } } } ${links.join(' ')} fragment F60 on Node { int }`;
  const twice = async () => {
    await service.ask({ query });
    await service.ask({ query });
  };
  expect(await cpuTimeOf(twice)).toBeLessThan(1_000);
});

/** 4 × 4 × 4 × 4 × 4 × 2 of them, by aliases of fragments. */
function manyFields(): string {
  const level = (n: number) =>
    `fragment F${n} on Node { ${['a', 'b', 'c', 'd'].map((key) => `${key}: none { ...F${n + 1} }`).join(' ')} }`;
  return `{ node { ...F0 } } ${[0, 1, 2, 3, 4].map(level).join(' ')} fragment F5 on Node { id int }`;
}
