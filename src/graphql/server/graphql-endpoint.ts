import { ApolloServer, type ApolloServerOptions, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { maskText } from '../../shared/log/log-error.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { ExecutionOptions } from '../execution/execution-options.ts';
import { observe } from '../../telemetry/record.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { errorFormatter, reportErrors } from '../errors.ts';
import { executeCompiled } from '../execution/execute-compiled.ts';
import { CompiledQueryCache } from '../execution/compiled-query-cache.ts';
import type { GraphQLRouteOptions } from './graphql-route.ts';
import { type IntrospectionCache, beginIntrospection } from '../introspection/introspection-cache.ts';
import { scheduleIntrospection } from '../introspection/schedule-introspection.ts';
import { PARSE_OPTIONS, admitOperation, validationRules } from '../rules/operation-rules.ts';
import { SUBSCRIPTION_TYPES } from './stream-format.ts';

interface EndpointOptions extends GraphQLRouteOptions, ExecutionOptions {
  schema: GraphQLSchema;
  /** Maximum size of the documents whose queries are kept compiled, in characters. */
  queryCharacters?: number;
  /** Stores responses about the schema; without it they are made each time. */
  introspections?: IntrospectionCache;
  apollo: Pick<ApolloServerOptions<RequestContext>, 'documentStore' | 'persistedQueries' | 'plugins'>;
}

export type GraphQLEndpoint = Awaited<ReturnType<typeof startEndpoint>>;

/** Serves requests on one schema: compiled queries by their plans, everything else by Apollo Server. */
export async function startEndpoint(options: EndpointOptions) {
  const { getContext } = options;
  const queries = new CompiledQueryCache(options.schema, options.queryCharacters);
  const apollo = createApollo(options, queries);
  await apollo.start();
  const handleByApollo = fastifyApolloHandler(apollo, { context: async (request) => getContext(request) });
  const compiledOptions = { ...options, queries, format: errorFormatter(options.introspection) };
  return {
    apollo,
    queries,
    handle: (server: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
      observe(
        'graphql',
        {},
        async () =>
          (await executeCompiled(compiledOptions, reply, getContext(request))) ??
          handleByApollo.call(server, request, reply),
      ),
  };
}

function createApollo(options: EndpointOptions, queries: CompiledQueryCache): ApolloServer<RequestContext> {
  const { schema, introspection, log, apollo } = options;
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
    logger: toApolloLogger(log),
    ...apollo,
    plugins: [
      // By default every field is instrumented for cache hints, which are not used here.
      ApolloServerPluginCacheControlDisabled(),
      ...(apollo.plugins ?? []),
      reportErrors(log),
      admitOperations(options, queries),
    ],
  });
}

/** Checks each operation before it runs, caches its compiled query, and responds to introspections. */
function admitOperations(
  { schema, introspections, onRead }: EndpointOptions,
  queries: CompiledQueryCache,
): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart({ request, contextValue }) {
      let data: Record<string, unknown> | null = null;
      return {
        async didResolveOperation({ document, operation, source }) {
          if (!operation) return;
          if (operation.operation === OperationTypeNode.SUBSCRIPTION) throw streamRequired();
          if (operation.operation === OperationTypeNode.QUERY) onRead?.();
          const variables = request.variables ?? {};
          const requested = { schema, document, operation, variables };
          admitOperation(requested, contextValue);
          const text = { query: source, operationName: request.operationName };
          queries.add(text, document, operation);
          data = await scheduleIntrospection(requested, contextValue);
          if (!data || !introspections) return;
          const cached = await beginIntrospection(introspections, schema, { ...text, variables });
          cached?.store('', `${JSON.stringify({ data })}\n`);
        },
        async responseForOperation({ response: { http } }) {
          return data && { http, body: { kind: 'single', singleResult: { data } } };
        },
      };
    },
  };
}

function streamRequired(): GraphQLError {
  return new GraphQLError(`A subscription must be sent by POST with Accept: ${SUBSCRIPTION_TYPES.join(' or ')}`, {
    extensions: { code: 'BAD_REQUEST', http: { status: 406 } },
  });
}

/** Apollo's info messages are not logged, and its warnings as debug messages: they are not useful here. */
function toApolloLogger(log: Logger) {
  return {
    debug: () => {},
    info: () => {},
    warn: (message: string) => log.debug(maskText(message)),
    error: (message: string) => log.error(maskText(message)),
  };
}
