import type { VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { ask } from '../cohere/ask.ts';
import { type CohereAccess, createCohereClient } from '../cohere/client.ts';
import { COHERE_VISION_MODEL } from '../cohere/models.ts';
import { contentError } from '../model-service/content-error.ts';
import { askAboutPictures } from './analysis-question.ts';
import { FULL_BUDGET } from './picture-budget.ts';

export interface CohereVideoAnalyzerOptions extends CohereAccess {
  model?: string;
  /** Limits one part with all its retries. */
  deadlineMs?: number;
}

/** The API takes up to 20. */
const { maxFrames, maxSide } = FULL_BUDGET;

/** A vision model of Cohere's Chat v2: what happens, what is written, and which techniques are shown. */
export function createCohereVideoAnalyzer(options: CohereVideoAnalyzerOptions): VideoAnalyzer {
  const { model = COHERE_VISION_MODEL, deadlineMs = 90_000 } = options;
  const client = createCohereClient(options);
  return {
    name: `cohere/${model}`,
    maxFrames,
    maxSide,
    describes: true,
    async analyze(request, callOptions = {}) {
      callOptions.signal?.throwIfAborted();
      const limitedRequest = { ...request, frames: request.frames.slice(0, maxFrames) };
      return askAboutPictures(
        limitedRequest,
        FULL_BUDGET,
        (question, how) => ask(question, { client, model, ...how }),
        {
          deadlineMs,
          ...callOptions,
        },
      ).catch((error: unknown) => Promise.reject(contentError(error)));
    },
    async close() {},
  };
}
