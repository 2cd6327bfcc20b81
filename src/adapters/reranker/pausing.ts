import type { Reranker } from '../../ports/reranker.ts';
import { OutageError, outageOf } from '../../shared/outage.ts';
import { Pauses } from '../model-service/pauses.ts';

export interface PausingOptions {
  /** How long the reranker is not called after its second failure in a row. Grows up to 10 times as long. */
  pauseMs?: number;
}

const PAUSE_MS = 5_000;

/**
 * Does not call a reranker for a while after two calls in a row failed because its service is away, or were given up after
 * their time limit: each search would wait that long for it.
 */
export function createPausingReranker(reranker: Reranker, { pauseMs = PAUSE_MS }: PausingOptions = {}): Reranker {
  const pauses = new Pauses(pauseMs);
  return {
    model: reranker.model,
    async rerank(query, passages, options) {
      if (!pauses.lets()) {
        throw new OutageError('reranker', 'The reranker has failed and is not called for a while');
      }
      try {
        const ranked = await reranker.rerank(query, passages, options);
        pauses.succeed();
        return ranked;
      } catch (error) {
        const signal = options?.signal;
        if (signal?.aborted ? isTimeout(signal.reason) : outageOf(error) !== null) pauses.fail();
        throw error;
      }
    },
  };
}

/** That of `AbortSignal.timeout`; that of a caller who has disconnected is another. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
