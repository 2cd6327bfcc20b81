import type { Embedder } from '../../ports/embedder.ts';
import { toBatches } from '../../shared/to-batches.ts';
import { ServiceError } from '../../shared/errors.ts';

export type Side = 'query' | 'passage';

interface BatchedOptions extends Pick<Embedder, 'model' | 'dimensions'> {
  /** Maximum number of texts per call. */
  batchSize: number;
  /** One vector per text, in order. */
  embed(texts: string[], side: Side, signal: AbortSignal | undefined): Promise<Float32Array[]>;
}

/** Calls `embed` with the passages in batches, one after the other, and with a query. Blank texts have a zero vector. */
export function createBatchedEmbedder({ model, dimensions, batchSize, embed }: BatchedOptions): Embedder {
  return {
    model,
    dimensions,
    async embedPassages(texts, { signal } = {}) {
      const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
      const entries = [...texts.entries()].filter(([, text]) => text.trim() !== '');
      for (const batch of toBatches(entries, batchSize)) {
        signal?.throwIfAborted();
        const found = await embed(
          batch.map(([, text]) => text),
          'passage',
          signal,
        );
        for (const [index, vector] of found.entries()) vectors[batch[index]?.[0] ?? -1] = vector;
      }
      return vectors;
    },
    async embedQuery(text, { signal } = {}) {
      signal?.throwIfAborted();
      if (text.trim() === '') return new Float32Array(dimensions);
      const [vector] = await embed([text], 'query', signal);
      if (!vector) throw new ServiceError('BAD_GATEWAY', 'The embedding service returned no vector');
      return vector;
    },
  };
}
