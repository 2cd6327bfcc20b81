import { hkdfSync } from 'node:crypto';
import { SignJWT, errors, jwtVerify } from 'jose';
import type { SiteIdentityProvider, TokenVerifier, VerifiedUser } from '../../ports/token-verifier.ts';
import { invalidToken, isTokenText, verifiedUser } from './tokens.ts';

/** Issuer of local tokens; no other verifier accepts it, and this one accepts no other. */
export const LOCAL_ISSUER = 'urn:lectern:local';

const ALGORITHM = 'HS256';
const LIFETIME_SECONDS = 3_600;

export interface LocalToken {
  /** The secret of this installation, shared with the verifier. */
  secret: string;
  /** The only site that accepts the token. */
  siteId: string;
  uid: string;
  email?: string | undefined;
  displayName?: string | undefined;
  membershipTier?: string | undefined;
  subscriptions?: readonly string[] | undefined;
  /** ISO 8601. */
  membershipExpiry?: string | undefined;
  /** Default one hour; a value below 1 creates an expired token. */
  expiresInSeconds?: number | undefined;
}

/** Creates a token for tests and demos. The secret allows to impersonate any user, so production has no local verifier. */
export async function signLocalToken(token: LocalToken): Promise<string> {
  const { secret, siteId, uid, email, displayName, membershipTier, subscriptions, membershipExpiry } = token;
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ email, name: displayName, membershipTier, subscriptions, membershipExpiry })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(LOCAL_ISSUER)
    .setAudience(siteId)
    .setSubject(uid)
    .setIssuedAt(now)
    .setExpirationTime(now + (token.expiresInSeconds ?? LIFETIME_SECONDS))
    .sign(toKey(secret));
}

/** Accepts tokens that `signLocalToken` created with the same secret for the same site; the site needs no project. */
export function createLocalTokenVerifier(options: { secret: string }): TokenVerifier {
  const key = toKey(options.secret);
  return {
    verify: (site, token) => verify(key, site, token),
    close: async () => {},
  };
}

async function verify(key: Uint8Array, { siteId }: SiteIdentityProvider, token: string): Promise<VerifiedUser> {
  if (!isTokenText(token)) throw invalidToken();
  const { payload } = await jwtVerify(token, key, {
    algorithms: [ALGORITHM],
    issuer: LOCAL_ISSUER,
    // As a list, because an empty string would disable the check.
    audience: [siteId],
    requiredClaims: ['sub', 'iat', 'exp'],
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? invalidToken() : error;
  });
  if (!payload.sub) throw invalidToken();
  return verifiedUser(payload.sub, payload);
}

/** A derived key, so that the secret can have other uses too. */
function toKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'lectern local tokens', 32));
}
