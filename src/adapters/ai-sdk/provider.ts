import type { EmbeddingModelV4, LanguageModelV4, TranscriptionModelV4 } from '@ai-sdk/provider';
import type { OpenModelFetch } from '../../ports/egress.ts';
import type { Provider } from '../model-service/capabilities.ts';

export interface ProviderAccess {
  provider: Provider;
  /** Default: that of the provider; of `openai-compatible`, Ollama on this machine. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  openFetch: OpenModelFetch;
}

const BASE_URLS: Record<Provider, string> = {
  'openai-compatible': 'http://127.0.0.1:11434/v1',
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** The models of a service by name. */
interface Models {
  chat(model: string): LanguageModelV4;
  embeddingModel(model: string): EmbeddingModelV4;
}

/** The libraries are loaded when a model is opened: most installations use none or one. */
export async function openModels(access: ProviderAccess): Promise<Models> {
  const options = toOptions(access);
  switch (access.provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle(options);
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { apiKey, ...others } = options;
      const { chatModel, embeddingModel } = createOpenAICompatible({
        ...others,
        ...(access.apiKey === undefined ? {} : { apiKey }),
        name: 'openai-compatible',
        // Without it, a stream has no token counts.
        includeUsage: true,
        supportsStructuredOutputs: true,
      });
      return { chat: chatModel, embeddingModel };
    }
  }
}

/** Only OpenAI's library knows the protocol; other servers speak it at their own base URL. */
export async function openTranscriptionModel(access: ProviderAccess, model: string): Promise<TranscriptionModelV4> {
  return (await import('@ai-sdk/openai')).createOpenAI(toOptions(access)).transcription(model);
}

/** Base URL and key are always given: the libraries read variables of their own otherwise. */
function toOptions({ provider, baseUrl, apiKey = 'none', openFetch }: ProviderAccess) {
  const baseURL = addVersionPath(baseUrl ?? BASE_URLS[provider], provider);
  return { baseURL, apiKey, fetch: openFetch(baseURL) };
}

/** Servers are often given without the path that their API has. */
function addVersionPath(url: string, provider: Provider): string {
  const isBare = provider === 'openai-compatible' && new URL(url).pathname === '/';
  return isBare ? `${url.replace(/\/$/, '')}/v1` : url;
}
