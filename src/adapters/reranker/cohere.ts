import { z } from 'zod';
import type { RankedPassage, Reranker } from '../../ports/reranker.ts';
import { type CohereAccess, callCohere, createCohereClient } from '../cohere/client.ts';
import { toBatches } from '../../shared/to-batches.ts';
import { COHERE_RERANK_MODEL } from '../cohere/models.ts';

export interface CohereRerankerOptions extends CohereAccess {
  model?: string;
  /** Limits one request with all its retries; batches run concurrently. */
  deadlineMs?: number;
}

/** The recommended maximum number of passages per request. */
const BATCH = 1_000;
const MAX_PAUSE_MS = 3_000;

/** Cohere's Rerank v2. It scores each passage independently, so the scores of several batches are comparable. */
export function createCohereReranker(options: CohereRerankerOptions): Reranker {
  const { model = COHERE_RERANK_MODEL, deadlineMs = 10_000 } = options;
  const client = createCohereClient(options);

  async function rankBatch(query: string, batch: [number, string][], signal: AbortSignal | undefined) {
    const documents = batch.map(([, text]) => text.toWellFormed());
    const { results } = await callCohere(
      async (abortSignal) =>
        answerSchema(batch.length).parse(await client.rerank({ model, query, documents }, { abortSignal })),
      { dependency: 'reranker', deadlineMs, signal, maxAttempts: 3, longestPauseMs: MAX_PAUSE_MS },
    );
    return results.map(({ index, relevanceScore }) => ({
      index: batch[index]?.[0] ?? -1,
      score: Math.min(1, Math.max(0, relevanceScore)),
    }));
  }

  return {
    model: `cohere/${model}`,
    async rerank(query, passages, { topN = passages.length, signal } = {}) {
      signal?.throwIfAborted();
      const { blank = [], sent = [] } = Object.groupBy(passages.entries(), ([, text]) =>
        query.trim() === '' || text.trim() === '' ? 'blank' : 'sent',
      );
      const ranked = await Promise.all(
        toBatches(sent, BATCH).map((batch) => rankBatch(query.toWellFormed(), batch, signal)),
      );
      const unsent = blank.map(([index]) => ({ index, score: 0 }));
      return [...ranked.flat(), ...unsent].toSorted(compareScores).slice(0, Math.max(0, topN));
    },
  };
}

/** Every passage of the batch once. */
function answerSchema(count: number) {
  const result = z.object({
    index: z
      .int()
      .nonnegative()
      .max(count - 1),
    relevanceScore: z.number(),
  });
  return z.object({
    results: z
      .array(result)
      .length(count)
      .refine((results) => new Set(results.map(({ index }) => index)).size === count),
  });
}

function compareScores(one: RankedPassage, other: RankedPassage): number {
  return other.score - one.score || one.index - other.index;
}
