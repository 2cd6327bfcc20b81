import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { maskText } from '../shared/log-error.ts';
import type { Logger } from '../shared/logger.ts';
import { describeSpan, observe } from '../telemetry/record.ts';
import type { RequestContext } from './context.ts';
import { asHttpError, formatError, reportErrors } from './errors.ts';
import { PAGE_HEADERS, landingPage } from './landing-page.ts';
import { limitsPlugin } from './limits/limits-plugin.ts';
import { referenceDepthRule } from './reference-depth.ts';
import { refuseBeyondScopes } from './scopes.ts';
import { FORM_TYPE, readMultipart } from './upload.ts';

/** Largest operation, in lexical tokens: beyond it a document is refused before it is parsed to the end. */
const MOST_TOKENS = 10_000;
/** Largest request body: a knowledge document of 10 MB must fit. */
const BODY_LIMIT = 11 * 1024 * 1024;

export interface GraphQLOptions {
  schema: GraphQLSchema;
  createContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
  /** Introspection and the page at /graphql. */
  introspection: boolean;
  log: Logger;
}

export async function registerGraphQL(
  server: FastifyInstance,
  options: GraphQLOptions,
): Promise<ApolloServer<RequestContext>> {
  const apollo = new ApolloServer<RequestContext>({
    schema: options.schema,
    introspection: options.introspection,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    parseOptions: { maxTokens: MOST_TOKENS },
    validationRules: [referenceDepthRule],
    formatError,
    // Without introspection nothing of the schema is told by "Did you mean" either.
    hideSchemaDetailsFromClientErrors: !options.introspection,
    // The process stops by itself, in its order: Apollo would send itself the signal a second time.
    stopOnTerminationSignals: false,
    logger: quiet(options.log),
    plugins: [
      // By default every field is instrumented for cache hints that nothing here uses.
      ApolloServerPluginCacheControlDisabled(),
      options.introspection ? landingPage() : ApolloServerPluginLandingPageDisabled(),
      reportErrors(options.log),
      limitsPlugin(),
      {
        async requestDidStart() {
          return {
            async didResolveOperation({ operation, contextValue }) {
              if (!operation) return;
              describeOperation(operation);
              refuseBeyondScopes(operation, contextValue);
            },
          };
        },
      },
    ],
  });
  await apollo.start();
  const { preHandler } = readMultipart(server);
  const answer = fastifyApolloHandler(apollo, {
    context: async (request, reply) => {
      try {
        return await options.createContext(request, reply);
      } catch (error) {
        throw asHttpError(error, request.id, options.log);
      }
    },
  });
  server.route({
    url: '/graphql',
    method: ['GET', 'POST', 'OPTIONS'],
    bodyLimit: BODY_LIMIT,
    config: { longBody: FORM_TYPE },
    preHandler,
    onRequest: async (request, reply) => {
      if (request.method === 'GET') reply.headers(PAGE_HEADERS);
    },
    handler(request, reply) {
      return observe('graphql', {}, () => answer.call(this, request, reply));
    },
  });
  return apollo;
}

/** Its kind alone: the name is the caller's. */
function describeOperation({ operation }: OperationDefinitionNode): void {
  describeSpan(`graphql ${operation}`, { 'graphql.operation.type': operation });
}

/** Apollo says at level info and warn what is of no use here. */
function quiet(log: Logger) {
  return {
    debug: () => {},
    info: () => {},
    warn: (message: string) => log.debug(maskText(message)),
    error: (message: string) => log.error(maskText(message)),
  };
}
