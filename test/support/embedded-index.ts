import { createEmbeddedVectorIndex } from '../../src/adapters/vector-index/embedded.ts';

/** The embedded vector index, open. */
export async function openEmbeddedVectorIndex(options: Parameters<typeof createEmbeddedVectorIndex>[0]) {
  const { index, open } = createEmbeddedVectorIndex(options);
  return { index, ...(await open()) };
}
