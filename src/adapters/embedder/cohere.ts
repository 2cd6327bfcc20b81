import type { Embedder } from '../../ports/embedder.ts';
import { toLengthOne } from '../../shared/vectors.ts';
import { type CohereAccess, callCohere, createCohereClient } from '../cohere/client.ts';
import { createBatchedEmbedder } from './batched.ts';
import { vectorsSchema } from './vectors-schema.ts';

export interface CohereEmbedderOptions extends CohereAccess {
  model?: string;
  dimensions?: 256 | 512 | 1024 | 1536;
  /** Limits one request with all its retries. */
  deadlineMs?: number;
}

/** Maximum number of texts per request. */
const BATCH = 96;

/** Cohere's Embed v2: multilingual and semantic. */
export function createCohereEmbedder(options: CohereEmbedderOptions): Embedder {
  const { model = 'embed-v4.0', dimensions = 1024, deadlineMs = 20_000 } = options;
  const client = createCohereClient(options);

  return createBatchedEmbedder({
    model: `cohere/${model}/${dimensions}`,
    dimensions,
    batchSize: BATCH,
    async embed(inputs, side, signal) {
      const texts = inputs.map((text) => text.toWellFormed());
      const inputType = side === 'query' ? ('search_query' as const) : ('search_document' as const);
      const request = { model, inputType, texts, embeddingTypes: ['float' as const], outputDimension: dimensions };
      const vectors = await callCohere(
        async (abortSignal) => {
          const response = await client.embed({ ...request, truncate: 'END' }, { abortSignal });
          return vectorsSchema(texts.length, dimensions).parse(response.embeddings.float);
        },
        { dependency: 'embedder', deadlineMs, signal },
      );
      return vectors.map(toLengthOne);
    },
  });
}
