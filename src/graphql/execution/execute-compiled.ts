import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { fittingVariables } from '../rules/variables.ts';
import type { Answering } from './execution-options.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { type formatError, identified, logInternal, retryHeaders, wholeFailure } from '../errors.ts';
import { admitOperation } from '../rules/operation-rules.ts';
import type { CompiledQuery, QueryResult } from './compiled-query.ts';
import type { AskedQuery, KnownQueries } from './compiled-query-cache.ts';

interface KnownQueryOptions extends Answering {
  schema: GraphQLSchema;
  known: KnownQueries;
  format: typeof formatError;
  log: Logger;
}

/**
 * Answers a request with a known query, as Apollo Server would, without its pipeline. Null for any other request, and for
 * one whose operation must not run: Apollo Server then reports why.
 */
export async function answerKnown(
  options: KnownQueryOptions,
  reply: FastifyReply,
  context: RequestContext,
): Promise<string | Buffer | null> {
  const asked = readPost(reply.request);
  const query = asked && options.known.get(asked);
  if (!query) return null;
  options.reads?.note();
  const text = JSON.stringify([asked.query, asked.operationName, asked.variables]);
  const begun = await options.answers?.begin({ request: text, topics: query.topics }, context);
  const result = begun?.current ? null : await execute(options, query, asked, context);
  if (!result && !begun?.current) return null;
  void reply.type('application/json; charset=utf-8');
  if (!result) return begun?.current?.body ?? null;
  if (result.errors.length > 0) return failed(options, reply, context, result);
  const answer = `{"data":${result.data}}\n`;
  return begun?.remember('', answer) ?? answer;
}

/** Null for an operation that must not run. */
async function execute(
  { schema, known, turns }: KnownQueryOptions,
  query: CompiledQuery,
  asked: Asked,
  context: RequestContext,
): Promise<QueryResult | null> {
  const { operation, document } = query;
  const coerced = fittingVariables({ schema, operation, variables: asked.variables });
  if (!coerced || !query.plans.takes(coerced)) return null;
  const plan = query.planFor(coerced);
  if (!plan) {
    known.delete(asked);
    return null;
  }
  try {
    admitOperation({ schema, document, operation, variables: asked.variables }, context);
  } catch {
    return null;
  }
  const run = (): Promise<QueryResult> => query.execute(plan, context, coerced);
  return turns && query.isPage ? turns.run(context, run) : run();
}

export interface Asked extends AskedQuery {
  variables: Readonly<Record<string, unknown>>;
}

const PLAIN_ACCEPT: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json']);

/** Only what every client sends; the rest is left to Apollo Server. */
export function readPost({ method, headers, body }: FastifyRequest): Asked | null {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return null;
  if (!PLAIN_ACCEPT.has(headers.accept) || !isPlainObject(body)) return null;
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string' || (extensions !== undefined && extensions !== null)) return null;
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') return null;
  if (variables !== undefined && variables !== null && !isPlainObject(variables)) return null;
  return { query, operationName, variables: variables ?? {} };
}

function failed(
  { format, log }: KnownQueryOptions,
  reply: FastifyReply,
  { requestId, spending }: RequestContext,
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
  const formatted = errors.map((error) => identified(format(withCode(error), error), requestId));
  return `{"errors":${JSON.stringify(formatted)},"data":${data}}\n`;
}

/** As Apollo Server prepares an error before it is formatted. */
function withCode(error: GraphQLError): GraphQLFormattedError {
  const { http: _status, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions: { ...extensions, code: extensions['code'] ?? 'INTERNAL_SERVER_ERROR' } };
}
