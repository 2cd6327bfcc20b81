import { EmbeddedVectorIndex } from '../../src/adapters/vector-index/embedded/embedded-index.ts';

/** The embedded vector index, open. */
export async function openEmbeddedVectorIndex(options: ConstructorParameters<typeof EmbeddedVectorIndex>[0]) {
  const index = new EmbeddedVectorIndex(options);
  return { index, ...(await index.open()) };
}
