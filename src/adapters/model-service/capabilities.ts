/** Services that are called through the libraries of the AI SDK. */
export const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;

export type Provider = (typeof PROVIDERS)[number];

/** What a model can do, as far as the adapters must know. */
export interface Capabilities {
  /** True if the model can ask for tool calls. */
  tools: boolean;
  /** Pictures that it takes in one request; 0: none. */
  images: number;
  /** Tokens of prompt and answer together. */
  contextTokens: number;
}

type CapabilityTable = readonly [names: RegExp, capabilities: Partial<Capabilities>][];

/** More say little about a part of a video. */
export const MAX_IMAGES = 8;
const UNKNOWN = { tools: true, images: MAX_IMAGES };

/** Servers cut a longer prompt without saying so, and many run with less than their model could take. */
const DEFAULTS: Record<Provider | 'cohere', Capabilities> = {
  'openai-compatible': { ...UNKNOWN, contextTokens: 8_192 },
  openai: { ...UNKNOWN, contextTokens: 128_000 },
  anthropic: { ...UNKNOWN, contextTokens: 200_000 },
  google: { ...UNKNOWN, contextTokens: 1_000_000 },
  cohere: { ...UNKNOWN, contextTokens: 128_000 },
};

/** The first entry of a list that fits counts. Names as servers have them: `gemma2:9b`, `google/gemma-2-9b-it`. */
const CHAT_MODELS: CapabilityTable = [
  [/gpt-3\.5/i, { contextTokens: 16_385 }],
  [/^gpt-4(-\d+)?$/i, { contextTokens: 8_192 }],
  [/functiongemma|gemma-?4/i, { tools: true }],
  [/gemma|phi-?[123]\b|llama-?2|llama-?3(?![.\d])|tinyllama|codellama|vicuna|orca|falcon|solar/i, { tools: false }],
  [/smollm(?!2|3)|stablelm|starcoder|yi[-:]|neural-chat|openchat|zephyr|moondream|llava/i, { tools: false }],
];

/** One picture: models that were trained with one at a time mix up several, or their servers reject them. */
const PICTURE_MODELS: CapabilityTable = [
  [/llava-?(next-interleave|onevision|video)/i, {}],
  [/llama-?3\.2.*vision|llava|moondream/i, { images: 1 }],
  [/vision|multimodal|omni|pixtral|molmo|[-_\d.]vlm?\b/i, {}],
  [/gpt-3\.5|gpt-4(-32k)?(-\d{4})?$|gpt-4-(1106|0125)/i, { images: 0 }],
  [/gpt-oss|\bo1-(mini|preview)|\bo3-mini|claude-(2|instant)/i, { images: 0 }],
  [/command-(r|light|nightly|a(-03|-reasoning|-translate|:|$))|aya-expanse/i, { images: 0 }],
  [/codegemma|\bgemma(:|-1\.1|-[27]b|-?2\b|-?3[:-](1b|270m))/i, { images: 0 }],
  [/llama-?(2|3(\.[123])?)(?![.\d])|tinyllama|codellama|vicuna/i, { images: 0 }],
  [/\bqwen-?(1\.5|2|2\.5|3)?(?![.\d])|\bqwq|deepseek-(r1|chat|coder|reasoner|v[23])/i, { images: 0 }],
  [/phi-?([123](\.5)?|4)(?![.\d])|\bmistral(:|$|-?(7b|nemo))|mixtral|codestral/i, { images: 0 }],
  [/orca|falcon|solar|smollm|stablelm|starcoder|neural-chat|openchat|zephyr/i, { images: 0 }],
];

/** The capabilities of a model by its name, and by what the operator has set, which counts more. */
export function findCapabilities(
  provider: Provider | 'cohere',
  model: string,
  overrides: Partial<Capabilities> = {},
): Capabilities {
  const defaults = [CHAT_MODELS, PICTURE_MODELS].map((list) => list.find(([names]) => names.test(model))?.[1]);
  return Object.assign({ ...DEFAULTS[provider] }, ...defaults, overrides);
}
