import { HTTP_STATUS, ServiceError } from '../shared/errors.ts';
import { notReachable } from './availability.ts';

/** `character_not_in_repertoire` and `untranslatable_character`: PostgreSQL's text, JSON included, has no U+0000. */
const NUL_IN_TEXT = new Set(['22021', '22P05']);

/** `protocol_violation`: MikroORM writes values into its statements, and U+0000 ends a statement in the midst of its message. */
const NUL_IN_STATEMENT = { code: '08P01', message: 'invalid message format' };

/** What PostgreSQL says when it can't serve now, by code or class of codes: another try may succeed. */
const PASSING: readonly [pattern: RegExp, message: string][] = [
  [/^57014$/, 'The database did not answer in time'],
  [/^55P03$/, 'The database is busy with other writes of the same kind'],
  [/^53/, 'The database has no resources left'],
  // Shutting down, starting, failed over, or the database itself is gone.
  [/^(57P0.|08...|25006|25P03|3D000)$/, 'The database is not reachable'],
];

/** How the system and the driver name a connection that is lost. */
const LOST =
  /^(ECONNRESET|EPIPE|ETIMEDOUT) |Connection terminated|connection error|not queryable|Connection ended|Client was closed/i;

/**
 * What the caller is told of an error of the database that its input caused or that passes by itself; undefined for any
 * other error, which is one of the service. A text with U+0000 matches nothing and fits nowhere, so it is answered here once
 * rather than at every place that reads one.
 */
export function serviceErrorOf(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError) return error;
  if (!(error instanceof Error)) return undefined;
  if (isCopied(error)) {
    const { code, message, cause, retryAfterSeconds } = error;
    return new ServiceError(code, message, {}, { cause, retryAfterSeconds });
  }
  const code = 'code' in error ? String(error.code) : '';
  const isCutShort = code === NUL_IN_STATEMENT.code && error.message === NUL_IN_STATEMENT.message;
  if (isCutShort || NUL_IN_TEXT.has(code)) {
    return new ServiceError('BAD_REQUEST', 'Text must not contain the character U+0000', {}, { cause: error });
  }
  if (!('severity' in error)) return LOST.test(`${code} ${error.message}`) ? notReachable(error) : undefined;
  const message = PASSING.find(([pattern]) => pattern.test(code))?.[1];
  return message === undefined ? undefined : new ServiceError('UNAVAILABLE', message, {}, { cause: error });
}

/** MikroORM makes exceptions of its own, with the properties of the error that it met. */
function isCopied(error: Error): error is Error & Pick<ServiceError, 'code' | 'retryAfterSeconds'> {
  return 'code' in error && Object.hasOwn(HTTP_STATUS, String(error.code)) && 'retryAfterSeconds' in error;
}
