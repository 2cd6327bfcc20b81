import { afterEach } from 'vitest';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import { type AiSdkLanguageModelOptions, openAiSdkLanguageModel } from '../../src/adapters/language-model/ai-sdk.ts';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../support/openai-double.ts';
import { use } from '../support/use.ts';

export const PLAIN = { tier: 'smart' as const, messages: [{ role: 'user' as const, content: 'How high is it?' }] };
export const TOOLS = [{ name: 'weather', description: 'The weather.', parameters: { type: 'object', properties: {} } }];
export const UNAVAILABLE = { name: 'ServiceError', code: 'BAD_GATEWAY', message: 'Agent service unavailable' };

/** A double of an OpenAI-compatible server, and models that ask it: `model`, and others by `open`. */
export function useOpenAi() {
  const openai = use(() => startOpenAiDouble());
  afterEach(() => {
    openai.forgive();
    openai.say(undefined);
    openai.requests.length = 0;
  });
  const open = async (options: Partial<AiSdkLanguageModelOptions> = {}): Promise<LanguageModel> =>
    openAiSdkLanguageModel({
      provider: 'openai-compatible',
      baseUrl: openai.url,
      apiKey: OPENAI_KEY,
      openFetch: operatorFetch([]),
      models: { fast: 'llama3.2:1b', smart: 'llama3.1' },
      ...options,
    });
  const model = use(() => open());
  const messagesOf = (at: number) =>
    (openai.requests[at]?.body['messages'] ?? []) as { role: string; content: unknown }[];
  return { openai, open, model, messagesOf };
}
