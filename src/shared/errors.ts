/** All error codes and their HTTP status; used by REST and GraphQL. */
export const HTTP_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  BAD_GATEWAY: 502,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** One error in the input: its path, such as `fields[2].name`, and a message that contains the path. */
export interface Violation {
  field: string;
  message: string;
}

/** An error whose message is the path and `problem`. */
export function createViolation(field: string, problem: string): Violation {
  return { field, message: `${field} ${problem}` };
}

/** Adds such an error. */
export function report(violations: Violation[], field: string, problem: string): undefined {
  violations.push(createViolation(field, problem));
}

export interface ServiceErrorOptions extends ErrorOptions {
  /** Default: 2 for UNAVAILABLE, null for every other code. */
  retryAfterSeconds?: number | null;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * An error for the caller. `message` is sent as it is; `extras` are sent with it (in the REST envelope, in GraphQL's
 * `extensions`), so both may only contain what the caller may read.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly extras: Readonly<Record<string, unknown>>;
  /** Seconds after which a retry may succeed, sent as `Retry-After`. Null if a retry does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    extras: Record<string, unknown> = {},
    { retryAfterSeconds = code === 'UNAVAILABLE' ? RETRY_AFTER_SECONDS : null, ...options }: ServiceErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.extras = extras;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return HTTP_STATUS[this.code];
  }
}

/** The error as one that its caller can do something about. @throws any other */
export function toCallerError(error: unknown): ServiceError {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  return error;
}

export function badRequest(field: string, message: string): ServiceError {
  return invalid([{ field, message }]);
}

/** 400 with the first violation as its message and all of them in `details`. */
export function invalid(violations: [Violation, ...Violation[]]): ServiceError {
  return new ServiceError('BAD_REQUEST', violations[0].message, { details: violations });
}

/** Maximum number of violations that an error lists: a request has up to 200,000 values, and each may be wrong. */
export const MAX_VIOLATIONS = 100;

/** Throws if there is any violation, with the first 100. */
export function assertNoViolations(violations: readonly Violation[]): void {
  const [first, ...rest] = violations.slice(0, MAX_VIOLATIONS);
  if (first) throw invalid([first, ...rest]);
}

/** 404; `resource` is the capitalised name in the interface, as in `Content type not found`. */
export function notFound(resource: string): ServiceError {
  return new ServiceError('NOT_FOUND', `${resource} not found`);
}

/** The value, or the error of `notFound` if there is none. */
export function orNotFound<T>(value: T | null | undefined, resource: string): T {
  if (value === null || value === undefined) throw notFound(resource);
  return value;
}

export function conflict(message: string, extras: Record<string, unknown> = {}): ServiceError {
  return new ServiceError('CONFLICT', message, extras);
}

/** 409 because of the value of one field, which `details` names as they do for a 400. */
export function fieldConflict(field: string, message: string, extras: Record<string, unknown> = {}): ServiceError {
  return conflict(message, { ...extras, details: [{ field, message }] });
}

const MAX_CAUSES = 5;

/** The error and what caused it, up to five. */
export function errorChain(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let current = error; current instanceof Error && causes.length < MAX_CAUSES; current = current.cause)
    causes.push(current);
  return causes;
}

/** `"a", "b" or "c"`, the format of the interface. */
export function listChoices(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
