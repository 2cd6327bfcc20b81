import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from '../../shared/log/logger.ts';
import { parseJson } from '../../shared/http/json-body.ts';
import type { ExecutionOptions } from '../execution/execution-options.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { errorFormatter, failedRequest } from '../errors.ts';
import type { CompiledQueryCache } from '../execution/compiled-query-cache.ts';
import { assertDocumentTextWithinLimits } from '../limits/document-text.ts';

export interface GraphQLRouteOptions {
  /** Returns the context of a request, always the same one. Its caller was authenticated before the body was read. */
  getContext: (request: FastifyRequest) => RequestContext;
  /** Enables introspection, suggestions in errors, and the page at /graphql. */
  introspection: boolean;
  log: Logger;
}

export interface GraphQLOptions extends GraphQLRouteOptions, ExecutionOptions {
  schema: GraphQLSchema;
}

/** Maximum size of a request body: a knowledge document of 10 MB must fit. */
const BODY_LIMIT = 11 * 1024 * 1024;

/**
 * Checks the JSON in a query string, which Apollo and graphql-sse parse without the rules of a body.
 * @throws ServiceError 400
 */
function assertValidJson(query: Readonly<Record<string, unknown>>): void {
  for (const name of ['variables', 'extensions']) {
    const text = query[name];
    if (typeof text === 'string' && text.trim() !== '') parseJson(text, name);
  }
}

/** Settings of all GraphQL routes: the limits of a document's text, and one format of errors. */
export function graphqlRoute(
  { introspection, log }: Pick<GraphQLRouteOptions, 'introspection' | 'log'>,
  getQueries: (request: FastifyRequest) => CompiledQueryCache | undefined = () => undefined,
) {
  const format = errorFormatter(introspection);
  return {
    bodyLimit: BODY_LIMIT,
    config: { access: 'optional key', errorFormat: 'graphql', takesSession: true },
    preHandler: async (request) => {
      // Otherwise graphql-sse would wait for a body that was already read.
      request.body ??= {};
      const parameters = request.method === 'GET' ? request.query : request.body;
      const { query, operationName } = parameters as { query?: unknown; operationName?: unknown };
      if (request.method === 'GET') assertValidJson(request.query as Record<string, unknown>);
      if (typeof query !== 'string') return;
      const name = typeof operationName === 'string' ? operationName : null;
      if (!getQueries(request)?.has({ query, operationName: name })) assertDocumentTextWithinLimits(query);
    },
    errorHandler: (error, request, reply) => {
      const { status, headers, body } = failedRequest(error, { requestId: request.id, format, log });
      void reply.code(status).headers(headers).header('cache-control', 'no-store').send(body);
    },
  } satisfies RouteShorthandOptions;
}
