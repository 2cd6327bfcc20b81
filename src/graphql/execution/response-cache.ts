import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CacheBasisOf, CacheTopic } from '../../api/caching.ts';

export interface ResponseCacheLimits {
  /** Number of requests, about 300 bytes each. */
  requests: number;
  /** Of all bodies. */
  bytes: number;
  bytesPerBody: number;
}

const DEFAULT_LIMITS: ResponseCacheLimits = { requests: 10_000, bytes: 16 * 2 ** 20, bytesPerBody: 2 ** 20 };

export interface CacheLookup {
  /** Everything that the request says, as a text. */
  request: string;
  /** The topics that its response depends on; null if it may depend on anything. */
  topics: readonly CacheTopic[] | null;
  /** Whether the caller holds the response with this entity tag. Without it, the first request is only noted. */
  isHeld?: ((tag: string) => boolean) | undefined;
}

export interface CacheHit {
  /** Empty where responses have no entity tags. */
  tag: string;
  /** Null where the caller holds it. */
  body: Buffer | null;
}

interface Entry {
  /** The revision before the response was made; null for a request that was only noted. */
  revision: string | null;
  tag: string;
}

/**
 * Caches the responses to repeated requests, and the entity tags of those that callers revalidate: while the revision is the
 * same, such a request takes one small statement and does not run the operation. Entries are never stale: a change of what
 * the operation reads changes the revision in its own transaction, and other rights are another caller.
 */
export class ResponseCache<Context = unknown> {
  private readonly basisOf: CacheBasisOf<Context>;
  private readonly tags: LRUCache<string, Entry>;
  private readonly bodies: LRUCache<string, Entry & { body: Buffer }>;

  constructor(basisOf: CacheBasisOf<Context>, limits: Partial<ResponseCacheLimits> = {}) {
    const { requests, bytes, bytesPerBody } = { ...DEFAULT_LIMITS, ...limits };
    this.basisOf = basisOf;
    this.tags = new LRUCache({ max: requests });
    this.bodies = new LRUCache({
      maxSize: bytes,
      maxEntrySize: bytesPerBody,
      sizeCalculation: ({ body }) => body.length + 1,
    });
  }

  /**
   * Null for a request whose response is not cached: most requests are not repeated. Otherwise `hit` is the cached response,
   * if it is current, and `store` takes the one that was made instead, and returns what to send.
   */
  async begin({ request, topics, isHeld }: CacheLookup, context: Context) {
    const basis = topics && this.basisOf(context);
    if (!basis) return null;
    const key = hash('sha1', `${request} ${basis.caller}`, 'base64url');
    if (!isHeld && !this.tags.has(key)) {
      this.tags.set(key, { revision: null, tag: '' });
      return null;
    }
    const revision = await basis.readRevision(topics);
    return {
      hit: this.find(key, revision, isHeld),
      store: (tag: string, text: string): Buffer => {
        const body = Buffer.from(text);
        if (!basis.isShared()) return body;
        this.tags.set(key, { revision, tag });
        this.bodies.set(key, { revision, tag, body });
        return body;
      },
    };
  }

  private find(key: string, revision: string, isHeld: CacheLookup['isHeld']): CacheHit | null {
    const entry = this.tags.get(key);
    if (entry?.revision === revision && isHeld?.(entry.tag)) return { tag: entry.tag, body: null };
    const cached = this.bodies.get(key);
    return cached?.revision === revision ? cached : null;
  }
}
