import type { Egress } from '../ports/egress.ts';
import type { Extractor } from '../ports/extractor.ts';
import type { LanguageModel, OpenLanguageModel } from '../ports/language-model.ts';
import type { OpenReranker, Reranker } from '../ports/reranker.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import type { OpenVectorSpace, VectorSpace } from '../ports/vector-space.ts';
import type { VideoAnalyzer } from '../ports/video-analyzer.ts';
import { observedEgress } from './ports/egress.ts';
import { observedEmbedder } from './ports/embedder.ts';
import { observedExtractor } from './ports/extractor.ts';
import { observedModel } from './ports/language-model.ts';
import { observedReranker } from './ports/reranker.ts';
import { observedTranscriber } from './ports/transcriber.ts';
import { observedIndex } from './ports/vector-index.ts';
import { observedAnalyzer } from './ports/video-analyzer.ts';

interface Observable {
  space: VectorSpace;
  openSpace: OpenVectorSpace;
  extractor: Extractor;
  analyzer: VideoAnalyzer;
  transcriber: Transcriber;
  model: LanguageModel | null;
  openModel: OpenLanguageModel | null;
  reranker: Reranker | null;
  openReranker: OpenReranker | null;
  egress: Egress;
}

/** One name for all models of sites' own: metrics would otherwise grow with the names that sites invent. */
const OF_SITE = 'own model of a site';
const OF_SITES = { smart: OF_SITE, fast: OF_SITE };

/** The service of each kind of model. */
interface ModelProviders {
  embedder: string;
  model: string;
  reranker: string;
  analyzer: string;
  transcriber: string;
}

/** Wraps the adapters so that their outbound calls are recorded. */
export function observedAdapters<A extends Observable>(adapters: A, providers: ModelProviders): A {
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
    openModel: openModel && (async (settings) => observedModel(await openModel(settings), settings.provider, OF_SITES)),
    reranker: reranker && observedReranker(reranker, providers.reranker),
    openReranker:
      openReranker && (async (settings) => observedReranker(await openReranker(settings), 'cohere', OF_SITE)),
    egress: observedEgress(egress),
  };
}

function observedSpace(space: VectorSpace, provider: string): VectorSpace {
  return { ...space, embedder: observedEmbedder(space.embedder, provider), index: observedIndex(space.index) };
}
