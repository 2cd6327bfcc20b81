import type { Embedder } from '../../../ports/embedder.ts';
import { OutageError } from '../../../shared/outage.ts';
import { isVector } from '../../../shared/vectors.ts';

/**
 * A vector for each text. The texts are not the cause of wrong ones, which must not be kept: the work waits until the embedder
 * answers as it should.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embedPassages(texts, { signal });
  if (vectors.length === texts.length && vectors.every((vector) => isVector(vector, embedder.dimensions)))
    return vectors;
  throw new OutageError('embedder', 'The embedder returned wrong vectors');
}
