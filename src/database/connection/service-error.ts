import { HTTP_STATUS, ServiceError, notFound } from '../../shared/errors.ts';
import { type LimitExcess, limitError } from '../../shared/plan-limits.ts';
import { NO_CONNECTION_LEFT, notReachable } from './availability.ts';
import { ABORTED_STATES } from './retry-aborted.ts';

/** `character_not_in_repertoire` and `untranslatable_character`: PostgreSQL cannot store U+0000 in text and JSON. */
const NUL_IN_TEXT = new Set(['22021', '22P05']);

/** `protocol_violation`: MikroORM inlines values into its statements, and U+0000 ends a statement early. */
const NUL_IN_STATEMENT = { code: '08P01', message: 'invalid message format' };

/** The code that `assert_site_limits` raises, with the excess as JSON. */
const LIMIT_REACHED = 'LC001';

export const OTHER_WRITES = 'The database is busy with other writes of the same kind';

/** `foreign_key_violation`, by the names that PostgreSQL gives to the foreign keys of all tables that refer to their site. */
const FOREIGN_KEY_VIOLATION = '23503';
const KEY_TO_SITE = /_site_id_fkey\d*$/;

/** PostgreSQL's errors that a retry may solve, by code or class of codes. */
const TRANSIENT_ERRORS: readonly [pattern: RegExp, message: string][] = [
  [/^57014$/, 'The database did not answer in time'],
  [/^55P03$/, OTHER_WRITES],
  [ABORTED_STATES, OTHER_WRITES],
  [/^53/, 'The database is out of resources'],
  // Shutting down, starting, failed over, or the database does not exist.
  [/^(57P0.|08...|25006|25P03|3D000)$/, 'The database is not reachable'],
];

/** Messages of the system and the driver for a lost connection. */
const LOST_CONNECTION =
  /^(ECONNRESET|EPIPE|ETIMEDOUT) |Connection terminated|connection error|not queryable|Connection ended|Client was closed/i;

/**
 * Converts a database error that the input caused, or that is temporary, to an error for the caller; undefined for any
 * other error, which is internal. A text with U+0000 can be neither matched nor stored, so it is rejected here instead
 * of at every place that reads a text.
 */
export function toServiceError(error: unknown): ServiceError | undefined {
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
  if (code === LIMIT_REACHED && 'detail' in error) return limitError(JSON.parse(String(error.detail)) as LimitExcess);
  if (!('severity' in error)) return LOST_CONNECTION.test(`${code} ${error.message}`) ? notReachable(error) : undefined;
  if (code === NO_CONNECTION_LEFT) return notReachable(error);
  if (code === FOREIGN_KEY_VIOLATION && 'constraint' in error && KEY_TO_SITE.test(String(error.constraint))) {
    // The site was deleted after its caller was authenticated.
    return notFound('Site');
  }
  const message = TRANSIENT_ERRORS.find(([pattern]) => pattern.test(code))?.[1];
  return message === undefined ? undefined : new ServiceError('UNAVAILABLE', message, {}, { cause: error });
}

/** MikroORM creates its own exceptions with the properties of the original error. */
function isCopied(error: Error): error is Error & Pick<ServiceError, 'code' | 'retryAfterSeconds'> {
  return 'code' in error && Object.hasOwn(HTTP_STATUS, String(error.code)) && 'retryAfterSeconds' in error;
}
