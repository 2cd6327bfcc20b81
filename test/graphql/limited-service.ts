import type { FastifyInstance } from 'fastify';
import { type GraphQLFieldResolver, type GraphQLSchema, buildSchema, isObjectType } from 'graphql';
import { RequestContext } from '../../src/api/request-context.ts';
import type { FieldCost } from '../../src/api/field-cost.ts';
import { meterLists } from '../../src/graphql/limits/meter-lists.ts';
import { registerGraphQL } from '../../src/graphql/server/register-graphql.ts';
import { createServer } from '../../src/http/server/create-server.ts';
import { getOrAdd } from '../../src/shared/get-or-add.ts';
import { createLogger } from '../../src/shared/log/logger.ts';

const SDL = /* GraphQL */ `
  input PageInput {
    limit: Int
  }
  input SearchInput {
    query: String!
    most: Int = 30
  }
  type Item {
    id: ID!
    title: String!
    fields(expand: Boolean! = false): String
    references(field: String!): [Item!]!
  }
  type ItemPage {
    items: [Item!]!
    total: Int!
  }
  type Query {
    items(page: PageInput): ItemPage!
    item(id: ID!): Item!
    everything: [Item!]!
    search(input: SearchInput!): [Item!]!
  }
  type Mutation {
    touch: Item!
  }
`;

const COSTS: Record<string, FieldCost> = {
  'Query.items': { page: { argument: 'page.limit', default: 30, max: 200 } },
  'Query.everything': { size: 1_000 },
  'Query.search': { points: 5_000, page: { argument: 'input.most', default: 10, max: 50 } },
  'Item.fields': { extra: { expand: 2_000 } },
  'Item.references': { points: 20, size: 10 },
};

export interface Answer {
  status: number;
  data?: Record<string, unknown> | null;
  errors?: { message: string; locations?: unknown; extensions: Record<string, unknown> }[];
}

const ANONYMOUS = { viewer: null, rejectedToken: null, isAdmin: false };

/** `/graphql` as the service mounts it, over a small schema whose fields declare the costs above as `@Cost` does. */
export async function startLimitedService() {
  const run: string[] = [];
  const log = createLogger('silent');
  const server: FastifyInstance = createServer(log);
  const contexts = new WeakMap<object, RequestContext>();
  const apollo = await registerGraphQL(server, {
    schema: limitedSchema(run),
    getContext: (request) => getOrAdd(contexts, request, () => new RequestContext(request.id, ANONYMOUS)),
    introspection: true,
    log,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    /** Root fields that were run, in order. */
    run,
    listsRead: () => listsRead,
    async ask(query: string, variables: object = {}, operationName?: string): Promise<Answer> {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables, operationName }),
      });
      const answer = JSON.parse(await response.text()) as Omit<Answer, 'status'>;
      return { ...answer, status: response.status };
    },
    async stop(): Promise<void> {
      await server.close();
      await apollo.stop();
    },
  };
}

function limitedSchema(run: string[]): GraphQLSchema {
  const schema = buildSchema(SDL);
  for (const [coordinate, cost] of Object.entries(COSTS)) fieldAt(schema, coordinate).extensions = { cost };
  for (const [coordinate, answerTo] of Object.entries(ANSWERS)) {
    const field = fieldAt(schema, coordinate);
    field.extensions = { ...field.extensions, scope: 'read' };
    const resolve: GraphQLFieldResolver<unknown, unknown> = (_source, args: Args) => {
      run.push(field.name);
      return answerTo(args);
    };
    field.resolve = resolve;
  }
  meterLists(schema);
  return schema;
}

function fieldAt(schema: GraphQLSchema, coordinate: string) {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) throw new TypeError(`There is no ${coordinate}`);
  return field;
}

interface Args {
  field?: string;
  page?: { limit?: number };
  input?: { most: number };
}

/** Ten references each in `a`, `b` and `c`; one in `one`, a hundred in `many`. */
const ITEM: Record<string, unknown> = {
  id: '1',
  title: 'One',
  fields: () => null,
  references: ({ field = '' }: Args) => items({ one: 1, many: 100 }[field] ?? 10),
};

let listsRead = 0;

function items(count: number): unknown[] {
  listsRead += 1;
  return Array.from({ length: count }, () => ITEM);
}

const ANSWERS: Record<string, (args: Args) => unknown> = {
  'Query.items': ({ page }) => ({ items: items(Math.min(Math.max(page?.limit ?? 30, 1), 200)), total: 200 }),
  'Query.item': () => ITEM,
  'Query.everything': () => items(1_000),
  'Query.search': ({ input }) => items(input?.most ?? 0),
  'Mutation.touch': () => ITEM,
};
