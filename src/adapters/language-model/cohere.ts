import type { ChatEvent, ChatRequest, LanguageModel, ModelTier } from '../../ports/language-model.ts';
import { ServiceError } from '../../shared/errors.ts';
import { ask } from '../cohere/ask.ts';
import { callCohere } from '../cohere/call.ts';
import { createCohereClient, type CohereAccess } from '../cohere/client.ts';
import { COHERE_CHAT_MODELS } from '../cohere/models.ts';
import { intentQuestion, readIntent } from './cohere-intent.ts';
import { streamChat } from './cohere-stream.ts';

export interface CohereLanguageModelOptions extends CohereAccess {
  models?: Partial<Record<ModelTier, string>>;
  /** For one chat with its retries, until its last event. */
  deadlineMs?: number;
  /** Maximum time between two events of a chat. */
  stallMs?: number;
  /** For one `detectIntent` or `complete` with its retries. */
  shortDeadlineMs?: number;
}

const MAX_ATTEMPTS = 3;
const MAX_PAUSE_MS = 5_000;
const SHORT_TOKENS = 400;

/** Cohere's Chat v2. */
export function createCohereLanguageModel(options: CohereLanguageModelOptions): LanguageModel {
  const { deadlineMs = 120_000, stallMs = 25_000, shortDeadlineMs = 12_000 } = options;
  const models = { ...COHERE_CHAT_MODELS, ...options.models };
  const client = createCohereClient(options);

  /** Retries until the first event has arrived. */
  async function open(request: ChatRequest, caller: AbortSignal | undefined) {
    return callCohere(
      async (signal) => {
        const events = streamChat(request, { client, model: models[request.tier], stallMs, signal });
        return { first: await events.next(), rest: events };
      },
      {
        dependency: 'language model',
        deadlineMs,
        signal: caller,
        maxAttempts: MAX_ATTEMPTS,
        longestPauseMs: MAX_PAUSE_MS,
      },
    );
  }

  async function* chat(request: ChatRequest, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<ChatEvent> {
    let rest: AsyncGenerator<ChatEvent, void> | undefined;
    try {
      const opened = await open(request, signal);
      rest = opened.rest;
      if (!opened.first.done) yield opened.first.value;
      yield* rest;
    } catch (error) {
      throw failure(error, signal);
    } finally {
      await rest?.return();
    }
  }

  const short = (signal: AbortSignal | undefined) => ({
    client,
    model: models.fast,
    deadlineMs: shortDeadlineMs,
    signal,
  });

  return {
    models,
    chat,
    async detectIntent(request, { signal, onUsage } = {}) {
      signal?.throwIfAborted();
      const question = intentQuestion(request);
      if (!question) return null;
      const answer = await ask(question, short(signal)).catch((error: unknown) =>
        Promise.reject(failure(error, signal)),
      );
      onUsage?.(answer.usage);
      return readIntent(answer, request);
    },
    async complete(instruction, material, { signal, maxTokens = SHORT_TOKENS } = {}) {
      const question = { instruction, material, maxTokens };
      return ask(question, short(signal)).catch((error: unknown) => Promise.reject(failure(error, signal)));
    },
  };
}

/** The caller's reason after an abort, otherwise one error for all failures; its cause contains no key and no text. */
function failure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  const cause = error instanceof ServiceError ? { cause: error } : undefined;
  return new ServiceError('BAD_GATEWAY', 'Agent service unavailable', {}, cause);
}
