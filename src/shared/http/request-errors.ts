import { ServiceError } from '../errors.ts';

// Errors of requests before a route runs; the OpenAPI document contains the same texts.

export const NOT_JSON_TYPE = 'Content-Type must be application/json';

/** @param limit in bytes */
export function tooLarge(limit: number): string {
  return `Request body exceeds maximum size of ${limit < 2 ** 20 ? `${limit} bytes` : `${limit / 2 ** 20}MB`}`;
}

export function unsupportedMediaType(): ServiceError {
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', NOT_JSON_TYPE);
}

/** An error of the HTTP server: its status is used, its message describes internals. @param tooLargeText its text for a 413 */
export function transportError(error: unknown, tooLargeText: string): ServiceError | undefined {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 0;
  if (status === 413) return new ServiceError('PAYLOAD_TOO_LARGE', tooLargeText);
  if (status === 415) return unsupportedMediaType();
  return status >= 400 && status < 500 ? new ServiceError('BAD_REQUEST', 'Malformed request') : undefined;
}
