import type { Ports } from '../ports/ports.ts';
import type { VectorSpace } from '../ports/vector-space.ts';
import { observedEgress } from './ports/egress.ts';
import { observedExtractor } from './ports/extractor.ts';
import { observedModel } from './ports/language-model.ts';
import { observedAnalyzer, observedEmbedder, observedReranker, observedTranscriber } from './ports/models.ts';
import { observedIndex } from './ports/vector-index.ts';

/** One name for all models of sites' own: metrics would otherwise grow with the names that sites invent. */
const SITE_PROVIDER = 'own model of a site';
const SITE_PROVIDERS = { smart: SITE_PROVIDER, fast: SITE_PROVIDER };

/**
 * Wraps the adapters so that their outbound calls are recorded.
 * @param providers the service of each kind of model
 */
export function observedAdapters<A extends Ports>(
  adapters: A,
  providers: Record<'embedder' | 'model' | 'reranker' | 'analyzer' | 'transcriber', string>,
): A {
  const { openSpace, extractor, analyzer, transcriber, model, openModel, reranker, openReranker, egress } = adapters;
  const space = observedSpace(adapters.space, providers.embedder);
  return {
    ...adapters,
    space,
    embedder: space.embedder,
    index: space.index,
    openSpace: async (other) => observedSpace(await openSpace(other), providers.embedder),
    extractor: observedExtractor(extractor),
    analyzer: observedAnalyzer(analyzer, providers.analyzer),
    transcriber: observedTranscriber(transcriber, providers.transcriber),
    model: model && observedModel(model, providers.model),
    openModel:
      openModel && (async (settings) => observedModel(await openModel(settings), settings.provider, SITE_PROVIDERS)),
    reranker: reranker && observedReranker(reranker, providers.reranker),
    openReranker:
      openReranker && (async (settings) => observedReranker(await openReranker(settings), 'cohere', SITE_PROVIDER)),
    egress: observedEgress(egress),
  };
}

function observedSpace(space: VectorSpace, provider: string): VectorSpace {
  return { ...space, embedder: observedEmbedder(space.embedder, provider), index: observedIndex(space.index) };
}
