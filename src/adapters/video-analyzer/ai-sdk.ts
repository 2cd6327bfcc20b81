import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AnalysisOptions, AnalysisRequest, SegmentAnalysis, VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { ask, thoughtTokens } from '../ai-sdk/ask.ts';
import { type ProviderAccess, openChatModel } from '../ai-sdk/provider.ts';
import { type Capabilities, capabilitiesOf } from '../model-service/capabilities.ts';
import { contentError } from '../model-service/content-error.ts';
import { analysisQuestion, readAnalysis } from './analysis-question.ts';
import { type PictureBudget, pictureBudget } from './picture-budget.ts';
import { pictureLimit } from './picture-limit.ts';

export interface AiSdkVideoAnalyzerOptions extends ProviderAccess {
  model: string;
  /** What the operator says about the model; default: by name. */
  capabilities?: Partial<Capabilities> | undefined;
  /** Takes its place if its server turns out to take no pictures. */
  textReader: VideoAnalyzer;
  /** Called with the number of pictures that the model takes at a time, when its server has rejected more. */
  onLimit?: (images: number) => void;
  /** For one part with all its retries. */
  deadlineMs?: number;
}

const MAX_ATTEMPTS = 3;
/** A server of one's own needs a minute and more for eight pictures. */
const DEADLINE_MS = 180_000;

/** A model of any service that the AI SDK knows: what happens, what is written, and which techniques are shown. */
export async function openAiSdkVideoAnalyzer(options: AiSdkVideoAnalyzerOptions): Promise<VideoAnalyzer> {
  return new AiSdkVideoAnalyzer(await openChatModel(options, options.model), options);
}

class AiSdkVideoAnalyzer implements VideoAnalyzer {
  private readonly model: LanguageModelV4;
  private readonly options: AiSdkVideoAnalyzerOptions;
  private readonly capabilities: Capabilities;

  constructor(model: LanguageModelV4, options: AiSdkVideoAnalyzerOptions) {
    this.model = model;
    this.options = options;
    this.capabilities = capabilitiesOf(options.provider, options.model, options.capabilities);
  }

  get name(): string {
    const { provider, model } = this.options;
    return `${provider}/${model}`;
  }

  get describes(): boolean {
    return this.capabilities.images > 0;
  }

  get maxFrames(): number {
    return this.describes ? this.budget.maxFrames : this.options.textReader.maxFrames;
  }

  get maxSide(): number {
    return this.describes ? this.budget.maxSide : this.options.textReader.maxSide;
  }

  /** A server that takes fewer pictures is asked again with as many, and gets no more from then on. */
  async analyze(request: AnalysisRequest, options: AnalysisOptions = {}): Promise<SegmentAnalysis> {
    options.signal?.throwIfAborted();
    if (request.frames.length === 0) return { description: null, texts: [], techniques: [] };
    if (!this.describes) return this.options.textReader.analyze(request, options);
    const { budget } = this;
    const shown = { ...request, frames: evenly(request.frames, budget.maxFrames) };
    const rejected: number[] = [];
    try {
      return await this.describe(shown, budget, rejected, options);
    } catch (error) {
      const limit = Math.min(...rejected);
      if (options.signal?.aborted || limit >= shown.frames.length) throw contentError(error);
      this.limitTo(limit);
      return this.analyze(request, options);
    }
  }

  async close(): Promise<void> {
    await this.options.textReader.close();
  }

  private get budget(): PictureBudget {
    const { images, contextTokens } = this.capabilities;
    return pictureBudget({ images, contextTokens: contextTokens - thoughtTokens(this.options.model) });
  }

  private limitTo(images: number): void {
    if (images >= this.capabilities.images) return;
    this.capabilities.images = images;
    this.options.onLimit?.(images);
  }

  /** @param rejected gets the limits that the server names */
  private async describe(
    request: AnalysisRequest,
    budget: PictureBudget,
    rejected: number[],
    { signal, onUsage }: AnalysisOptions,
  ): Promise<SegmentAnalysis> {
    const answer = await ask(analysisQuestion(request, budget), {
      model: this.model,
      deadlineMs: this.options.deadlineMs ?? DEADLINE_MS,
      signal,
      dependency: 'video analyzer',
      maxAttempts: MAX_ATTEMPTS,
      validate: (text) => readAnalysis(text, request),
      onError: (error) => {
        const limit = pictureLimit(error);
        if (limit !== undefined) rejected.push(limit);
      },
    });
    onUsage?.(answer.usage, answer.model);
    return readAnalysis(answer.text, request);
  }
}

function evenly<T>(all: readonly T[], count: number): T[] {
  const placeOf = (at: number) => Math.ceil((at * Math.min(count, all.length)) / all.length);
  return all.filter((_, at) => placeOf(at) < placeOf(at + 1));
}
