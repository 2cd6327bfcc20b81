import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { ServiceError } from '../../shared/errors.ts';
import { tooLarge, transportError } from '../../shared/http/request-errors.ts';
import { routeOperation } from './route-operation.ts';

/** Sends the error's status and envelope. Internal errors are logged and sent as a 500 without details. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, retryAfterSeconds } = describeError(request, error);
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds));
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** The envelope only, for a response whose status is already sent. */
export function errorBody(request: FastifyRequest, error: unknown): Record<string, unknown> {
  return describeError(request, error).body;
}

function describeError(request: FastifyRequest, error: unknown) {
  const operation = routeOperation(request);
  const failure = toServiceError(error, operation?.bodyLimit);
  if (failure.status >= 500) request.log.error({ err: rootCause(error) }, failure.message);
  const { status, message, retryAfterSeconds } = failure;
  const body = operation?.errorEnvelope === 'ERROR_ONLY' ? { error: message } : standardBody(failure, request.id);
  return { status, body, retryAfterSeconds };
}

/** Tells whether the error may be sent to the caller unchanged. */
export function isServiceError(error: unknown): boolean {
  return rootCause(error) instanceof ServiceError;
}

function standardBody(failure: ServiceError, requestId: string): Record<string, unknown> {
  const envelope = { success: false, error: failure.message };
  const id = failure.status >= 500 ? { requestId } : {};
  return { ...envelope, ...failure.extras, ...envelope, ...id };
}

function toServiceError(error: unknown, bodyLimit = 2 ** 20): ServiceError {
  const cause = rootCause(error);
  if (cause instanceof ServiceError) return cause;
  return (
    transportError(cause, tooLarge(bodyLimit)) ?? new ServiceError('INTERNAL', 'Internal server error', {}, { cause })
  );
}

/** GraphQL wraps errors of resolvers, once per executor. */
function rootCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}
