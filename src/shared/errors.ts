/** Every way a call can be refused, and the HTTP status that says so. The one table: REST and GraphQL both render from it. */
export const HTTP_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  BAD_GATEWAY: 502,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;

/** One fault in the input: where it is (a path such as `fields[2].name`) and what is wrong, as a whole sentence naming the path. */
export interface Fault {
  field: string;
  message: string;
}

export interface ServiceErrorOptions extends ErrorOptions {
  /** Default: 2 for UNAVAILABLE, null for every other code. */
  retryAfterSeconds?: number | null;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * What a service throws when it refuses a call. `message` is shown to the caller as it stands;
 * `extras` go beside it (in the REST envelope, in GraphQL's `extensions`), so neither may hold anything the caller may not see.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly extras: Readonly<Record<string, unknown>>;
  /** Seconds after which the same call may succeed; every surface sends it as `Retry-After`. Null: waiting does not help. */
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

export function badRequest(field: string, message: string): ServiceError {
  return invalid([{ field, message }]);
}

/** 400 with the first fault as its text and all of them in `details`. */
export function invalid(faults: [Fault, ...Fault[]]): ServiceError {
  return new ServiceError('BAD_REQUEST', faults[0].message, { details: faults });
}

/** Throws when there is any fault; the usual end of a validation. */
export function refuseFaults(faults: readonly Fault[]): void {
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
}

/** 404; `resource` is the capitalised name of the interface's texts, as in `Content type not found`. */
export function notFound(resource: string): ServiceError {
  return new ServiceError('NOT_FOUND', `${resource} not found`);
}

export function conflict(message: string, extras: Record<string, unknown> = {}): ServiceError {
  return new ServiceError('CONFLICT', message, extras);
}

/** `"a", "b" or "c"`, as the interface spells a choice. */
export function listChoices(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value}"`);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}
