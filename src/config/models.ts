import { COHERE_CHAT_MODELS } from '../adapters/cohere/models.ts';
import { type Capabilities, capabilitiesOf } from '../adapters/model-service/capabilities.ts';
import type { NamedModel } from './formats.ts';
import { type Reading, rejectOptions } from './read.ts';

/** A model of a service, with what is needed to call it. */
interface ModelAccess extends NamedModel {
  baseUrl: string | undefined;
  apiKey: string | undefined;
}

export interface ChatConfig extends Omit<ModelAccess, 'model'> {
  models: { fast: string; smart: string };
  capabilities: Partial<Capabilities>;
}

/** With another model for when the first one fails. */
export interface ChatChain extends ChatConfig {
  fallback: ChatConfig | undefined;
}

const CHAT_OPTIONS = [
  'CHAT_MODEL_FAST',
  'CHAT_BASE_URL',
  'CHAT_API_KEY',
  'CHAT_CAPABILITIES',
  'CHAT_FALLBACK_MODEL',
] as const;
const FALLBACK_OPTIONS = ['CHAT_FALLBACK_BASE_URL', 'CHAT_FALLBACK_API_KEY', 'CHAT_FALLBACK_CAPABILITIES'] as const;
const EMBED_OPTIONS = [
  'EMBED_BASE_URL',
  'EMBED_API_KEY',
  'EMBED_DIMENSIONS',
  'EMBED_QUERY_PREFIX',
  'EMBED_PASSAGE_PREFIX',
] as const;
const TRANSCRIBE_OPTIONS = ['TRANSCRIBE_BASE_URL', 'TRANSCRIBE_API_KEY'] as const;
const VISION_OPTIONS = ['VISION_BASE_URL', 'VISION_API_KEY', 'VISION_CAPABILITIES'] as const;
const RERANK_OPTIONS = ['RERANK_BASE_URL', 'RERANK_API_KEY'] as const;

export function readChat(reading: Reading): ChatChain | undefined {
  const { values } = reading;
  const access = values.CHAT_MODEL && readAccess('CHAT', values.CHAT_MODEL, reading);
  const fallback = readFallback(reading);
  if (!access) return rejectOptions(CHAT_OPTIONS, 'CHAT_MODEL', reading);
  const { model: smart, ...rest } = access;
  const fast = values.CHAT_MODEL_FAST ?? (rest.provider === 'cohere' ? COHERE_CHAT_MODELS.fast : smart);
  return { ...rest, models: { fast, smart }, capabilities: values.CHAT_CAPABILITIES ?? {}, fallback };
}

/** One model for both tiers. */
function readFallback(reading: Reading): ChatConfig | undefined {
  const { values } = reading;
  if (!values.CHAT_FALLBACK_MODEL) return rejectOptions(FALLBACK_OPTIONS, 'CHAT_FALLBACK_MODEL', reading);
  const { model, ...access } = readAccess('CHAT_FALLBACK', values.CHAT_FALLBACK_MODEL, reading);
  return { ...access, models: { fast: model, smart: model }, capabilities: values.CHAT_FALLBACK_CAPABILITIES ?? {} };
}

export function readReranker(reading: Reading): ModelAccess | undefined {
  const { RERANK_MODEL: named } = reading.values;
  if (!named) return rejectOptions(RERANK_OPTIONS, 'RERANK_MODEL', reading);
  return readAccess('RERANK', named, reading);
}

export function readTranscriber(reading: Reading) {
  const { TRANSCRIBE_MODEL: named } = reading.values;
  if (!named) return rejectOptions(TRANSCRIBE_OPTIONS, 'TRANSCRIBE_MODEL', reading);
  return { ...readAccess('TRANSCRIBE', named, reading), provider: named.provider };
}

/** A model that takes no pictures is a mistake: every one of its requests would be rejected. */
export function readVision(reading: Reading) {
  const { VISION_MODEL: named, VISION_CAPABILITIES: capabilities } = reading.values;
  if (!named) return rejectOptions(VISION_OPTIONS, 'VISION_MODEL', reading);
  const { provider, model } = named;
  if (capabilitiesOf(provider, model, capabilities).images === 0) {
    reading.mistakes.push(
      `VISION_MODEL must be a model that takes pictures: ${model} is known to take none (VISION_CAPABILITIES=images says that it does)`,
    );
  }
  return { ...readAccess('VISION', named, reading), capabilities };
}

/** What EMBED_MODEL selects. */
export function readEmbedModel(reading: Reading) {
  const { values } = reading;
  const named = values.EMBED_MODEL;
  if (named.kind !== 'provider') {
    rejectOptions(EMBED_OPTIONS, 'EMBED_MODEL with a provider', reading);
    return named;
  }
  const { baseUrl, apiKey } = readAccess('EMBED', named, reading);
  const { EMBED_DIMENSIONS: dimensions, EMBED_QUERY_PREFIX: query, EMBED_PASSAGE_PREFIX: passage } = values;
  return { ...named, baseUrl, apiKey, dimensions, prefixes: { query, passage } };
}

/** Every service but one's own server needs a key; Cohere's is shared with its other models. */
function readAccess(
  prefix: 'CHAT' | 'CHAT_FALLBACK' | 'EMBED' | 'RERANK' | 'TRANSCRIBE' | 'VISION',
  { provider, model }: NamedModel,
  { values, mistakes }: Reading,
): ModelAccess {
  const isCohere = provider === 'cohere';
  const baseUrl = values[`${prefix}_BASE_URL`] ?? (isCohere ? values.COHERE_BASE_URL : undefined);
  const apiKey = values[`${prefix}_API_KEY`] ?? (isCohere ? values.COHERE_API_KEY : undefined);
  if (provider !== 'openai-compatible' && apiKey === undefined && baseUrl === undefined) {
    const shared = isCohere ? ' or COHERE_API_KEY' : '';
    mistakes.push(`${prefix}_API_KEY${shared} must be set with ${prefix}_MODEL=${provider}:${model}`);
  }
  return { provider, model, baseUrl, apiKey };
}
