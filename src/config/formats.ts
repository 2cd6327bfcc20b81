import { z } from 'zod';
import { validateAllowedHosts } from '../adapters/egress/allow-hosts.ts';
import { type Capabilities, MAX_IMAGES, PROVIDERS, type Provider } from '../adapters/model-service/capabilities.ts';
import { missingLanguages } from '../adapters/extractor/languages.ts';
import { type DatabaseConnection, connectionFromUrl } from '../database/connection.ts';
import { PLAN_LIMITS, type PlanLimits } from '../shared/plan-limits.ts';

/** A variable without a default value. @param unset what holds without it, in the words of the table */
export function optional<T extends z.ZodType>(schema: T, unset: string): z.ZodOptional<T> {
  return schema.optional().meta({ unset });
}

export function integer(min: number, max: number) {
  const sentence = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((number) => number >= min && number <= max, sentence);
}

export function url(protocols: readonly string[], sentence: string) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), sentence);
}

export const httpUrl = url(['http:', 'https:'], 'must be a URL that starts with http:// or https://').transform(
  (text) => text.replace(/\/+$/, ''),
);

export const databaseUrl = url(['postgres:', 'postgresql:'], 'must be a URL that starts with postgres://').transform(
  toConnection,
);

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

/** A boolean as clients of the Hugging Face hub read it. */
export const truthy = z.string().transform((text) => ['1', 'on', 'yes', 'true'].includes(text.toLowerCase()));

export const share = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number);

export const languages = z
  .string()
  .regex(/^[a-z_]{3,12}(,[a-z_]{3,12}){0,9}$/, 'must be language names separated by commas, such as eng,deu')
  .transform((text) => text.split(','))
  .refine(
    (names) => missingLanguages(names).length === 0,
    'must name languages whose package @tesseract.js-data/<language> is installed',
  );

/** The providers of embedding models; Anthropic has none. */
const EMBED_PROVIDERS = ['openai-compatible', 'openai', 'google'] as const;

export type EmbedModel =
  | { kind: 'auto' }
  | { kind: 'lexical' }
  | { kind: 'onnx'; name: string }
  | { kind: 'provider'; provider: (typeof EMBED_PROVIDERS)[number]; model: string };

export const embedModel = z
  .string()
  .regex(
    /^(auto|lexical|onnx:.*[^\s/].*|(openai-compatible|openai|google):\S+)$/,
    'must be auto, lexical, onnx: and a folder or the name of a model, or openai-compatible:, openai: or google: and a name',
  )
  .transform((text): EmbedModel => {
    if (text === 'auto' || text === 'lexical') return { kind: text };
    const provider = EMBED_PROVIDERS.find((each) => text.startsWith(`${each}:`));
    if (provider) return { kind: 'provider', provider, model: text.slice(provider.length + 1) };
    return { kind: 'onnx', name: text.slice('onnx:'.length) };
  });

export interface NamedModel {
  provider: Provider | 'cohere';
  model: string;
}

const CHAT_PROVIDERS = [...PROVIDERS, 'cohere'] as const;

/** `provider:model`; the name may have colons of its own. */
export const chatModel = z.string().transform((text, context): NamedModel => {
  const provider = CHAT_PROVIDERS.find((each) => text.startsWith(`${each}:`));
  const model = text.slice((provider?.length ?? 0) + 1).trim();
  if (provider && model !== '') return { provider, model };
  context.addIssue(`must be ${CHAT_PROVIDERS.join(', ')}, then a colon and the name of a model`);
  return z.NEVER;
});

/** A reranker by Cohere's protocol, which other servers speak as well. */
export const rerankModel = z
  .string()
  .regex(/^cohere:\S+$/, "must be cohere: and the name of a model, at Cohere or at a server with Cohere's protocol")
  .transform((text): NamedModel => ({ provider: 'cohere', model: text.slice('cohere:'.length) }));

/** A model with OpenAI's protocol for transcriptions. */
export const transcribeModel = z
  .string()
  .regex(/^(openai-compatible|openai):\S+$/, 'must be openai-compatible: or openai: and the name of a model')
  .transform((text) => {
    const index = text.indexOf(':');
    return { provider: text.slice(0, index) as 'openai-compatible' | 'openai', model: text.slice(index + 1) };
  });

/** Text before every text; `none` is no text. */
export const prefix = z
  .string()
  .max(500, 'must have at most 500 characters')
  .transform((text) => (text === 'none' ? '' : text));

/** What a model can do, such as `no-tools,context=4096`. */
export const capabilities = z
  .string()
  .regex(
    /^(tools|no-tools|context=\d{3,8})(,(tools|no-tools|context=\d{3,8}))*$/,
    'must be tools or no-tools, and context= with a number of tokens, separated by a comma',
  )
  .transform((text): Partial<Capabilities> => {
    const tools = lastPart(text, /tools$/);
    return { ...(tools && { tools: tools === 'tools' }), ...parseContext(text) };
  });

/** What a model for pictures can do, such as `images=1,context=4096`. */
export const visionCapabilities = z
  .string()
  .regex(
    /^(images(=[1-8])?|context=\d{4,8})(,(images(=[1-8])?|context=\d{4,8}))*$/,
    'must be images, or images= and a number from 1 to 8, and context= with a number of tokens, separated by a comma',
  )
  .transform((text): Partial<Capabilities> => {
    const images = lastPart(text, /^images/)?.split('=');
    return { ...(images && { images: Number(images[1] ?? MAX_IMAGES) }), ...parseContext(text) };
  });

function parseContext(text: string): Partial<Capabilities> {
  const context = lastPart(text, /^context=/);
  return context ? { contextTokens: Number(context.split('=')[1]) } : {};
}

function lastPart(text: string, name: RegExp): string | undefined {
  return text.split(',').findLast((part) => name.test(part));
}

const MODEL_PRICE = /^([^\s,=]{1,100})=(\d{1,9}(?:\.\d{1,9})?)\/(\d{1,9}(?:\.\d{1,9})?)$/;

/** Prices by model: a map, because a name may be that of a property of every object. */
export const modelPrices = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => MODEL_PRICE.exec(entry.trim()));
  if (entries.includes(null)) {
    context.addIssue('must be model=input/output, separated by commas, such as command-a-03-2025=2.5/10');
    return z.NEVER;
  }
  return new Map(entries.map((entry) => [entry?.[1] ?? '', { input: Number(entry?.[2]), output: Number(entry?.[3]) }]));
});

const PLAN_LIMIT = /^([a-z_]{1,30})=(\d{1,15})$/;

/** Limits of a plan that differ from the defaults. */
export const planLimits = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => PLAN_LIMIT.exec(entry.trim()));
  const limits = entries.map((entry) => PLAN_LIMITS.find((name) => name === entry?.[1]));
  if (limits.includes(undefined)) {
    context.addIssue(
      `must be limit=number, separated by commas, such as chunk=50000; limits: ${PLAN_LIMITS.join(', ')}`,
    );
    return z.NEVER;
  }
  return Object.fromEntries(entries.map((entry, index) => [limits[index], Number(entry?.[2])])) as Partial<PlanLimits>;
});

export const hosts = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean),
  )
  .refine((names) => validateAllowedHosts(names) === undefined, 'must be hosts or host:port, separated by commas');

function toConnection(text: string, context: z.RefinementCtx): DatabaseConnection {
  try {
    return connectionFromUrl(text);
  } catch {
    context.addIssue('must be a readable file of certificates');
    return z.NEVER;
  }
}
