import { createModelFetch, operatorFetch } from '../adapters/egress/model-fetch.ts';
import { ProcessExtractor } from '../adapters/extractor/process-extractor.ts';
import type { AiSdkLanguageModelOptions } from '../adapters/language-model/ai-sdk.ts';
import type { CohereLanguageModelOptions } from '../adapters/language-model/cohere.ts';
import { createLocalLanguageModel } from '../adapters/language-model/local.ts';
import type { RemoteLimits } from '../adapters/language-model/remote.ts';
import { findCapabilities } from '../adapters/model-service/capabilities.ts';
import { createLocalTranscriber } from '../adapters/transcriber/local.ts';
import { createLocalVideoAnalyzer } from '../adapters/video-analyzer/local.ts';
import type { ChatConfig, Config } from '../config.ts';
import type { LanguageModel, OpenLanguageModel } from '../ports/language-model.ts';
import type { OpenReranker, Reranker } from '../ports/reranker.ts';
import type { Transcriber } from '../ports/transcriber.ts';
import type { VideoAnalyzer } from '../ports/video-analyzer.ts';
import type { Logger } from '../shared/log/logger.ts';

/** Concurrent text recognition in pictures of videos, which takes no slot of a document. */
const PICTURE_SLOTS = 2;

/** The service of each kind of model, for telemetry. */
export function listProviders({ cohere, chat, rerank, transcribe, vision, embedding }: Config) {
  const unset = cohere ? 'cohere' : 'lectern';
  return {
    model: chat?.provider ?? unset,
    reranker: rerank?.provider ?? unset,
    transcriber: transcribe?.provider ?? unset,
    analyzer: vision?.provider ?? unset,
    embedder: embedding.kind === 'provider' ? embedding.provider : embedding.kind === 'auto' ? unset : 'lectern',
  };
}

export async function openModel(config: Config, log: Logger): Promise<LanguageModel | null> {
  const { agent, chat, cohere } = config;
  if (!agent.enabled) return null;
  if (!chat) return cohere ? openCohere({ ...cohere, models: cohere.chatModels }) : createLocalLanguageModel();
  if (!chat.fallback) return openChat(chat, config, log);
  const { createFallbackLanguageModel } = await import('../adapters/language-model/fallback.ts');
  const first = await openChat(chat, config, log, { maxAttempts: 1, stallMs: FALLBACK_STALL_MS });
  const second = await openChat(chat.fallback, config, log);
  const onFailure = (model: string, err: unknown): void => {
    log.warn({ err }, `the language model ${model} failed: ${second.models.smart} answers`);
  };
  return createFallbackLanguageModel(first, second, { onFailure });
}

/** How long a model may be silent while there is another one. */
const FALLBACK_STALL_MS = 30_000;

async function openChat(
  { provider, ...chat }: ChatConfig,
  { outboundAllowHosts }: Config,
  log: Logger,
  limits: RemoteLimits = {},
): Promise<LanguageModel> {
  if (provider === 'cohere') return openCohere({ ...chat, ...limits });
  const { smart } = chat.models;
  const { tools, contextTokens } = findCapabilities(provider, smart, chat.capabilities);
  const lacks = tools ? '' : ', no tools: it calls no webhook tools and proposes no actions';
  log.info(`the language model ${smart} has ${contextTokens} tokens of context${lacks} (CHAT_CAPABILITIES)`);
  return openAiSdk({ ...chat, ...limits, provider, openFetch: operatorFetch(outboundAllowHosts) });
}

/** The libraries of the vendors are loaded when a model of theirs is opened: they take up to 40 MB. */
async function openCohere(options: CohereLanguageModelOptions): Promise<LanguageModel> {
  const { createCohereLanguageModel } = await import('../adapters/language-model/cohere.ts');
  return createCohereLanguageModel(options);
}

async function openAiSdk(options: AiSdkLanguageModelOptions): Promise<LanguageModel> {
  const { openAiSdkLanguageModel } = await import('../adapters/language-model/ai-sdk.ts');
  return openAiSdkLanguageModel(options);
}

