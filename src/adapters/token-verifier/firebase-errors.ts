import type { ServiceError } from '../../shared/errors.ts';
import { providerUnavailable, invalidToken } from './tokens.ts';

const INVALID_TOKEN_CODES = new Set([
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/**
 * Start of the library's messages about an invalid token. It uses one code, `auth/argument-error`, for those and for
 * certificates that could not be fetched, whose messages vary; so every other message is an outage. Anchored, because
 * the message continues with claims of the token.
 */
const TOKEN_MESSAGE = /^(Firebase ID token |Decoding Firebase ID token |verifyIdToken\(\) expects )/;

const MAX_REASON_LENGTH = 300;

/** The error for the caller after a failed `verifyIdToken`. */
export function toVerificationError(error: unknown): ServiceError {
  const { code, message } = describeError(error);
  if (INVALID_TOKEN_CODES.has(code)) return invalidToken();
  if (code === 'auth/argument-error' && TOKEN_MESSAGE.test(message)) return invalidToken();
  // The library's own error is not used as cause, because it contains the request and with it the access token.
  return providerUnavailable(new Error(`${code}: ${message.slice(0, MAX_REASON_LENGTH)}`));
}

function describeError(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : 'no reason given',
  };
}
