import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError, Kind } from 'graphql';
import { ServiceError } from '../shared/errors.ts';
import type { Logger } from '../shared/logger.ts';
import type { RequestContext } from './context.ts';

/** An error as GraphQL shows it: a service's own words with its code and extras, and of anything unforeseen nothing at all. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = causeOf(error);
  if (cause instanceof ServiceError) {
    return { ...formatted, message: cause.message, extensions: { ...cause.extras, code: cause.code } };
  }
  if (isOfGraphQL(cause)) return formatted;
  const { path, locations } = formatted;
  return {
    message: 'Internal server error',
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions: { code: 'INTERNAL' },
  };
}

/** Logs what failed inside under the request's id, shows that id to the caller, and gives a request refused whole its HTTP status. */
export function reportErrors(log: Logger): ApolloServerPlugin<RequestContext> {
  return {
    async requestDidStart({ contextValue: { requestId } }) {
      return {
        async didEncounterErrors({ errors }) {
          for (const error of errors.filter(isInternal)) {
            log.error({ err: causeOf(error), field: fieldOf(error) }, 'a GraphQL field failed');
          }
        },
        async willSendResponse({ response: { body, http }, errors }) {
          if (body.kind !== 'single') return;
          const { singleResult } = body;
          const cause = causeOf(errors?.[0]);
          if (singleResult.data === undefined && cause instanceof ServiceError) http.status = cause.status;
          if (singleResult.errors)
            singleResult.errors = singleResult.errors.map((shown) => identified(shown, requestId));
        },
      };
    },
  };
}

/** For what fails before an operation is read: GraphQL's envelope with the status of the service's error. */
export function asHttpError(error: unknown, requestId: string, log: Logger): GraphQLError {
  const known = error instanceof ServiceError ? error : undefined;
  if (!known) log.error({ err: error }, 'a GraphQL request failed');
  const { code, message, extras, status } = known ?? new ServiceError('INTERNAL', 'Internal server error');
  return new GraphQLError(message, {
    extensions: { ...extras, code, http: { status }, ...(status >= 500 ? { requestId } : {}) },
  });
}

function identified(shown: GraphQLFormattedError, requestId: string): GraphQLFormattedError {
  return shown.extensions?.['code'] === 'INTERNAL'
    ? { ...shown, extensions: { ...shown.extensions, requestId } }
    : shown;
}

/** Something that the caller could not have caused, and that is to be looked into. */
export function isInternal(error: GraphQLError): boolean {
  const cause = causeOf(error);
  return cause instanceof ServiceError ? cause.status >= 500 : !isOfGraphQL(cause);
}

/** The schema's name of the field that failed: aliases are the caller's. */
export function fieldOf({ nodes }: GraphQLError): string | undefined {
  const node = nodes?.[0];
  return node?.kind === Kind.FIELD ? node.name.value : undefined;
}

/** GraphQL wraps what a resolver throws, once for each time it passes through an executor; and Apollo its own refusals. */
function causeOf(error: unknown): unknown {
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
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** Syntax, validation and argument errors, which say what to mend; and what `asHttpError` made. */
function isOfGraphQL(error: unknown): boolean {
  if (!(error instanceof GraphQLError)) return false;
  // Refused while reading arguments: a scalar's own words.
  const ofArgument = error.nodes !== undefined && error.path === undefined;
  return hasClientCode(error) || error.extensions['http'] !== undefined || ofArgument;
}

function hasClientCode({ extensions }: GraphQLError): boolean {
  return CLIENT_CODES.has(String(extensions['code']));
}
