import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { GetCacheBasis, CacheTopic } from '../../api/caching.ts';

const DEFAULT_LIMITS = {
  /** Number of requests, about 300 bytes each. */
  requests: 10_000,
  /** Size of all bodies. */
  bytes: 16 * 2 ** 20,
  bytesPerBody: 2 ** 20,
};

export interface CacheLookup {
  /** Everything that the request says, as a text. */
  request: string;
  /** The topics that its response depends on; null if it may depend on anything. */
  topics: readonly CacheTopic[] | null;
  /** Tells whether the caller holds the response with this entity tag. Without it, the first request is only noted. */
  isHeld?: ((tag: string) => boolean) | undefined;
}

interface Entry {
  /** The revision before the response was made; null for a request that was only noted. */
  revision: string | null;
  /** Empty where responses have no entity tags. */
  tag: string;
}

/**
 * Caches the responses to repeated requests, and the entity tags of those that callers revalidate: while the revision is the
 * same, such a request takes one small statement and does not run the operation. Entries are never stale: a change of what
 * the operation reads changes the revision in its own transaction, and other rights are another caller.
 * See decision 81.
 */
export class ResponseCache<Context = unknown> {
  private readonly getBasis: GetCacheBasis<Context>;
  private readonly tags: LRUCache<string, Entry>;
  private readonly bodies: LRUCache<string, Entry & { body: Buffer }>;

  constructor(getBasis: GetCacheBasis<Context>, limits: Partial<typeof DEFAULT_LIMITS> = {}) {
    const { requests, bytes, bytesPerBody } = { ...DEFAULT_LIMITS, ...limits };
    this.getBasis = getBasis;
    this.tags = new LRUCache({ max: requests });
    this.bodies = new LRUCache({
      maxSize: bytes,
      maxEntrySize: bytesPerBody,
      sizeCalculation: ({ body }) => body.length + 1,
    });
  }

  /**
   * Looks a request up. `hit` is the response, if a current one is cached; otherwise `store` takes the one that was made, and
   * returns what to send. The result is null if the response is not to be cached: most requests are not repeated.
   */
  async begin({ request, topics, isHeld }: CacheLookup, context: Context) {
    const basis = topics && this.getBasis(context);
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

  /** The body of a hit is null where the caller holds it. */
  private find(key: string, revision: string, isHeld: CacheLookup['isHeld']) {
    const entry = this.tags.get(key);
    if (entry?.revision === revision && isHeld?.(entry.tag)) return { tag: entry.tag, body: null };
    const cached = this.bodies.get(key);
    return cached?.revision === revision ? cached : null;
  }
}
