import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';
import type { Logger } from '../shared/logger.ts';
import { ServiceError } from '../shared/errors.ts';

/** An error as GraphQL shows it: a service's own words with its code and extras, and of anything unforeseen nothing but an id. */
export function createErrorFormatter(log: Logger) {
  return (formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError => {
    const cause = unwrapResolverError(error);
    if (cause instanceof ServiceError && cause.code !== 'INTERNAL') {
      return { ...formatted, message: cause.message, extensions: { ...cause.extras, code: cause.code } };
    }
    // Syntax, validation and variable errors are GraphQL's own and say what to mend.
    if (isOfGraphQL(formatted) || (cause instanceof GraphQLError && !cause.originalError && isClientCode(cause))) {
      const { stacktrace: _inner, ...extensions } = formatted.extensions ?? {};
      return { ...formatted, extensions };
    }
    log.error({ err: cause, path: formatted.path }, 'a GraphQL field failed');
    const { path, locations } = formatted;
    return {
      message: 'Internal server error',
      ...(locations ? { locations } : {}),
      ...(path ? { path } : {}),
      extensions: { code: 'INTERNAL' },
    };
  };
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

function isOfGraphQL(formatted: GraphQLFormattedError): boolean {
  return CLIENT_CODES.has(String(formatted.extensions?.['code']));
}

/** Refused while reading arguments: a scalar's own words. */
function isClientCode(error: GraphQLError): boolean {
  return error.nodes !== undefined && error.path === undefined;
}

/** For what fails before a field is reached: GraphQL's envelope with the status of the service's error. */
export function asHttpError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  return new GraphQLError(error.message, {
    extensions: { ...error.extras, code: error.code, http: { status: error.status } },
  });
}
