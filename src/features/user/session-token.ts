import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { decodeSafely } from '../../shared/decode-safely.ts';
import { derivedSecret } from '../../shared/stored-secret.ts';

/** Signs session cookies and the link to the first user. */
export function deriveSessionSecret(encryptionKey: string): string {
  return derivedSecret(encryptionKey, 'sessions');
}

const HASH_PREFIX = 'sha256:';

/** Hashes the token of a session or invitation as it is stored: 190 random bits and more need no salt and no slow hash. */
export function hashToken(token: string): string {
  return HASH_PREFIX + createHash('sha256').update(token).digest('base64url');
}

export function isTokenHash(text: string): boolean {
  return text.startsWith(HASH_PREFIX);
}

/** `__Host-`: only this host can set it, for all of its paths, over TLS. */
export function sessionCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-lectern_session' : 'lectern_session';
}

/**
 * The token in a signed cookie, `token.signature`; null for one that was not signed with the secret. Needs no SQL, so
 * that forged cookies cost nothing.
 */
export function verifiedToken(cookie: string, secret: string): string | null {
  const value = decodeSafely(cookie) ?? '';
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const expected = createHmac('sha256', secret).update(token).digest();
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  return signature.length === expected.length && timingSafeEqual(signature, expected) && !isTokenHash(token)
    ? token
    : null;
}

/** The value of a cookie in the `Cookie` header; null without it. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const pair of cookies.split(';')) {
    const [key = '', ...value] = pair.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return null;
}
