import type { FastifyInstance } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/fastify';
import { observe } from '../telemetry/record.ts';
import type { RequestContext } from './context.ts';
import { errorFormatter, failedRequest, fieldOf, identified, isInternal, rejected } from './errors.ts';
import { type GraphQLOptions, contextOf, graphqlRoute } from './graphql-route.ts';
import { admitOperation, assertVariables, readOperation, validationRules } from './operation-rules.ts';

/** graphql-sse requires an index signature. */
type StreamContext = RequestContext & Record<PropertyKey, unknown>;

/**
 * `POST /graphql/stream`: operations with a response of server-sent events, mainly subscriptions (GraphQL over SSE,
 * distinct connections mode). Errors before the operation runs have an HTTP status.
 */
export function registerGraphQLStream(server: FastifyInstance, options: GraphQLOptions): void {
  const { schema, introspection, log } = options;
  const rules = validationRules(introspection);
  const format = errorFormatter(introspection);
  const handler = createHandler<StreamContext>({
    schema,
    // Done by `readOperation`, with additional rules.
    validate: () => [],
    async onSubscribe({ raw: request }, { query, variables, operationName }) {
      try {
        const contextValue = contextOf(request) as StreamContext;
        const { document, operation } = readOperation(schema, rules, { query, operationName });
        const requested = { schema, document, operation, variables: variables ?? {} };
        admitOperation(requested, contextValue);
        assertVariables(requested);
        return { schema, document, operationName, variableValues: variables, contextValue };
      } catch (error) {
        const { status, headers, body } = failedRequest(error, { requestId: request.id, format, log });
        return [
          JSON.stringify(body),
          { status, statusText: '', headers: { ...headers, 'content-type': 'application/json; charset=utf-8' } },
        ];
      }
    },
    onNext({ requestId, spending }, _request, result) {
      const { rejection } = spending ?? {};
      if (rejection) return { errors: [asError(rejected(rejection))] };
      return result.errors && { ...result, errors: result.errors.map((error) => toFormattedError(error, requestId)) };
    },
  });
  /** Formats and logs errors like /graphql. */
  function toFormattedError(error: GraphQLError, requestId: string): GraphQLError {
    if (isInternal(error))
      log.error({ err: error.originalError ?? error, field: fieldOf(error) }, 'a streamed GraphQL field failed');
    return asError(identified(format(error.toJSON(), error), requestId));
  }
  server.route({
    ...graphqlRoute(options),
    url: '/graphql/stream',
    method: ['GET', 'POST'],
    handler: (request, reply) => observe('graphql', {}, () => handler(request, reply)),
  });
}

function asError({ message, path, extensions = {} }: GraphQLFormattedError): GraphQLError {
  return new GraphQLError(message, { ...(path ? { path } : {}), extensions });
}
