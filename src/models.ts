import { createProcessExtractor } from './adapters/extractor/process-extractor.ts';
import { createLocalLanguageModel } from './adapters/language-model/local.ts';
import { createLocalTranscriber } from './adapters/transcriber/local.ts';
import { createLocalVideoAnalyzer } from './adapters/video-analyzer/local.ts';
import type { ChatConfig, Config } from './config.ts';
import type { LanguageModel, OpenLanguageModel } from './ports/language-model.ts';
import type { OpenReranker, Reranker } from './ports/reranker.ts';
import type { Transcriber } from './ports/transcriber.ts';
import type { VideoAnalyzer } from './ports/video-analyzer.ts';
import type { Logger } from './shared/logger.ts';

/** Concurrent text recognition in pictures of videos, which takes no slot of a document. */
const PICTURE_SLOTS = 2;

type CohereAdapters = Awaited<ReturnType<typeof loadCohere>>;

/** Loaded on demand, because the vendor's library takes about 40 MB. */
export async function loadCohere() {
  const [model, reranker, analyzer, transcriber] = await Promise.all([
    import('./adapters/language-model/cohere.ts'),
    import('./adapters/reranker/cohere.ts'),
    import('./adapters/video-analyzer/cohere.ts'),
    import('./adapters/transcriber/cohere.ts'),
  ]);
  return { ...model, ...reranker, ...analyzer, ...transcriber };
}

export function usesCohere({ cohere, chat, rerank, vision }: Config): boolean {
  const named = [chat, chat?.fallback, rerank, vision];
  return cohere !== undefined || named.some((each) => each?.provider === 'cohere');
}

/** The service of each kind of model, for telemetry. */
export function providersOf({ cohere, chat, rerank, transcribe, vision, embedding }: Config) {
  const unset = cohere ? 'cohere' : 'lectern';
  return {
    model: chat?.provider ?? unset,
    reranker: rerank?.provider ?? unset,
    transcriber: transcribe?.provider ?? unset,
    analyzer: vision?.provider ?? unset,
    embedder: embedding.kind === 'provider' ? embedding.provider : embedding.kind === 'auto' ? unset : 'lectern',
  };
}

export async function openModel(
  config: Config,
  cohere: CohereAdapters | null,
  log: Logger,
): Promise<LanguageModel | null> {
  const { agent, chat, cohere: access } = config;
  if (!agent.enabled) return null;
  if (!chat) {
    if (!access || !cohere) return createLocalLanguageModel();
    return cohere.createCohereLanguageModel({ ...access, models: access.chatModels });
  }
  if (!chat.fallback) return openChat(chat, config, cohere, log);
  const { createFallbackLanguageModel } = await import('./adapters/language-model/fallback.ts');
  const first = await openChat(chat, config, cohere, log, { maxAttempts: 1, stallMs: FALLBACK_STALL_MS });
  const second = await openChat(chat.fallback, config, cohere, log);
  const onFailure = (model: string, err: unknown): void => {
    log.warn({ err }, `the language model ${model} failed: ${second.models.smart} answers`);
  };
  return createFallbackLanguageModel(first, second, { onFailure });
}

/** How long a model may be silent while there is another one. */
const FALLBACK_STALL_MS = 30_000;

async function openChat(
  { provider, ...chat }: ChatConfig,
  { outboundAllowHosts: allowHosts }: Config,
  cohere: CohereAdapters | null,
  log: Logger,
  limits: { maxAttempts?: number; stallMs?: number } = {},
): Promise<LanguageModel> {
  if (provider === 'cohere') {
    if (!cohere) throw new Error('The adapters of Cohere are not loaded');
    return cohere.createCohereLanguageModel({ ...chat, ...limits, apiKey: chat.apiKey ?? 'none' });
  }
  const { openAiSdkLanguageModel } = await import('./adapters/language-model/ai-sdk.ts');
  const { capabilitiesOf } = await import('./adapters/model-service/capabilities.ts');
  const { smart } = chat.models;
  const { tools, contextTokens } = capabilitiesOf(provider, smart, chat.capabilities);
  const lacks = tools ? '' : ', no tools: it calls no webhook tools and proposes no actions';
  log.info(`the language model ${smart} has ${contextTokens} tokens of context${lacks} (CHAT_CAPABILITIES)`);
  return openAiSdkLanguageModel({ ...chat, ...limits, provider, allowHosts });
}

