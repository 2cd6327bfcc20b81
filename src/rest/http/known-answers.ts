import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RestOperation } from '../operation.ts';
import { matchesTag } from '../entity-tag.ts';
import type { RestContext } from './run-operation.ts';

/** About 300 bytes each. */
const MAX_ANSWERS = 10_000;

/** What the answers of a caller depend on, beside the request itself. */
export interface AnswerBasis {
  /** The same for callers that get the same answers: site, rights and user. */
  caller: string;
  /** The same exactly as long as what was read from these topics is unchanged. Read before the answer. */
  readRevision(topics: readonly string[]): Promise<string>;
  /** Whether the answer that was read expires although what it was made of is unchanged. */
  isExpiring(): boolean;
}

/** Null where the caller's answers can't be known without running the operation. */
export type BasisOf = (context: RestContext) => AnswerBasis | null;

/** The entity tag of an answer, and the revision before it was read. */
interface KnownAnswer {
  revision: string;
  tag: string;
}

/**
 * Remembers the entity tags of answers that callers have revalidated: as long as the revision is the same, a
 * revalidation takes one small statement and does not run the operation. It is never stale: a change of what the
 * operation reads changes the revision in its own transaction, and other rights are another caller.
 */
export class KnownAnswers {
  private readonly basisOf: BasisOf;
  private readonly known = new LRUCache<string, KnownAnswer>({ max: MAX_ANSWERS });

  constructor(basisOf: BasisOf) {
    this.basisOf = basisOf;
  }

  /** For a request that revalidates an answer; null for others. */
  async begin(request: FastifyRequest, operation: RestOperation, context: RestContext): Promise<Revalidation | null> {
    const header = request.headers['if-none-match'];
    if (header === undefined || operation.topics === null) return null;
    const basis = this.basisOf(context);
    if (!basis) return null;
    const key = hash('sha1', `${operation.name} ${request.url} ${basis.caller}`, 'base64url');
    const revision = await basis.readRevision(operation.topics);
    const answer = this.known.get(key);
    // `*` asks whether there is any answer, which only the operation can tell; it matches no tag of ours by itself.
    const isCurrent = answer?.revision === revision && header.trim() !== '*' && matchesTag(header, answer.tag);
    return {
      currentTag: isCurrent ? answer.tag : null,
      remember: (tag) => {
        if (!basis.isExpiring()) this.known.set(key, { revision, tag });
      },
    };
  }
}

interface Revalidation {
  /** The tag of the caller's copy, if it is still right. */
  currentTag: string | null;
  /** Called with the tag of the answer that was read meanwhile. */
  remember(tag: string): void;
}
