import { ApolloServer, type ApolloServerOptions } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { maskText } from '../../shared/log/log-error.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { Answering } from '../execution/execution-options.ts';
import { observe } from '../../telemetry/record.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { errorFormatter, reportErrors } from '../errors.ts';
import { answerKnown } from '../execution/execute-compiled.ts';
import { KnownQueries } from '../execution/compiled-query-cache.ts';
import type { GraphQLRouteOptions } from './graphql-route.ts';
import { scheduleIntrospection } from '../introspection/schedule-introspection.ts';
import { PARSE_OPTIONS, admitOperation, validationRules } from '../rules/operation-rules.ts';
import { SUBSCRIPTION_TYPES } from './stream-format.ts';

interface EndpointOptions extends GraphQLRouteOptions, Answering {
  schema: GraphQLSchema;
  /** Of documents whose queries are compiled. */
  knownCharacters?: number;
  apollo: Pick<ApolloServerOptions<RequestContext>, 'documentStore' | 'persistedQueries' | 'plugins'>;
}

export type GraphQLEndpoint = Awaited<ReturnType<typeof startEndpoint>>;

/** Answers requests by one schema: known queries by their compiled plans, everything else by Apollo Server. */
export async function startEndpoint(options: EndpointOptions) {
  const { contextOf } = options;
  const known = new KnownQueries(options.schema, options.knownCharacters);
  const apollo = createApollo(options, known);
  await apollo.start();
  const answerByApollo = fastifyApolloHandler(apollo, { context: async (request) => contextOf(request) });
  const knownOptions = { ...options, known, format: errorFormatter(options.introspection) };
  return {
    apollo,
    known,
    answer: (server: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
      observe(
        'graphql',
        {},
        async () =>
          (await answerKnown(knownOptions, reply, contextOf(request))) ?? answerByApollo.call(server, request, reply),
      ),
  };
}

function createApollo(
  { schema, introspection, log, reads, apollo }: EndpointOptions,
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
    validationRules: validationRules(introspection),
    formatError: errorFormatter(introspection),
    // The process stops Apollo itself; Apollo would send itself the signal a second time.
    stopOnTerminationSignals: false,
    logger: quiet(log),
    ...apollo,
    plugins: [
      // By default every field is instrumented for cache hints, which are not used here.
      ApolloServerPluginCacheControlDisabled(),
      ...(apollo.plugins ?? []),
      reportErrors(log),
      {
        async requestDidStart() {
          let aboutSchema: Record<string, unknown> | null = null;
          return {
            async didResolveOperation({ document, operation, request, source, contextValue }) {
              if (!operation) return;
              if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw needsStream();
              if (operation.operation === OperationTypeNode.QUERY) reads?.note();
              const requested = { schema, document, operation, variables: request.variables ?? {} };
              admitOperation(requested, contextValue);
              known.add({ query: source, operationName: request.operationName }, document, operation);
              aboutSchema = await scheduleIntrospection(requested, contextValue);
            },
            async responseForOperation({ response: { http } }) {
              return aboutSchema && { http, body: { kind: 'single', singleResult: { data: aboutSchema } } };
            },
          };
        },
      },
    ],
  });
}

function needsStream(): GraphQLError {
  return new GraphQLError(`A subscription must be sent by POST with Accept: ${SUBSCRIPTION_TYPES.join(' or ')}`, {
    extensions: { code: 'BAD_REQUEST', http: { status: 406 } },
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
