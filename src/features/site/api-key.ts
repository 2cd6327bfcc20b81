import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Prefix of every API key; 43 random URL-safe characters follow. */
export const API_KEY_PREFIX = 'svc_sdk_';

const API_KEY = /^svc_sdk_[A-Za-z0-9_-]{32,128}$/;

export function newApiKeySecret(): string {
  return API_KEY_PREFIX + randomBytes(32).toString('base64url');
}

/** Distinguishes keys in a list without revealing them. */
export function displayPrefix(secret: string): string {
  return secret.slice(0, API_KEY_PREFIX.length + 6);
}

export function isWellFormed(secret: string): boolean {
  return API_KEY.test(secret);
}

/** A secret of 256 random bits needs no salt and no slow hash: it cannot be guessed from its digest. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function sameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
}
