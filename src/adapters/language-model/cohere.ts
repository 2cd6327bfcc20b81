import type { LanguageModel, ModelTier } from '../../ports/language-model.ts';
import { ask } from '../cohere/ask.ts';
import { callCohere } from '../cohere/call.ts';
import { createCohereClient, type CohereAccess } from '../cohere/client.ts';
import { COHERE_CHAT_MODELS } from '../cohere/models.ts';
import { streamChat } from './cohere-stream.ts';
import { type RemoteLimits, createRemoteLanguageModel } from './remote.ts';

export interface CohereLanguageModelOptions extends CohereAccess, RemoteLimits {
  models?: Partial<Record<ModelTier, string>>;
}

const STALL_MS = 25_000;

/** Cohere's Chat v2. */
export function createCohereLanguageModel({ models: given, ...options }: CohereLanguageModelOptions): LanguageModel {
  const models = { ...COHERE_CHAT_MODELS, ...given };
  const client = createCohereClient(options);
  return createRemoteLanguageModel(
    {
      models,
      capabilities: { tools: true, contextTokens: null },
      call: callCohere,
      stream: (request, limits) => streamChat(request, { client, model: models[request.tier], ...limits }),
      ask: (question, limits) => ask(question, { client, model: models.fast, ...limits }),
    },
    { stallMs: STALL_MS, ...options },
  );
}
