import { createHmac } from 'node:crypto';
import { isSameText } from '../../shared/same-text.ts';
import type { GrantRequest, GrantSigner, RedeemedGrant } from '../../ports/file-storage.ts';

/** Upload URLs that this installation signs: key, type, size and expiry with one HMAC. */
export class SignedGrants implements GrantSigner {
  private readonly baseUrl: string;
  private readonly secret: string;
  private readonly method: string;

  /**
   * @param baseUrl base URL of the uploads, without a trailing slash
   * @param method the request that a URL allows; a URL for another one is not valid
   */
  constructor(baseUrl: string, secret: string, method: 'PUT' | 'PATCH' = 'PUT') {
    this.baseUrl = baseUrl;
    this.secret = secret;
    this.method = method;
  }

  sign({ key, contentType, maxBytes, expiresInSeconds }: GrantRequest): string {
    const expires = Math.floor(Date.now() / 1000) + expiresInSeconds;
    const terms = { type: contentType, most: String(maxBytes), expires: String(expires) };
    const query = new URLSearchParams({ ...terms, signature: this.signature(key, terms) });
    return `${this.baseUrl}/${key}?${query.toString()}`;
  }

  open(path: string, { type, most, expires, signature }: Readonly<Record<string, unknown>>): RedeemedGrant | null {
    if (!isText(type) || !isText(most) || !isText(expires) || !isText(signature)) return null;
    if (!isSameText(signature, this.signature(path, { type, most, expires }))) return null;
    const isExpired = Number(expires) * 1000 <= Date.now();
    return { key: path, contentType: type, maxBytes: Number(most), isExpired };
  }

  private signature(key: string, { type, most, expires }: { type: string; most: string; expires: string }): string {
    const terms = JSON.stringify([this.method, key, type, most, expires]);
    return createHmac('sha256', this.secret).update(terms).digest('base64url');
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
