import { createHmac } from 'node:crypto';
import { isSameText } from '../../shared/same-text.ts';
import { type Entitlement, type AccessProperties, findDenial } from '../../access/entitlement.ts';

/** A URL is reused for this share of its lifetime, so that caches and entity tags work. */
const STEPS = 4;

export interface FileUrlOptions {
  /** Base URL of the files, without a trailing slash. */
  cdnUrl: string;
  /** Key that signs URLs of restricted files. */
  urlSecret: string;
  /** Maximum lifetime of a signed URL. */
  urlSeconds: number;
}

/**
 * URLs of files. A public file has one permanent URL. A restricted one needs a signature, which is for that file only
 * (with all its transforms), expires, and is issued only to callers who can read the file.
 * See decision 30.
 */
export class FileUrls {
  private readonly options: FileUrlOptions;

  constructor(options: FileUrlOptions) {
    this.options = options;
  }

  /** Returns the URL of a file. It has no signature if the caller cannot read the file: the URL then returns nothing. */
  fileUrl(viewer: Entitlement, file: AccessProperties & { key: string }): string {
    const plain = this.unsignedUrl(file.key);
    if (file.accessLevel === 'public' || findDenial(viewer, file) !== null) return plain;
    const expires = String(this.nextExpiry());
    return `${plain}?expires=${expires}&signature=${this.signature(file.key, expires)}`;
  }

  unsignedUrl(key: string): string {
    return `${this.options.cdnUrl}/${key}`;
  }

  /** The key of a URL of a file, whatever its query; null for any other URL. */
  parseKey(url: URL): string | null {
    const base = new URL(`${this.options.cdnUrl}/`);
    if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname)) return null;
    return url.pathname.slice(base.pathname.length);
  }

  /** Seconds for which the signature in a query is still valid; 0 if it is not. */
  secondsLeft(key: string, { expires, signature }: Readonly<Record<string, unknown>>): number {
    if (typeof expires !== 'string' || typeof signature !== 'string') return 0;
    if (!isSameText(signature, this.signature(key, expires))) return 0;
    return Math.max(0, Number(expires) - now());
  }

  /** Rounds down to a step, so that the expiry is between three quarters of `urlSeconds` and `urlSeconds` away. */
  private nextExpiry(): number {
    const { urlSeconds } = this.options;
    const step = Math.max(1, Math.floor(urlSeconds / STEPS));
    return Math.floor((now() + urlSeconds) / step) * step;
  }

  private signature(key: string, expires: string): string {
    return createHmac('sha256', this.options.urlSecret)
      .update(JSON.stringify(['GET', key, expires]))
      .digest('base64url');
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
