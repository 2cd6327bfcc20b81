import type { Egress } from '../ports/egress.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { Extractor } from '../ports/extractor.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import type { VectorIndex } from '../ports/vector-index.ts';
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
  embedder: Embedder;
  extractor: Extractor;
  analyzer: VideoAnalyzer;
  transcriber: Transcriber;
  index: VectorIndex;
  model: LanguageModel | null;
  reranker: Reranker | null;
  egress: Egress;
}

/**
 * Wraps the adapters so that their outbound calls are recorded.
 * @param provider of the models
 */
export function observedAdapters<A extends Observable>(adapters: A, provider: string): A {
  const { embedder, extractor, analyzer, transcriber, index, model, reranker, egress } = adapters;
  return {
    ...adapters,
    embedder: observedEmbedder(embedder, provider),
    extractor: observedExtractor(extractor),
    analyzer: observedAnalyzer(analyzer, provider),
    transcriber: observedTranscriber(transcriber, provider),
    index: observedIndex(index),
    model: model && observedModel(model, provider),
    reranker: reranker && observedReranker(reranker, provider),
    egress: observedEgress(egress),
  };
}
