import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import { ServiceError } from '../../shared/errors.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { readJsonPost } from '../execution/execute-compiled.ts';
import { type GraphQLEndpoint, startEndpoint } from './graphql-endpoint.ts';
import { type GraphQLRouteOptions, graphqlRoute } from './graphql-route.ts';
import { beginIntrospection, createIntrospectionCache } from '../introspection/introspection-cache.ts';

interface SiteGraphQLOptions extends Omit<GraphQLRouteOptions, 'introspection'> {
  /**
   * The schema of the caller's site, or of some of its content types; the same object as long as it does not change.
   * @throws ServiceError 401 without an API key
   */
  getSchema: (context: RequestContext, types: readonly string[] | null) => Promise<GraphQLSchema>;
}

/** Maximum size of the compiled queries of one schema: a process has the endpoints of many sites. */
const QUERY_CHARACTERS = 8_000;

/**
 * Mounts `/graphql/site`: operations on the schema of the caller's site, by the rules of `/graphql`. Every key may
 * introspect its own site.
 */
export function registerSiteGraphQL(server: FastifyInstance, options: SiteGraphQLOptions): void {
  const { getSchema, getContext } = options;
  const introspections = createIntrospectionCache();
  /** An endpoint lives as long as its schema. */
  const endpoints = new WeakMap<GraphQLSchema, Promise<GraphQLEndpoint>>();
  const targets = new WeakMap<FastifyRequest, { schema: GraphQLSchema; endpoint: GraphQLEndpoint }>();
  const open = (schema: GraphQLSchema): Promise<GraphQLEndpoint> => {
    // A store of documents or of persisted queries would hold megabytes for each site.
    const plugins = [ApolloServerPluginLandingPageDisabled()];
    const apollo = { documentStore: null, persistedQueries: false, plugins } as const;
    const settings = { introspection: true, introspections, queryCharacters: QUERY_CHARACTERS, apollo };
    return startEndpoint({ ...options, ...settings, schema });
  };
  const { preHandler, ...route } = graphqlRoute(
    { ...options, introspection: true },
    (request) => targets.get(request)?.endpoint.queries,
  );
  server.route({
    ...route,
    url: '/graphql/site',
    method: ['GET', 'POST'],
    config: { ...route.config, access: 'key' },
    onRequest: async (request) => {
      if (!getContext(request).caller.viewer) throw new ServiceError('UNAUTHENTICATED', 'API key required');
    },
    preHandler: [
      async (request) => {
        const schema = await getSchema(getContext(request), readContentTypes(request));
        targets.set(request, { schema, endpoint: await getOrAdd(endpoints, schema, () => open(schema)) });
      },
      preHandler,
    ],
    async handler(request, reply) {
      const { schema, endpoint } = targets.get(request) ?? missingTarget();
      const operation = readJsonPost(request);
      const cached = operation && (await beginIntrospection(introspections, schema, operation));
      if (!cached?.hit) return endpoint.handle(this, request, reply);
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(cached.hit.body);
    },
  });
}

/** Reads the content types that a request is limited to, such as `?types=post,author`; null for all. */
function readContentTypes({ query }: FastifyRequest): string[] | null {
  const { types } = query as { types?: unknown };
  if (types === undefined) return null;
  return [types].flat().flatMap((slugs) => (typeof slugs === 'string' ? slugs.split(',') : ''));
}

function missingTarget(): never {
  throw new Error('A request has an endpoint before its handler runs');
}
