import type { LanguageModel, ModelTier } from '../../ports/language-model.ts';
import { ask } from '../cohere/ask.ts';
import { type CohereAccess, callCohere, createCohereClient } from '../cohere/client.ts';
import { COHERE_CHAT_MODELS } from '../cohere/models.ts';
import { CohereAnswer } from './cohere/answer.ts';
import { readEvent } from './cohere/events.ts';
import { toCohereRequest } from './cohere/request.ts';
import { type RemoteLimits, createRemoteLanguageModel } from './remote.ts';
import { streamCall } from './stream-call.ts';

export interface CohereLanguageModelOptions extends CohereAccess, RemoteLimits {
  models?: Partial<Record<ModelTier, string>>;
}

const STALL_MS = 25_000;

/** Cohere's Chat v2. */
export function createCohereLanguageModel({
  models: modelNames,
  ...options
}: CohereLanguageModelOptions): LanguageModel {
  const models = { ...COHERE_CHAT_MODELS, ...modelNames };
  const client = createCohereClient(options);
  return createRemoteLanguageModel(
    {
      models,
      capabilities: { tools: true, contextTokens: null },
      call: callCohere,
      stream(request, limits) {
        const model = models[request.tier];
        const answer = new CohereAnswer(new Set(request.documents?.map(({ id }) => id)), model);
        return streamCall(
          (abortSignal) => client.chatStream(toCohereRequest(request, model), { abortSignal }),
          (part) => {
            const event = readEvent(part);
            return event ? answer.take(event) : [];
          },
          limits,
        );
      },
      ask: (question, limits) => ask(question, { client, model: models.fast, ...limits }),
    },
    { stallMs: STALL_MS, ...options },
  );
}
