import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Entitlement, type Guarded, refusal } from '../access/entitlement.ts';

/** A URL is given out unchanged for this share of its time, so that caches and entity tags hold. */
const STEPS = 4;

export interface FileUrlOptions {
  /** Where files are served, without a slash at the end. */
  cdnUrl: string;
  /** What URLs of restricted files are signed with. */
  urlSecret: string;
  /** How long such a URL is valid at most. */
  urlSeconds: number;
}

/**
 * Where files are served. A public file has one URL for ever. A restricted one is served only under a signature, which is
 * for that file alone, in all its transforms, expires, and is issued only to callers who may see the file.
 */
export class FileUrls {
  private readonly options: FileUrlOptions;

  constructor(options: FileUrlOptions) {
    this.options = options;
  }

  /** Without a signature for a caller who may not see the file: nothing is served there. */
  urlFor(viewer: Entitlement, file: Guarded & { key: string }): string {
    const plain = this.unsigned(file.key);
    if (file.accessLevel === 'public' || refusal(viewer, file) !== null) return plain;
    const expires = String(this.nextExpiry());
    return `${plain}?expires=${expires}&signature=${this.signature(file.key, expires)}`;
  }

  unsigned(key: string): string {
    return `${this.options.cdnUrl}/${key}`;
  }

  /** For how many seconds the signature in a query still opens the file; 0: it does not. */
  secondsLeft(key: string, { expires, signature }: Readonly<Record<string, unknown>>): number {
    if (typeof expires !== 'string' || typeof signature !== 'string') return 0;
    if (!isEqual(signature, this.signature(key, expires))) return 0;
    return Math.max(0, Number(expires) - now());
  }

  /** Rounded down to a step, so that it lies at most `urlSeconds` ahead and at least three quarters of that. */
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

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
