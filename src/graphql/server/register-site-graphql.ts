import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { ServiceError } from '../../shared/errors.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { readPost } from '../execution/execute-compiled.ts';
import { type GraphQLEndpoint, startEndpoint } from './graphql-endpoint.ts';
import { type GraphQLRouteOptions, graphqlRoute } from './graphql-route.ts';
import { IntrospectionAnswers } from '../introspection/introspection-answers.ts';

interface SiteGraphQLOptions extends Omit<GraphQLRouteOptions, 'introspection'> {
  /**
   * The schema of the caller's site, or of some of its content types; the same object as long as it does not change.
   * @throws ServiceError 401 without an API key
   */
  schemaOf: (context: RequestContext, types: readonly string[] | null) => Promise<GraphQLSchema>;
}

/** Of compiled queries of one site; there are the endpoints of many sites. */
const KNOWN_CHARACTERS = 8_000;

/**
 * Mounts `/graphql/site`: operations on the schema of the caller's site, by the rules of `/graphql`. Every key may
 * introspect its own site.
 */
export function registerSiteGraphQL(server: FastifyInstance, options: SiteGraphQLOptions): void {
  const { schemaOf, contextOf } = options;
  const introspections = new IntrospectionAnswers();
  /** They live as long as the schemas. */
  const endpoints = new WeakMap<GraphQLSchema, Promise<GraphQLEndpoint>>();
  const chosen = new WeakMap<FastifyRequest, { schema: GraphQLSchema; endpoint: GraphQLEndpoint }>();
  const open = (schema: GraphQLSchema): Promise<GraphQLEndpoint> => {
    // Without a store of documents or of persisted queries: each would hold megabytes for each site.
    const plugins = [ApolloServerPluginLandingPageDisabled(), introspections.plugin(schema)];
    const apollo = { documentStore: null, persistedQueries: false, plugins } as const;
    return startEndpoint({ ...options, schema, introspection: true, knownCharacters: KNOWN_CHARACTERS, apollo });
  };
  const { preHandler, ...route } = graphqlRoute(
    { ...options, introspection: true },
    (request) => chosen.get(request)?.endpoint.known,
  );
  server.route({
    ...route,
    url: '/graphql/site',
    method: ['GET', 'POST'],
    config: { ...route.config, access: 'key' },
    onRequest: async (request) => {
      if (!contextOf(request).caller.viewer) throw new ServiceError('UNAUTHENTICATED', 'API key required');
    },
    preHandler: [
      async (request) => {
        const schema = await schemaOf(contextOf(request), typesOf(request));
        chosen.set(request, { schema, endpoint: await getOrAdd(endpoints, schema, () => open(schema)) });
      },
      preHandler,
    ],
    handler(request, reply) {
      const { schema, endpoint } = chosen.get(request) ?? missing();
      const asked = readPost(request);
      const known = asked && introspections.get(schema, asked);
      if (!known) return endpoint.answer(this, request, reply);
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(known);
    },
  });
}

/** `?types=post,author`: the content types that the request is about; null for all. */
function typesOf({ query }: FastifyRequest): string[] | null {
  const { types } = query as { types?: unknown };
  if (types === undefined) return null;
  return [types].flat().flatMap((slugs) => (typeof slugs === 'string' ? slugs.split(',') : ''));
}

function missing(): never {
  throw new Error('A request has an endpoint before its handler runs');
}
