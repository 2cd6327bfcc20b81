import type { Reranker } from '../../ports/reranker.ts';
import { overlaid } from '../../shared/overlaid.ts';
import { aboutCall, observeTexts } from '../model-calls.ts';

/** Records calls. */
export function observedReranker(reranker: Reranker, provider: string, name = reranker.model): Reranker {
  const about = aboutCall('rerank', provider, name);
  return overlaid(reranker, {
    rerank: (query, passages, options) =>
      observeTexts(about, { texts: passages.length, leg: 'rerank' }, () => reranker.rerank(query, passages, options)),
  });
}
