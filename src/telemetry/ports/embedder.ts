import { SpanKind } from '@opentelemetry/api';
import type { Embedder } from '../../ports/embedder.ts';
import { observe } from '../record.ts';
import { overlaid } from '../../shared/overlaid.ts';

/** Records calls without their texts. */
export function observedEmbedder(embedder: Embedder, provider: string): Embedder {
  const { model } = embedder;
  const about = {
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': model,
  };
  const name = `embeddings ${model}`;
  return overlaid(embedder, {
    embedPassages: (texts, options) =>
      observe(
        name,
        {
          kind: SpanKind.CLIENT,
          attributes: { ...about, 'lectern.texts': texts.length },
          metrics: { 'gen_ai.client.operation.duration': about },
        },
        () => embedder.embedPassages(texts, options),
      ),
    embedQuery: (text, options) =>
      observe(
        name,
        {
          kind: SpanKind.CLIENT,
          attributes: about,
          metrics: {
            'gen_ai.client.operation.duration': about,
            'lectern.search.duration': { 'lectern.search.leg': 'embed' },
          },
        },
        () => embedder.embedQuery(text, options),
      ),
  });
}
