import { SpanKind } from '@opentelemetry/api';
import type { Reranker } from '../../ports/reranker.ts';
import { observe } from '../record.ts';
import { overlaid } from '../../shared/overlaid.ts';

/** Records calls. */
export function observedReranker(reranker: Reranker, provider: string): Reranker {
  const { model } = reranker;
  const about = { 'gen_ai.operation.name': 'rerank', 'gen_ai.provider.name': provider, 'gen_ai.request.model': model };
  return overlaid(reranker, {
    rerank: (query, passages, options) =>
      observe(
        `rerank ${model}`,
        {
          kind: SpanKind.CLIENT,
          attributes: { ...about, 'lectern.texts': passages.length },
          metrics: {
            'gen_ai.client.operation.duration': about,
            'lectern.search.duration': { 'lectern.search.leg': 'rerank' },
          },
        },
        () => reranker.rerank(query, passages, options),
      ),
  });
}