/** Sites share what a model that does not answer keeps waiting. */
const SITE_LIMITS = { maxAttempts: 2, stallMs: 30_000 };

/** Opens models of sites' own; null if they may have none. */
export function modelOpener({ agent, outboundAllowHosts }: Config): OpenLanguageModel | null {
  if (!agent.sitesMayChoose) return null;
  const openFetch = () => createModelFetch(outboundAllowHosts);
  return async ({ provider, ...settings }) => {
    const { guardLanguageModel } = await import('../adapters/model-service/model-breaker.ts');
    const { models, apiKey } = settings;
    const model =
      provider === 'cohere'
        ? await openCohere({ models, apiKey, ...SITE_LIMITS })
        : await openAiSdk({ ...settings, provider, openFetch, ...SITE_LIMITS });
    return guardLanguageModel(model);
  };
}

export async function openReranker({ cohere, rerank }: Config): Promise<Reranker | null> {
  const access = rerank ?? (cohere && { ...cohere, model: cohere.rerankModel });
  if (!access) return null;
  const { createCohereReranker } = await import('../adapters/reranker/cohere.ts');
  return createCohereReranker(access);
}

/** Opens rerankers of sites' own; null if they may have none. */
export function rerankerOpener({ agent, outboundAllowHosts }: Config): OpenReranker | null {
  if (!agent.sitesMayChoose) return null;
  return async ({ name, baseUrl, apiKey }) => {
    const { createCohereReranker } = await import('../adapters/reranker/cohere.ts');
    const { guardReranker } = await import('../adapters/model-service/model-breaker.ts');
    const fetch = createModelFetch(outboundAllowHosts);
    return guardReranker(createCohereReranker({ model: name, baseUrl, apiKey, fetch }));
  };
}

export async function openAnalyzer(config: Config, log: Logger): Promise<VideoAnalyzer> {
  const { cohere, vision, ocrLanguages, dataDir, outboundAllowHosts } = config;
  const cohereOptions =
    vision?.provider === 'cohere' ? vision : !vision && cohere && { ...cohere, model: cohere.visionModel };
  if (cohereOptions) {
    const { createCohereVideoAnalyzer } = await import('../adapters/video-analyzer/cohere.ts');
    return createCohereVideoAnalyzer(cohereOptions);
  }
  const reader = new ProcessExtractor({ languages: ocrLanguages, folder: `${dataDir}/ocr`, slots: PICTURE_SLOTS });
  const textReader = createLocalVideoAnalyzer(reader);
  if (!vision || vision.provider === 'cohere') return textReader;
  const { openAiSdkVideoAnalyzer } = await import('../adapters/video-analyzer/ai-sdk.ts');
  const { provider, model } = vision;
  const onLimit = (images: number): void => log.warn(`the server of the vision model ${model} ${takes(images)}`);
  const openFetch = operatorFetch(outboundAllowHosts);
  const analyzer = await openAiSdkVideoAnalyzer({ ...vision, provider, openFetch, textReader, onLimit });
  log.info(`the vision model ${model} ${takes(analyzer.maxFrames)} (VISION_CAPABILITIES)`);
  return analyzer;
}

function takes(images: number): string {
  if (images === 0) return 'takes no pictures: only their text is read';
  return `is shown up to ${images} ${images === 1 ? 'picture' : 'pictures'} of a part of a video`;
}

export async function openTranscriber({ cohere, transcribe, outboundAllowHosts }: Config): Promise<Transcriber> {
  if (transcribe) {
    const { openAiSdkTranscriber } = await import('../adapters/transcriber/ai-sdk.ts');
    return openAiSdkTranscriber({ ...transcribe, openFetch: operatorFetch(outboundAllowHosts) });
  }
  if (!cohere) return createLocalTranscriber();
  const { createCohereTranscriber } = await import('../adapters/transcriber/cohere.ts');
  return createCohereTranscriber({ ...cohere, model: cohere.transcriptionModel });
}
