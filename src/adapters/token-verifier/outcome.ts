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
