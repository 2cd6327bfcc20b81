import type { VerifiedUser } from '../../ports/token-verifier.ts';
import { ServiceError } from '../../shared/errors.ts';

/** Contains no reason, so that neither the caller nor a log gets content of the token. */
export function invalidToken(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'Firebase token is invalid or expired');
}

/** @param cause for the log; must not contain any part of the token or of a credential */
export function providerUnavailable(cause: Error): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Identity provider unavailable', {}, { cause });
}

export function isOutage(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'UNAVAILABLE';
}

/** The user of a verified payload. */
export function verifiedUser(uid: string, payload: Readonly<Record<string, unknown>>): VerifiedUser {
  const { email, name, membershipTier, subscriptions, membershipExpiry } = payload;
  return {
    uid,
    email: typeof email === 'string' ? email : null,
    displayName: typeof name === 'string' ? name : null,
    claims: { membershipTier, subscriptions, membershipExpiry },
  };
}

/** Maximum length of a token in characters: Firebase's have about 1,000, custom claims add at most 1,400. */
const MAX_TOKEN_LENGTH = 8_192;

const THREE_PARTS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

/** Tells whether the text can be a signed token. Stricter than the libraries, which ignore invalid characters. */
export function isTokenText(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && THREE_PARTS.test(text);
}
