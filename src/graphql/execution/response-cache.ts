import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { BasisOf } from '../../api/cache-basis.ts';

/** Requests, about 300 bytes each. */
const MAX_KNOWN = 10_000;
/** Of whole answers. */
const MAX_BYTES = 16 * 2 ** 20;
const MAX_ANSWER_BYTES = 2 ** 20;

export interface AskedAnswer {
  /** Everything that the request says, as a text. */
  request: string;
  /** What its answer is made of; null if it may depend on anything. */
  topics: readonly string[] | null;
  /** Of a request that revalidates an answer: whether its caller has the one with this entity tag. */
  isHeld?: ((tag: string) => boolean) | undefined;
}

/** An answer, and the revision before it was read. */
interface Known {
  /** Null: of a request that has been seen once. */
  revision: string | null;
  tag: string;
}

interface Kept extends Known {
  body: Buffer;
}

/**
 * Keeps the answers of requests that come again, and the entity tags of those that callers revalidate: as long as the
 * revision is the same, such a request takes one small statement and does not run the operation. They are never stale: a
 * change of what the operation reads changes the revision in its own transaction, and other rights are another caller.
 */
export class KnownAnswers {
  private readonly basisOf: BasisOf;
  private readonly known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ANSWER_BYTES,
    sizeCalculation: ({ body }) => body.length + 1,
  });

  constructor(basisOf: BasisOf) {
    this.basisOf = basisOf;
  }

  /** Null for a request whose answer need not be remembered: most requests do not come again. */
  async begin({ request, topics, isHeld }: AskedAnswer, context: unknown) {
    const basis = topics && this.basisOf(context);
    if (!basis) return null;
    const key = hash('sha1', `${request} ${basis.caller}`, 'base64url');
    if (!isHeld && !this.known.has(key)) {
      this.known.set(key, { revision: null, tag: '' });
      return null;
    }
    const revision = await basis.readRevision(topics);
    return {
      /** The answer, if it is known and still right. Its body is null where the caller has it. */
      current: this.find(key, revision, isHeld),
      /** Called with the answer that was read meanwhile and its entity tag, which is empty where there are none. Returns what to send. */
      remember: (tag: string, text: string): Buffer => {
        const body = Buffer.from(text);
        if (!basis.isShared()) return body;
        this.known.set(key, { revision, tag });
        this.kept.set(key, { revision, tag, body });
        return body;
      },
    };
  }

  private find(key: string, revision: string, isHeld: AskedAnswer['isHeld']) {
    const known = this.known.get(key);
    if (known?.revision === revision && isHeld?.(known.tag)) return { tag: known.tag, body: null };
    const kept = this.kept.get(key);
    return kept?.revision === revision ? kept : null;
  }
}
