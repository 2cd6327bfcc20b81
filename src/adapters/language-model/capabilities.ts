import type { Provider } from '../model-service/providers.ts';

/** What a model can do, as far as the adapter must know. */
export interface Capabilities {
  /** Whether it can ask for tool calls. */
  tools: boolean;
  /** Tokens of prompt and answer together. */
  contextTokens: number;
}

interface KnownModels {
  names: RegExp;
  capabilities: Partial<Capabilities>;
}

/** Servers cut a longer prompt without saying so, and many run with less than their model could take. */
const DEFAULTS: Record<Provider, Capabilities> = {
  'openai-compatible': { tools: true, contextTokens: 8_192 },
  openai: { tools: true, contextTokens: 128_000 },
  anthropic: { tools: true, contextTokens: 200_000 },
  google: { tools: true, contextTokens: 1_000_000 },
};

/** The first entry that fits counts. Names as servers have them: `gemma2:9b`, `google/gemma-2-9b-it`. */
const KNOWN: readonly KnownModels[] = [
  { names: /gpt-3\.5/i, capabilities: { contextTokens: 16_385 } },
  { names: /^gpt-4(-\d+)?$/i, capabilities: { contextTokens: 8_192 } },
  { names: /functiongemma|gemma-?4/i, capabilities: { tools: true } },
  {
    names: /gemma|phi-?[123]\b|llama-?2|llama-?3(?![.\d])|tinyllama|codellama|vicuna|orca|falcon|solar/i,
    capabilities: { tools: false },
  },
  {
    names: /smollm(?!2|3)|stablelm|starcoder|yi[-:]|neural-chat|openchat|zephyr|moondream|llava/i,
    capabilities: { tools: false },
  },
];

/** By the name of the model, and by what the operator has set, which counts more. */
export function capabilitiesOf(provider: Provider, model: string, given: Partial<Capabilities> = {}): Capabilities {
  const known = KNOWN.find(({ names }) => names.test(model))?.capabilities;
  return { ...DEFAULTS[provider], ...known, ...given };
}
