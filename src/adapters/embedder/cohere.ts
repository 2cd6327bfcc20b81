import { z } from 'zod';
import type { Embedder } from '../../ports/embedder.ts';
import { ServiceError } from '../../shared/errors.ts';
import { callCohere } from '../cohere/call.ts';
import { type CohereAccess, createCohereClient } from '../cohere/client.ts';
import { toLengthOne } from './to-length-one.ts';

export interface CohereEmbedderOptions extends CohereAccess {
  model?: string;
  dimensions?: 256 | 512 | 1024 | 1536;
  /** For one request with all its retries. */
  deadlineMs?: number;
}

/** Maximum number of texts per request. */
const BATCH = 96;

/** Cohere's Embed v2: multilingual and semantic. Blank texts are not sent; their vector is zero. */
export function createCohereEmbedder(options: CohereEmbedderOptions): Embedder {
  const { model = 'embed-v4.0', dimensions = 1024, deadlineMs = 20_000 } = options;
  const client = createCohereClient(options);

  async function embedBatch(texts: string[], inputType: 'search_document' | 'search_query', signal?: AbortSignal) {
    const request = { model, inputType, texts, embeddingTypes: ['float' as const], outputDimension: dimensions };
    const answer = await callCohere(
      async (abortSignal) => {
        const response = await client.embed({ ...request, truncate: 'END' }, { abortSignal });
        return answerSchema(texts.length, dimensions).parse(response);
      },
      { dependency: 'embedder', deadlineMs, ...(signal && { signal }) },
    );
    return answer.embeddings.float.map(toLengthOne);
  }

  return {
    model: `cohere/${model}/${dimensions}`,
    dimensions,
    async embedPassages(texts, { signal } = {}) {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
      const sent = [...texts.entries()].filter(([, text]) => text.trim() !== '');
      for (let from = 0; from < sent.length; from += BATCH) {
        const batch = sent.slice(from, from + BATCH);
        const found = await embedBatch(
          batch.map(([, text]) => text.toWellFormed()),
          'search_document',
          signal,
        );
        for (const [at, vector] of found.entries()) vectors[batch[at]?.[0] ?? -1] = vector;
      }
      return vectors;
    },
    async embedQuery(text, { signal } = {}) {
      if (text.trim() === '') return new Float32Array(dimensions);
      const [vector] = await embedBatch([text.toWellFormed()], 'search_query', signal);
      if (!vector) throw new ServiceError('BAD_GATEWAY', 'The embedding service returned no vector');
      return vector;
    },
  };
}

function answerSchema(count: number, dimensions: number) {
  const vector = z
    .array(z.number())
    .length(dimensions)
    .refine((numbers) => numbers.some((number) => number !== 0));
  return z.object({ embeddings: z.object({ float: z.array(vector).length(count) }) });
}
