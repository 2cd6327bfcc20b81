import { COHERE_CHAT_MODELS } from '../adapters/cohere/models.ts';
import { type Capabilities, findCapabilities } from '../adapters/model-service/capabilities.ts';
import type { NamedModel } from './formats.ts';
import { type ParsedVariables, rejectOptions } from './read.ts';
import type { Values } from './variables.ts';

/** What is needed to call a model. */
interface Access {
  baseUrl: string | undefined;
  apiKey: string | undefined;
}

export interface ChatConfig extends Access, Pick<NamedModel, 'provider'> {
  models: { fast: string; smart: string };
  capabilities: Partial<Capabilities>;
}

/** A chat model with another one for when it fails. */
export interface ChatChain extends ChatConfig {
  fallback: ChatConfig | undefined;
}

/** What has no effect without the model. */
const OPTIONS = {
  CHAT_MODEL: ['CHAT_MODEL_FAST', 'CHAT_BASE_URL', 'CHAT_API_KEY', 'CHAT_CAPABILITIES', 'CHAT_FALLBACK_MODEL'],
  CHAT_FALLBACK_MODEL: ['CHAT_FALLBACK_BASE_URL', 'CHAT_FALLBACK_API_KEY', 'CHAT_FALLBACK_CAPABILITIES'],
  RERANK_MODEL: ['RERANK_BASE_URL', 'RERANK_API_KEY'],
  TRANSCRIBE_MODEL: ['TRANSCRIBE_BASE_URL', 'TRANSCRIBE_API_KEY'],
  VISION_MODEL: ['VISION_BASE_URL', 'VISION_API_KEY', 'VISION_CAPABILITIES'],
} as const;
const EMBED_OPTIONS = [
  'EMBED_BASE_URL',
  'EMBED_API_KEY',
  'EMBED_DIMENSIONS',
  'EMBED_QUERY_PREFIX',
  'EMBED_PASSAGE_PREFIX',
] as const;

type ServiceName<V> = V extends `${infer S}_MODEL` ? S : never;
type Service = ServiceName<keyof typeof OPTIONS>;

export function readChat(variables: ParsedVariables): ChatChain | undefined {
  const { values } = variables;
  const fallback = readFallback(variables);
  const access = readModel('CHAT', variables);
  if (!access) return undefined;
  const { model: smart, ...rest } = access;
  const fast = values.CHAT_MODEL_FAST ?? (rest.provider === 'cohere' ? COHERE_CHAT_MODELS.fast : smart);
  return { ...rest, models: { fast, smart }, capabilities: values.CHAT_CAPABILITIES ?? {}, fallback };
}

/** One model for both tiers. */
function readFallback(variables: ParsedVariables): ChatConfig | undefined {
  const selection = readModel('CHAT_FALLBACK', variables);
  if (!selection) return undefined;
  const { model, ...access } = selection;
  const { CHAT_FALLBACK_CAPABILITIES: capabilities = {} } = variables.values;
  return { ...access, models: { fast: model, smart: model }, capabilities };
}

/** A model that takes no pictures is a mistake: every one of its requests would be rejected. */
export function readVision(variables: ParsedVariables) {
  const access = readModel('VISION', variables);
  if (!access) return undefined;
  const { provider, model } = access;
  const { VISION_CAPABILITIES: capabilities } = variables.values;
  if (findCapabilities(provider, model, capabilities).images === 0) {
    variables.mistakes.push(
      `VISION_MODEL must be a model that takes pictures: ${model} is known to take none (VISION_CAPABILITIES=images says that it does)`,
    );
  }
  return { ...access, capabilities };
}

/** What EMBED_MODEL selects. */
export function readEmbedModel(variables: ParsedVariables) {
  const { values } = variables;
  const selection = values.EMBED_MODEL;
  if (selection.kind !== 'provider') {
    rejectOptions(EMBED_OPTIONS, 'EMBED_MODEL with a provider', variables);
    return selection;
  }
  const access = readAccess('EMBED', selection, variables);
  const { EMBED_DIMENSIONS: dimensions, EMBED_QUERY_PREFIX: query, EMBED_PASSAGE_PREFIX: passage } = values;
  return { ...access, dimensions, prefixes: { query, passage } };
}

/** A model by the variables that begin so. */
export function readModel<S extends Service>(service: S, variables: ParsedVariables) {
  const selection: Values[`${S}_MODEL`] = variables.values[`${service}_MODEL`];
  return selection
    ? readAccess(service, selection, variables)
    : rejectOptions(OPTIONS[`${service}_MODEL`], `${service}_MODEL`, variables);
}

/** Every service but one's own server needs a key; Cohere's is shared with its other models. */
function readAccess<N extends NamedModel>(
  prefix: Service | 'EMBED',
  selection: N,
  { values, mistakes }: ParsedVariables,
): N & Access {
  const { provider, model } = selection;
  const isCohere = provider === 'cohere';
  const baseUrl = values[`${prefix}_BASE_URL`] ?? (isCohere ? values.COHERE_BASE_URL : undefined);
  const apiKey = values[`${prefix}_API_KEY`] ?? (isCohere ? values.COHERE_API_KEY : undefined);
  if (provider !== 'openai-compatible' && apiKey === undefined && baseUrl === undefined) {
    const shared = isCohere ? ' or COHERE_API_KEY' : '';
    mistakes.push(`${prefix}_API_KEY${shared} must be set with ${prefix}_MODEL=${provider}:${model}`);
  }
  return { ...selection, baseUrl, apiKey };
}
