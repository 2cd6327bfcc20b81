import type { Embedder } from '../../ports/embedder.ts';
import { overlaid } from '../../shared/overlaid.ts';
import { aboutCall, observeTexts } from '../model-calls.ts';

/** Records calls without their texts. */
export function observedEmbedder(embedder: Embedder, provider: string): Embedder {
  const about = aboutCall('embeddings', provider, embedder.model);
  return overlaid(embedder, {
    embedPassages: (texts, options) =>
      observeTexts(about, { texts: texts.length }, () => embedder.embedPassages(texts, options)),
    embedQuery: (text, options) => observeTexts(about, { leg: 'embed' }, () => embedder.embedQuery(text, options)),
  });
}
