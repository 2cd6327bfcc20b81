import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, OperationTypeNode } from 'graphql';
import { maskText } from '../shared/log-error.ts';
import type { Logger } from '../shared/logger.ts';
import { observe } from '../telemetry/record.ts';
import type { RequestContext } from './context.ts';
import { DocumentStore } from './document-store.ts';
import { errorFormatter, reportErrors } from './errors.ts';
import { answerKnown } from './execution/answer-known.ts';
import { KnownQueries } from './execution/known-queries.ts';
import { type GraphQLOptions, contextOf, graphqlRoute } from './graphql-route.ts';
import { PAGE_HEADERS, landingPage } from './landing-page.ts';
import { PARSE_OPTIONS, admitOperation, validationRules } from './operation-rules.ts';
import { registerGraphQLStream } from './register-stream.ts';
import { FORM_TYPE, readMultipart } from './upload.ts';

/** Mounts `/graphql` and `/graphql/stream`, which only differ in the format of the response. */
export async function registerGraphQL(
  server: FastifyInstance,
  options: GraphQLOptions,
): Promise<ApolloServer<RequestContext>> {
  server.decorateRequest('graphqlContext', null);
  const known = new KnownQueries(options.schema);
  const apollo = createApollo(options, known);
  await apollo.start();
  const { preHandler: readForm } = readMultipart(server);
  const answer = fastifyApolloHandler(apollo, { context: async (request) => contextOf(request) });
  const knownOptions = { ...options, known, format: errorFormatter(options.introspection) };
  const { onRequest, preHandler, ...route } = graphqlRoute(options, known);
  server.route({
    ...route,
    url: '/graphql',
    method: ['GET', 'POST'],
    config: { ...route.config, longBody: FORM_TYPE },
    onRequest: [onRequest, addPageHeaders],
    preHandler: [readForm, preHandler],
    handler(request, reply) {
      return observe(
        'graphql',
        {},
        async () =>
          (await answerKnown(knownOptions, request, reply, contextOf(request))) ?? answer.call(this, request, reply),
      );
    },
  });
  registerGraphQLStream(server, options);
  return apollo;
}

async function addPageHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.method === 'GET') reply.headers(PAGE_HEADERS);
}

function createApollo(
  { schema, introspection, log }: GraphQLOptions,
  known: KnownQueries,
): ApolloServer<RequestContext> {
  return new ApolloServer<RequestContext>({
    schema,
    // The validation rules decide whether it is allowed, as on the other transports.
    introspection: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    parseOptions: PARSE_OPTIONS,
    documentStore: new DocumentStore(),
    validationRules: validationRules(introspection),
    formatError: errorFormatter(introspection),
    // The process stops Apollo itself; Apollo would send itself the signal a second time.
    stopOnTerminationSignals: false,
    logger: quiet(log),
    plugins: [
      // By default every field is instrumented for cache hints, which are not used here.
      ApolloServerPluginCacheControlDisabled(),
      introspection ? landingPage() : ApolloServerPluginLandingPageDisabled(),
      reportErrors(log),
      {
        async requestDidStart() {
          return {
            async didResolveOperation({ document, operation, request, source, contextValue }) {
              if (!operation) return;
              if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw needsStream();
              admitOperation({ schema, document, operation, variables: request.variables ?? {} }, contextValue);
              known.add(source, request.operationName, document, operation);
            },
          };
        },
      },
    ],
  });
}

function needsStream(): GraphQLError {
  return new GraphQLError('Subscriptions are served at /graphql/stream', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}

/** Apollo's info and warn messages are not useful here. */
function quiet(log: Logger) {
  return {
    debug: () => {},
    info: () => {},
    warn: (message: string) => log.debug(maskText(message)),
    error: (message: string) => log.error(maskText(message)),
  };
}
