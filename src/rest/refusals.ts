import { ServiceError } from '../shared/errors.ts';

// How the REST layer itself refuses a request; the OpenAPI document quotes the same texts.

export const NOT_JSON_TYPE = 'Content-Type must be application/json';

/** `limit` in bytes. */
export function tooLarge(limit: number): string {
  return `Request body exceeds maximum size of ${limit < 2 ** 20 ? `${limit} bytes` : `${limit / 2 ** 20}MB`}`;
}

export function refuseMediaType(): ServiceError {
  return new ServiceError('UNSUPPORTED_MEDIA_TYPE', NOT_JSON_TYPE);
}
