import type { ApolloServer } from '@apollo/server';
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../api/request-context.ts';
import { allowOpaqueOrigin, sendPreflight } from './cross-origin.ts';
import { DocumentStore } from './document-store.ts';
import { startEndpoint } from './graphql-endpoint.ts';
import { type GraphQLOptions, graphqlRoute } from './graphql-route.ts';
import { createLandingPage } from './landing-page.ts';
import { registerGraphQLStream } from './register-stream.ts';
import { subscriptionFormat } from './stream-format.ts';
import { FORM_TYPE, readMultipart } from './multipart-request.ts';

/** Mounts `/graphql` and `/graphql/stream`, which only differ in the format of the response; both serve subscriptions. */
export async function registerGraphQL(
  server: FastifyInstance,
  options: GraphQLOptions,
): Promise<ApolloServer<RequestContext>> {
  const page = createLandingPage();
  const plugins = [options.introspection ? page.plugin : ApolloServerPluginLandingPageDisabled()];
  const endpoint = await startEndpoint({ ...options, apollo: { documentStore: new DocumentStore(), plugins } });
  const handleStream = registerGraphQLStream(server, options);
  server.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  const { preHandler, ...route } = graphqlRoute(options, () => endpoint.queries);
  // The page also shows errors of the gate. Without the page, no page of another origin calls.
  const onSend = options.introspection ? [allowOpaqueOrigin] : [];
  server.route({ ...route, url: '/graphql', method: 'OPTIONS', onSend, handler: sendPreflight });
  server.route({
    ...route,
    onSend,
    url: '/graphql',
    method: ['GET', 'POST'],
    config: { ...route.config, longBody: FORM_TYPE },
    onRequest: async (request, reply) => {
      if (request.method === 'GET') reply.headers(page.headers);
    },
    preHandler: [readMultipart, preHandler],
    handler(request, reply) {
      const format = subscriptionFormat(request);
      return format ? handleStream(request, reply, format) : endpoint.handle(this, request, reply);
    },
  });
  return endpoint.apollo;
}
