import type { AnalysisOptions, AnalysisRequest, SegmentAnalysis, VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { ask, reasoningTokens } from '../ai-sdk/ask.ts';
import { type ProviderAccess, openModels } from '../ai-sdk/provider.ts';
import { type Capabilities, findCapabilities } from '../model-service/capabilities.ts';
import { contentError } from '../model-service/content-error.ts';
import { askAboutPictures } from './analysis-question.ts';
import { pictureBudget } from './picture-budget.ts';
import { pictureLimit } from './picture-limit.ts';

export interface AiSdkVideoAnalyzerOptions extends ProviderAccess {
  model: string;
  /** What the operator says about the model; default: by name. */
  capabilities?: Partial<Capabilities> | undefined;
  /** Takes its place if its server turns out to take no pictures. */
  textReader: VideoAnalyzer;
  /** Receives the number of pictures that the model takes at a time, when its server has rejected more. */
  onLimit?: (images: number) => void;
  /** Limits one part with all its retries. */
  deadlineMs?: number;
}

/** A server of one's own needs a minute and more for eight pictures. */
const DEADLINE_MS = 180_000;

/** A model of any service that the AI SDK knows: what happens, what is written, and which techniques are shown. */
export async function openAiSdkVideoAnalyzer(options: AiSdkVideoAnalyzerOptions): Promise<VideoAnalyzer> {
  const { provider, textReader, onLimit, deadlineMs = DEADLINE_MS } = options;
  const model = (await openModels(options)).chat(options.model);
  const capabilities = findCapabilities(provider, options.model, options.capabilities);
  const budget = () => {
    const { images, contextTokens } = capabilities;
    return pictureBudget({ images, contextTokens: contextTokens - reasoningTokens(options.model) });
  };
  /** What it takes of a part. */
  const limits = () => (capabilities.images > 0 ? budget() : textReader);

  /** A server that takes fewer pictures is asked again with as many, and gets no more from then on. */
  async function analyze(request: AnalysisRequest, callOptions: AnalysisOptions = {}): Promise<SegmentAnalysis> {
    callOptions.signal?.throwIfAborted();
    if (capabilities.images === 0) return textReader.analyze(request, callOptions);
    const allowed = budget();
    const limitedRequest = { ...request, frames: evenly(request.frames, allowed.maxFrames) };
    /** The limits that the server names. */
    const rejected: number[] = [];
    const onError = (error: unknown): void => {
      const limit = pictureLimit(error);
      if (limit !== undefined) rejected.push(limit);
    };
    try {
      return await askAboutPictures(
        limitedRequest,
        allowed,
        (question, how) => ask(question, { model, onError, ...how }),
        {
          deadlineMs,
          ...callOptions,
        },
      );
    } catch (error) {
      const limit = Math.min(...rejected);
      if (callOptions.signal?.aborted || limit >= limitedRequest.frames.length) throw contentError(error);
      if (limit < capabilities.images) {
        capabilities.images = limit;
        onLimit?.(limit);
      }
      return analyze(request, callOptions);
    }
  }

  return {
    name: `${provider}/${options.model}`,
    get describes() {
      return capabilities.images > 0;
    },
    get maxFrames() {
      return limits().maxFrames;
    },
    get maxSide() {
      return limits().maxSide;
    },
    analyze,
    close: () => textReader.close(),
  };
}

function evenly<T>(all: readonly T[], count: number): T[] {
  const quota = (index: number) => Math.ceil((index * Math.min(count, all.length)) / all.length);
  return all.filter((_, index) => quota(index) < quota(index + 1));
}
