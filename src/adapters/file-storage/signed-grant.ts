import { createHmac } from 'node:crypto';
import { isSameText } from '../../shared/same-text.ts';
import type { GrantSigner } from '../../ports/file-storage.ts';

/**
 * Upload URLs that this installation signs: key, type, size and expiry with one HMAC.
 * @param baseUrl base URL of the uploads, without a trailing slash
 * @param method the request that a URL allows; a URL for another one is not valid
 */
export function signedGrants(baseUrl: string, secret: string, method: 'PUT' | 'PATCH' = 'PUT'): GrantSigner {
  const createSignature = (
    key: string,
    { type, most, expires }: Record<'type' | 'most' | 'expires', string>,
  ): string => {
    const terms = JSON.stringify([method, key, type, most, expires]);
    return createHmac('sha256', secret).update(terms).digest('base64url');
  };
  return {
    sign({ key, contentType, maxBytes, expiresInSeconds }) {
      const expires = Math.floor(Date.now() / 1000) + expiresInSeconds;
      const terms = { type: contentType, most: String(maxBytes), expires: String(expires) };
      const query = new URLSearchParams({ ...terms, signature: createSignature(key, terms) });
      return `${baseUrl}/${key}?${query.toString()}`;
    },
    open(path, { type, most, expires, signature }) {
      if (!isText(type) || !isText(most) || !isText(expires) || !isText(signature)) return null;
      if (!isSameText(signature, createSignature(path, { type, most, expires }))) return null;
      const isExpired = Number(expires) * 1000 <= Date.now();
      return { key: path, contentType: type, maxBytes: Number(most), isExpired };
    },
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
