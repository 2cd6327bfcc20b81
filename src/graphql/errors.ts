import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { ServiceError } from '../shared/errors.ts';
import type { Logger } from '../shared/log/logger.ts';
import { transportError } from '../shared/http/request-errors.ts';
import type { RequestContext } from '../api/request-context.ts';

/** Formats an error for GraphQL: a service error with its message, code and extras; an unexpected error without details. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = findCause(error);
  if (cause instanceof ServiceError) {
    return { ...formatted, message: cause.message, extensions: toExtensions(cause) };
  }
  if (isTooMany(cause)) return { ...formatted, extensions: { code: 'BAD_USER_INPUT' } };
  if (isOfGraphQL(cause)) return formatted;
  const { path, locations } = formatted;
  return {
    message: 'Internal server error',
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: { code: 'INTERNAL' },
  };
}

/**
 * Logs internal errors with the request id, adds that id to the error, and sets the HTTP status of a request that is
 * rejected as a whole.
 */
export function reportErrors(log: Logger): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart({ contextValue }) {
      const { requestId } = contextValue;
      return {
        async didEncounterErrors({ errors }) {
          logInternal(log, errors);
        },
        async willSendResponse({ response: { body, http }, errors }) {
          if (body.kind !== 'single') return;
          const { rejection } = contextValue.costMeter ?? {};
          if (rejection) {
            http.status = 400;
            body.singleResult = { errors: [rejection.toJSON()] };
            return;
          }
          const { singleResult } = body;
          const failure = wholeFailure(singleResult.data, errors ?? []);
          if (failure) {
            http.status = failure.status;
            for (const [name, value] of Object.entries(retryHeaders(failure))) http.headers.set(name, value);
          }
          if (singleResult.errors)
            singleResult.errors = singleResult.errors.map((formattedError) => withRequestId(formattedError, requestId));
        },
      };
    },
  };
}

export function logInternal(log: Logger, errors: readonly GraphQLError[]): void {
  for (const error of errors.filter(isInternal)) {
    log.error({ err: findCause(error), field: failedFieldName(error) }, 'a GraphQL field failed');
  }
}

/** `formatError` for schemas without introspection: validation errors then do not suggest names. */
export function errorFormatter(introspection: boolean): typeof formatError {
  if (introspection) return formatError;
  return (formatted, error) => {
    const formattedError = formatError(formatted, error);
    return { ...formattedError, message: formattedError.message.replace(/ ?Did you mean.+?\?$/, '') };
  };
}

/** A request that failed before its operation ran: the HTTP status and GraphQL's envelope, the same on every transport. */
export function failedRequest(
  error: unknown,
  { requestId, format, log }: { requestId: string; format: typeof formatError; log: Logger },
): { status: number; headers: Record<string, string>; body: { errors: GraphQLFormattedError[] } } {
  const failure = toGraphQLError(error);
  if (isInternal(failure)) log.error({ err: findCause(failure) }, 'a GraphQL request failed');
  const { http, ...extensions } = failure.extensions as { http?: { status?: number } } & Record<string, unknown>;
  const formatted = withRequestId(format({ ...failure.toJSON(), extensions }, failure), requestId);
  const cause = findCause(failure);
  const headers = cause instanceof ServiceError ? retryHeaders(cause) : {};
  return { status: httpStatus(failure, http?.status), headers, body: { errors: [formatted] } };
}

function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const serviceError = error instanceof ServiceError ? error : transportError(error, 'Request body is too large');
  const cause = serviceError ?? (error instanceof Error ? error : new Error(String(error)));
  return new GraphQLError(cause.message, { originalError: cause });
}

function httpStatus(error: GraphQLError, own: number | undefined): number {
  const cause = findCause(error);
  if (cause instanceof ServiceError) return cause.status;
  return own ?? (isOfGraphQL(cause) ? 400 : 500);
}

/**
 * The error that a request failed with as a whole: it was rejected before execution, or a dependency is unavailable and
 * no root field has a value. Any other error is returned as a 200 with `errors`.
 */
export function wholeFailure(data: unknown, errors: readonly GraphQLError[]): ServiceError | undefined {
  const causes = errors.map(findCause);
  const [first] = causes;
  if (!(first instanceof ServiceError)) return undefined;
  if (data === undefined) return first;
  const isUnavailable = causes.every((cause) => cause instanceof ServiceError && cause.code === 'UNAVAILABLE');
  const isEmpty = data === null || Object.values(data).every((value) => value === null);
  return isUnavailable && isEmpty ? first : undefined;
}

function toExtensions({ code, extras, retryAfterSeconds }: ServiceError): Record<string, unknown> {
  return { ...extras, code, ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }) };
}

export function retryHeaders({ retryAfterSeconds }: ServiceError): Record<string, string> {
  return retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) };
}

/** Adds the request id to an internal error, so that the caller can quote it. */
export function withRequestId(formattedError: GraphQLFormattedError, requestId: string): GraphQLFormattedError {
  return formattedError.extensions?.['code'] === 'INTERNAL'
    ? { ...formattedError, extensions: { ...formattedError.extensions, requestId } }
    : formattedError;
}

/** An error that the caller could not have caused and that must be investigated. */
export function isInternal(error: GraphQLError): boolean {
  const cause = findCause(error);
  return cause instanceof ServiceError ? cause.status >= 500 : !isOfGraphQL(cause);
}

/** The schema's name of the failed field, because aliases are the caller's input. */
export function failedFieldName({ nodes }: GraphQLError): string | undefined {
  const node = nodes?.[0];
  return node?.kind === Kind.FIELD ? node.name.value : undefined;
}

/** GraphQL wraps errors of resolvers, once per executor; Apollo wraps its own errors. */
function findCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof GraphQLError && cause.originalError && !hasClientCode(cause)) cause = cause.originalError;
  return cause;
}

const CLIENT_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'QUERY_TOO_COMPLEX',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** What graphql-js adds to the first 50 errors of variables; it has neither a code nor nodes. */
const TOO_MANY = 'Too many errors processing variables, error limit reached. Execution aborted.';

/** Syntax, validation and argument errors, and errors with their own status. */
function isOfGraphQL(error: unknown): boolean {
  if (!(error instanceof GraphQLError)) return false;
  // Rejected while reading arguments: the message of a scalar.
  const isArgumentError = error.nodes !== undefined && error.path === undefined;
  return hasClientCode(error) || error.extensions['http'] !== undefined || isArgumentError || isTooMany(error);
}

function isTooMany(error: unknown): boolean {
  return error instanceof GraphQLError && error.message === TOO_MANY;
}

function hasClientCode({ extensions }: GraphQLError): boolean {
  return CLIENT_CODES.has(String(extensions['code']));
}
