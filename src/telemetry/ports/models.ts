import type { Embedder } from '../../ports/embedder.ts';
import type { Reranker } from '../../ports/reranker.ts';
import type { Transcriber } from '../../ports/transcriber.ts';
import type { VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { withOverrides } from '../../shared/with-overrides.ts';
import { modelCall, observeCall, recordingUsage } from '../model-calls.ts';

/** Records calls of models, without texts. */
export function observedEmbedder(embedder: Embedder, provider: string): Embedder {
  const call = modelCall('embeddings', provider, embedder.model);
  return withOverrides(embedder, {
    embedPassages: (texts, options) =>
      observeCall(call, (span) => {
        span.setAttributes({ 'lectern.texts': texts.length });
        return embedder.embedPassages(texts, options);
      }),
    embedQuery: (text, options) => observeCall(call, () => embedder.embedQuery(text, options), 'embed'),
  });
}

export function observedReranker(reranker: Reranker, provider: string, name = reranker.model): Reranker {
  const call = modelCall('rerank', provider, name);
  return withOverrides(reranker, {
    rerank: (query, passages, options) =>
      observeCall(
        call,
        (span) => {
          span.setAttributes({ 'lectern.texts': passages.length });
          return reranker.rerank(query, passages, options);
        },
        'rerank',
      ),
  });
}

export function observedTranscriber(transcriber: Transcriber, provider: string): Transcriber {
  const call = modelCall('transcribe', provider, transcriber.name);
  return withOverrides(transcriber, {
    transcribe: (source, range, options) =>
      observeCall(call, async (span, labels) => {
        const transcript = await transcriber.transcribe(source, range, options);
        labels['lectern.transcript.origin'] = transcript.origin;
        span.setAttributes({ 'lectern.transcript.cues': transcript.cues.length });
        return transcript;
      }),
  });
}

export function observedAnalyzer(analyzer: VideoAnalyzer, provider: string): VideoAnalyzer {
  const call = modelCall('analyze_video', provider, analyzer.name);
  return withOverrides(analyzer, {
    analyze: (request, options) =>
      observeCall(call, (span) => {
        span.setAttributes({ 'lectern.frames': request.frames.length });
        return analyzer.analyze(request, recordingUsage(span, call, options));
      }),
  });
}
