import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/fastify';
import type { Logger } from '../shared/logger.ts';
import { describeSpan, observe } from '../telemetry/record.ts';
import type { RequestContext } from './context.ts';
import { fieldOf, formatError, isInternal } from './errors.ts';
import { refuseBeyondLimits } from './limits/limits.ts';
import { referenceDepthRule } from './reference-depth.ts';
import { refuseBeyondScopes } from './scopes.ts';

/** graphql-sse asks for an index signature. */
type StreamContext = RequestContext & Record<PropertyKey, unknown>;

const MOST_TOKENS = 10_000;

export interface GraphQLStreamOptions {
  schema: GraphQLSchema;
  createContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;
  log: Logger;
}

/**
 * `POST /graphql/stream`: operations whose answer comes as server-sent events, subscriptions above all
 * (GraphQL over SSE, distinct connections mode). The same limits as at /graphql.
 */
export function registerGraphQLStream(
  server: FastifyInstance,
  { schema, createContext, log }: GraphQLStreamOptions,
): void {
  const handler = createHandler<StreamContext>({
    schema,
    async onSubscribe(request, { query, variables, operationName }) {
      try {
        const contextValue = (await createContext(request.raw, request.context.reply)) as StreamContext;
        const document = readDocument(schema, query);
        const operation = getOperationAST(document, operationName);
        if (!operation) throw new GraphQLError('operationName does not name an operation of the document');
        describeSpan(`graphql ${operation.operation}`, { 'graphql.operation.type': operation.operation });
        refuseBeyondScopes(operation, contextValue);
        refuseBeyondLimits({ schema, document, operation, variables: variables ?? {} });
        return { schema, document, operationName, variableValues: variables, contextValue };
      } catch (error) {
        // `data` is what tells an answer from what is to be executed.
        return { data: null, errors: [toGraphQLError(error)] };
      }
    },
    onNext(_context, _request, result) {
      return result.errors && { ...result, errors: result.errors.map((error) => shown(error, log)) };
    },
  });
  server.route({
    url: '/graphql/stream',
    method: ['GET', 'POST'],
    handler: (request, reply) => observe('graphql', {}, () => handler(request, reply)),
  });
}

function readDocument(schema: GraphQLSchema, query: string): DocumentNode {
  const document = parse(query, { maxTokens: MOST_TOKENS });
  const [error] = validate(schema, document, [...specifiedRules, referenceDepthRule]);
  if (error) throw error;
  return document;
}

/** As /graphql shows it, and logs it. */
function shown(error: GraphQLError, log: Logger): GraphQLError {
  if (isInternal(error))
    log.error({ err: error.originalError ?? error, field: fieldOf(error) }, 'a streamed GraphQL field failed');
  const { message, extensions } = formatError(error.toJSON(), error);
  return new GraphQLError(message, { ...(error.path ? { path: error.path } : {}), extensions: extensions ?? {} });
}

function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(cause.message, { originalError: cause });
}