/** Sites share what a model that does not answer keeps waiting. */
const SITE_LIMITS = { maxAttempts: 2, stallMs: 30_000 };

/** Opens models of sites' own; null if they may have none. A library is loaded when a site has a model of its provider. */
export function modelOpener({ agent, outboundAllowHosts }: Config): OpenLanguageModel | null {
  if (!agent.sitesMayChoose) return null;
  return async ({ provider, ...settings }) => {
    const { createPausingLanguageModel } = await import('./adapters/language-model/pausing.ts');
    if (provider === 'cohere') {
      const { models, apiKey = '' } = settings;
      const { createCohereLanguageModel } = await import('./adapters/language-model/cohere.ts');
      return createPausingLanguageModel(createCohereLanguageModel({ models, apiKey, ...SITE_LIMITS }));
    }
    const { openAiSdkLanguageModel } = await import('./adapters/language-model/ai-sdk.ts');
    const access = { provider, allowHosts: outboundAllowHosts, isTrusted: false };
    return createPausingLanguageModel(await openAiSdkLanguageModel({ ...settings, ...access, ...SITE_LIMITS }));
  };
}

export function createReranker({ cohere: settings, rerank }: Config, cohere: CohereAdapters | null): Reranker | null {
  if (!cohere) return null;
  if (rerank) return cohere.createCohereReranker({ ...rerank, apiKey: rerank.apiKey ?? 'none' });
  return settings ? cohere.createCohereReranker({ ...settings, model: settings.rerankModel }) : null;
}

/** Opens rerankers of sites' own; null if they may have none. */
export function rerankerOpener({ agent, outboundAllowHosts }: Config): OpenReranker | null {
  if (!agent.sitesMayChoose) return null;
  return async ({ name, baseUrl, apiKey = 'none' }) => {
    const { createCohereReranker } = await import('./adapters/reranker/cohere.ts');
    const { createPausingReranker } = await import('./adapters/reranker/pausing.ts');
    const { createModelFetch } = await import('./adapters/egress/model-fetch.ts');
    const fetch = createModelFetch(outboundAllowHosts);
    return createPausingReranker(createCohereReranker({ model: name, baseUrl, apiKey, fetch }));
  };
}

export async function openAnalyzer(config: Config, cohere: CohereAdapters | null, log: Logger): Promise<VideoAnalyzer> {
  const { cohere: settings, vision, ocrLanguages, dataDir, outboundAllowHosts: allowHosts } = config;
  if (cohere && vision?.provider === 'cohere') {
    return cohere.createCohereVideoAnalyzer({ ...vision, apiKey: vision.apiKey ?? 'none' });
  }
  if (cohere && settings && !vision) {
    return cohere.createCohereVideoAnalyzer({ ...settings, model: settings.visionModel });
  }
  const reader = createProcessExtractor({ languages: ocrLanguages, folder: `${dataDir}/ocr`, slots: PICTURE_SLOTS });
  const textReader = createLocalVideoAnalyzer(reader);
  if (!vision || vision.provider === 'cohere') return textReader;
  const { openAiSdkVideoAnalyzer } = await import('./adapters/video-analyzer/ai-sdk.ts');
  const { provider, model } = vision;
  const onLimit = (images: number): void => log.warn(`the server of the vision model ${model} ${takes(images)}`);
  const analyzer = await openAiSdkVideoAnalyzer({ ...vision, provider, allowHosts, textReader, onLimit });
  log.info(`the vision model ${model} ${takes(analyzer.maxFrames)} (VISION_CAPABILITIES)`);
  return analyzer;
}

function takes(images: number): string {
  if (images === 0) return 'takes no pictures: only their text is read';
  return `is shown up to ${images} ${images === 1 ? 'picture' : 'pictures'} of a part of a video`;
}

export async function openTranscriber(
  { cohere: settings, transcribe, outboundAllowHosts: allowHosts }: Config,
  cohere: CohereAdapters | null,
): Promise<Transcriber> {
  if (transcribe) {
    const { openAiSdkTranscriber } = await import('./adapters/transcriber/ai-sdk.ts');
    return openAiSdkTranscriber({ ...transcribe, allowHosts });
  }
  if (!settings || !cohere) return createLocalTranscriber();
  return cohere.createCohereTranscriber({ ...settings, model: settings.transcriptionModel });
}
