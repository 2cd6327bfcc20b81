import { hkdfSync } from 'node:crypto';
import { type JWTPayload, SignJWT, errors, jwtVerify } from 'jose';
import type { SiteIdentityProvider, TokenVerifier, VerifiedUser } from '../../ports/token-verifier.ts';
import { tokenRefused, verifiedUser } from './outcome.ts';
import { isTokenText } from './token-text.ts';

/** Who signs local tokens; no other adapter accepts it, and this one accepts no other. */
export const LOCAL_ISSUER = 'urn:lectern:local';

const ALGORITHM = 'HS256';
const LIFETIME_SECONDS = 3_600;

export interface LocalToken {
  /** The secret of this installation that its verifier has too. */
  secret: string;
  /** The one site that accepts the token. */
  siteId: string;
  uid: string;
  email?: string | undefined;
  displayName?: string | undefined;
  membershipTier?: string | undefined;
  subscriptions?: readonly string[] | undefined;
  /** ISO 8601. */
  membershipExpiry?: string | undefined;
  /** Default one hour; below 1 gives a token that has expired. */
  expiresInSeconds?: number | undefined;
}

/** A token for tests and demos. Whoever has the secret can be any user, so production has no local verifier. */
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
    .sign(keyOf(secret));
}

/** Accepts what `signLocalToken` made with the same secret for the same site; a site needs no project for it. */
export function createLocalTokenVerifier(options: { secret: string }): TokenVerifier {
  const key = keyOf(options.secret);
  return {
    verify: (site, token) => verify(key, site, token),
    close: async () => {},
  };
}

async function verify(key: Uint8Array, site: SiteIdentityProvider, token: string): Promise<VerifiedUser> {
  if (!isTokenText(token)) throw tokenRefused();
  const payload = await readPayload(key, site.siteId, token);
  if (!payload?.sub) throw tokenRefused();
  return verifiedUser(payload.sub, payload);
}

/** Null for a token that does not verify. */
async function readPayload(key: Uint8Array, siteId: string, token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: LOCAL_ISSUER,
      // As a list: an empty text would switch the check off.
      audience: [siteId],
      requiredClaims: ['sub', 'iat', 'exp'],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** A key of its own, so that the secret may serve other purposes too. */
function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'lectern local tokens', 32));
}
