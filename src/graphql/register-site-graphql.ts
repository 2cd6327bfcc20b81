import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { RequestContext } from './context.ts';
import { GraphQLEndpoint } from './graphql-endpoint.ts';
import { type GraphQLRouteOptions, contextOf, graphqlRoute } from './graphql-route.ts';

interface SiteGraphQLOptions extends Omit<GraphQLRouteOptions, 'introspection'> {
  /**
   * The schema of the caller's site; the same object as long as it does not change.
   * @throws ServiceError 401 without an API key
   */
  schemaOf: (context: RequestContext) => Promise<GraphQLSchema>;
}

/** Of compiled queries of one site; there are the endpoints of many sites. */
const KNOWN_CHARACTERS = 8_000;

/**
 * Mounts `/graphql/site`: operations on the schema of the caller's site, by the rules of `/graphql`. Every key may
 * introspect its own site.
 */
export function registerSiteGraphQL(server: FastifyInstance, { schemaOf, ...options }: SiteGraphQLOptions): void {
  const { log } = options;
  /** They live as long as the schemas. */
  const endpoints = new WeakMap<GraphQLSchema, Promise<GraphQLEndpoint>>();
  const chosen = new WeakMap<FastifyRequest, GraphQLEndpoint>();
  const endpointOf = (schema: GraphQLSchema): Promise<GraphQLEndpoint> => {
    let endpoint = endpoints.get(schema);
    if (!endpoint) {
      // Without a store of documents or of persisted queries: each would hold megabytes for each site.
      const apollo = { documentStore: null, persistedQueries: false } as const;
      endpoint = GraphQLEndpoint.start({ schema, introspection: true, log, knownCharacters: KNOWN_CHARACTERS, apollo });
      endpoints.set(schema, endpoint);
    }
    return endpoint;
  };
  const { preHandler, ...route } = graphqlRoute(
    { ...options, introspection: true },
    (request) => chosen.get(request)?.known,
  );
  server.route({
    ...route,
    url: '/graphql/site',
    method: ['GET', 'POST'],
    config: { ...route.config, access: 'key' },
    preHandler: [
      async (request) => {
        chosen.set(request, await endpointOf(await schemaOf(contextOf(request))));
      },
      preHandler,
    ],
    handler(request, reply) {
      const endpoint = chosen.get(request);
      if (!endpoint) throw new Error('A request has an endpoint before its handler runs');
      return endpoint.answer(this, request, reply);
    },
  });
}
