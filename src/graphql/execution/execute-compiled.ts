import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { fittingVariables } from '../rules/variables.ts';
import type { ExecutionOptions } from './execution-options.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { type formatError, withRequestId, logInternal, retryHeaders, wholeFailure } from '../errors.ts';
import { admitOperation } from '../rules/operation-rules.ts';
import type { CompiledQuery, QueryResult } from './compiled-query.ts';
import type { CompiledQueryCache, OperationText } from './compiled-query-cache.ts';

interface CompiledExecutionOptions extends ExecutionOptions {
  schema: GraphQLSchema;
  queries: CompiledQueryCache;
  format: typeof formatError;
  log: Logger;
}

/**
 * Responds to a request with a compiled query, as Apollo Server would, without its pipeline. Null for any other request, and
 * for one whose operation must not run: Apollo Server then reports why.
 */
export async function executeCompiled(
  options: CompiledExecutionOptions,
  reply: FastifyReply,
  context: RequestContext,
): Promise<string | Buffer | null> {
  const request = readJsonPost(reply.request);
  const query = request && options.queries.get(request);
  if (!query) return null;
  options.onRead?.();
  const text = JSON.stringify([request.query, request.operationName, request.variables]);
  const cached = await options.responses?.begin({ request: text, topics: query.topics }, context);
  const result = cached?.hit ? null : await execute(options, query, request, context);
  if (!result && !cached?.hit) return null;
  void reply.type('application/json; charset=utf-8');
  if (!result) return cached?.hit?.body ?? null;
  if (result.errors.length > 0) return errorResponse(options, reply, context, result);
  const response = `{"data":${result.data}}\n`;
  return cached?.store('', response) ?? response;
}

/** Returns null for an operation that must not run. */
async function execute(
  { schema, queries, runList }: CompiledExecutionOptions,
  query: CompiledQuery,
  request: OperationRequest,
  context: RequestContext,
): Promise<QueryResult | null> {
  const { operation, document } = query;
  const { variables } = request;
  const coerced = fittingVariables({ schema, operation, variables });
  if (!coerced || !query.plans.accepts(coerced)) return null;
  const plan = query.findPlan(coerced);
  if (!plan) {
    queries.delete(request);
    return null;
  }
  try {
    admitOperation({ schema, document, operation, variables }, context);
  } catch {
    return null;
  }
  const run = (): Promise<QueryResult> => query.execute(plan, context, coerced);
  return runList && query.isPage ? runList(context, run) : run();
}

export interface OperationRequest extends OperationText {
  variables: Readonly<Record<string, unknown>>;
}

const PLAIN_ACCEPT: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json']);

/** Reads what every client sends; null for any other request, which is left to Apollo Server. */
export function readJsonPost({ method, headers, body }: FastifyRequest): OperationRequest | null {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return null;
  if (!PLAIN_ACCEPT.has(headers.accept) || !isPlainObject(body)) return null;
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string' || (extensions !== undefined && extensions !== null)) return null;
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') return null;
  if (variables !== undefined && variables !== null && !isPlainObject(variables)) return null;
  return { query, operationName, variables: variables ?? {} };
}

function errorResponse(
  { format, log }: CompiledExecutionOptions,
  reply: FastifyReply,
  { requestId, costMeter: spending }: RequestContext,
  { data, errors }: QueryResult,
): string {
  const { rejection } = spending ?? {};
  if (rejection) {
    void reply.code(400);
    return `${JSON.stringify({ errors: [rejection] })}\n`;
  }
  logInternal(log, errors);
  const failure = wholeFailure(JSON.parse(data), errors);
  if (failure) void reply.code(failure.status).headers(retryHeaders(failure));
  const formatted = errors.map((error) => withRequestId(format(addCode(error), error), requestId));
  return `{"errors":${JSON.stringify(formatted)},"data":${data}}\n`;
}

/** Prepares an error for its format like Apollo Server. */
function addCode(error: GraphQLError): GraphQLFormattedError {
  const { http: _status, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions: { ...extensions, code: extensions['code'] ?? 'INTERNAL_SERVER_ERROR' } };
}
