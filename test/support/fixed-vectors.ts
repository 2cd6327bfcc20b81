import type { Vectors } from '../../src/features/knowledge/vector-spaces.service.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import type { VectorIndex } from '../../src/ports/vector-index.ts';

/** One model that does not change. */
export function fixedVectors(index: VectorIndex, embedder: Embedder): Vectors {
  return { active: { index, embedder, isAvailable: true }, next: null, generation: null, refresh: async () => {} };
}
