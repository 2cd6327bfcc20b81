import type { AnalysisRequest, SegmentAnalysis, VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { ask } from '../cohere/ask.ts';
import { type CohereAccess, createCohereClient } from '../cohere/client.ts';
import { contentError } from '../model-service/content-error.ts';
import { COHERE_VISION_MODEL } from '../cohere/models.ts';
import { analysisQuestion, readAnalysis } from './analysis-question.ts';
import { FULL_BUDGET } from './picture-budget.ts';

export interface CohereVideoAnalyzerOptions extends CohereAccess {
  model?: string;
  /** For one part with all its retries. */
  deadlineMs?: number;
}

/** The API takes up to 20. */
const { maxFrames: MAX_FRAMES, maxSide: MAX_SIDE } = FULL_BUDGET;
const MAX_ATTEMPTS = 3;

/** A vision model of Cohere's Chat v2: what happens, what is written, and which techniques are shown. */
export function createCohereVideoAnalyzer(options: CohereVideoAnalyzerOptions): VideoAnalyzer {
  const { model = COHERE_VISION_MODEL, deadlineMs = 90_000 } = options;
  const client = createCohereClient(options);
  return {
    name: `cohere/${model}`,
    maxFrames: MAX_FRAMES,
    maxSide: MAX_SIDE,
    describes: true,
    async analyze(request, { signal, onUsage } = {}): Promise<SegmentAnalysis> {
      signal?.throwIfAborted();
      const shown: AnalysisRequest = { ...request, frames: request.frames.slice(0, MAX_FRAMES) };
      if (shown.frames.length === 0) return { description: null, texts: [], techniques: [] };
      const answer = await ask(analysisQuestion(shown), {
        client,
        model,
        deadlineMs,
        signal,
        dependency: 'video analyzer',
        maxAttempts: MAX_ATTEMPTS,
        validate: (text) => readAnalysis(text, shown),
      }).catch((error: unknown) => Promise.reject(contentError(error)));
      onUsage?.(answer.usage, answer.model);
      return readAnalysis(answer.text, shown);
    },
    async close() {},
  };
}
