import { ServiceError } from '../shared/errors.ts';

// Errors of the REST layer itself; the OpenAPI document contains the same texts.

export const NOT_JSON_TYPE = 'Content-Type must be application/json';

/** @param limit in bytes */
export function tooLarge(limit: number): string {
  return `Request body exceeds maximum size of ${limit < 2 ** 20 ? `${limit} bytes` : `${limit / 2 ** 20}MB`}`;
}

export function unsupportedMediaType(): ServiceError {
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', NOT_JSON_TYPE);
}
