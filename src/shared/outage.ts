import { type ErrorCode, ServiceError, errorChain } from './errors.ts';

/** A dependency is unavailable. The work that needed it is not the cause. */
export class OutageError extends ServiceError {
  /** Display name: `vector index`, `embedder`, `file storage`. */
  readonly dependency: string;

  constructor(dependency: string, message: string, options: ErrorOptions & { code?: ErrorCode } = {}) {
    const { code = 'UNAVAILABLE', ...cause } = options;
    super(code, message, {}, cause);
    this.dependency = dependency;
  }
}

/** The file storage has returned fewer or more bytes than the file has. */
export function incompleteFile(): OutageError {
  return new OutageError('file storage', 'File storage has not returned the whole file');
}

/**
 * A newer version of the service, of which instances run beside this one during a deployment, has written what this one does not
 * know. It is left to them: no attempt counts, and it waits if there is none, as after a version was taken back.
 */
export function newerVersionError(what: string): OutageError {
  return new OutageError('newer version of the service', `${what} is not known to this version of the service`);
}

/** The unavailable dependency that caused the error; null if the work itself failed. Follows causes. */
export function findOutage(error: unknown): string | null {
  for (const cause of errorChain(error)) {
    if (cause instanceof OutageError) return cause.dependency;
    const dependency = describeCode('code' in cause ? cause.code : undefined) ?? describeMessage(cause.message);
    if (dependency !== null) return dependency;
  }
  return null;
}

/**
 * PostgreSQL's classes for lost connections (08), missing resources (53), operator intervention such as a shutdown
 * (57), and system errors (58); aborted concurrent transactions (40) and lock timeouts (55P03).
 */
const DATABASE_STATES = /^(?:08|53|57|58|40)[0-9A-Z]{3}$|^55P03$|^25006$/;
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
const DISK_CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);
/** Errors of the database driver that have no code. */
const DATABASE_MESSAGES = /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

function describeCode(code: unknown): string | null {
  if (typeof code !== 'string') return null;
  if (DISK_CODES.has(code)) return 'disk';
  if (NETWORK_CODES.has(code)) return 'network';
  // PostgreSQL reports a NUL character in a statement as a protocol violation, which the input caused.
  return DATABASE_STATES.test(code) && code !== '08P01' ? 'database' : null;
}

function describeMessage(message: string): string | null {
  return DATABASE_MESSAGES.test(message) ? 'database' : null;
}
