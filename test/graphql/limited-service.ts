import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import Fastify from 'fastify';
import { type GraphQLSchema, buildSchema, isObjectType } from 'graphql';
import { formatError } from '../../src/graphql/errors.ts';
import type { FieldCost } from '../../src/graphql/limits/field-cost.ts';
import { assertWithinLimits } from '../../src/graphql/limits/limits.ts';

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

/** GraphQL on a port of its own, with the limits over a small schema whose lists cost as the table above says. */
export async function startLimitedService() {
  const run: string[] = [];
  const server = Fastify({ logger: false });
  const apollo = new ApolloServer({
    schema: limitedSchema(),
    rootValue: resolvers(run),
    introspection: true,
    formatError,
    plugins: [LIMITED],
  });
  await apollo.start();
  server.route({ url: '/graphql', method: ['GET', 'POST'], handler: fastifyApolloHandler(apollo) });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    /** Root fields that were run, in order. */
    run,
    async ask(query: string, variables: object = {}, operationName?: string): Promise<Answer> {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables, operationName }),
      });
      const answer: Omit<Answer, 'status'> = JSON.parse(await response.text());
      return { ...answer, status: response.status };
    },
    async stop(): Promise<void> {
      await server.close();
      await apollo.stop();
    },
  };
}

function resolvers(run: string[]) {
  const item: Record<string, unknown> = { id: '1', title: 'One', fields: () => null, references: () => [] };
  const note = (name: string, value: unknown) => () => {
    run.push(name);
    return value;
  };
  return {
    items: note('items', { items: [item], total: 1 }),
    item: note('item', item),
    everything: note('everything', [item]),
    search: note('search', [item]),
    touch: note('touch', item),
  };
}

/** Its fields declare their costs as `@Cost` does. */
function limitedSchema(): GraphQLSchema {
  const schema = buildSchema(SDL);
  for (const [coordinate, cost] of Object.entries(COSTS)) {
    const [typeName = '', fieldName = ''] = coordinate.split('.');
    const type = schema.getType(typeName);
    const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
    if (!field) throw new TypeError(`There is no ${coordinate}`);
    field.extensions = { cost };
  }
  return schema;
}

const LIMITED: ApolloServerPlugin = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation, request }) {
        if (operation) assertWithinLimits({ schema, document, operation, variables: request.variables ?? {} });
      },
    };
  },
};
