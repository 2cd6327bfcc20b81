import type {
  ChatEvent,
  ChatRequest,
  Completion,
  LanguageModel,
  ModelCapabilities,
  ModelTier,
} from '../../ports/language-model.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { CallService } from '../model-service/call.ts';
import type { Question } from '../model-service/question.ts';
import { intentQuestion, readIntent } from './intent-question.ts';
import type { StreamLimits } from './stream-call.ts';

export interface RemoteLimits {
  /** Limits one chat with its retries, until its last event. */
  deadlineMs?: number;
  /** Maximum time between two events of a chat. */
  stallMs?: number;
  /** Limits one `detectIntent` or `complete` with its retries. */
  shortDeadlineMs?: number;
  /** The maximum number of attempts of a chat, before its first event. */
  maxAttempts?: number;
}

/** The calls of a model service. */
export interface RemoteModel {
  models: Readonly<Record<ModelTier, string>>;
  capabilities: Readonly<Omit<ModelCapabilities, 'writes'>>;
  /** Calls with a deadline and retries. */
  call: CallService;
  /** One attempt at a chat: its events as they arrive. Throws on any error, including a stalled stream. */
  stream(request: ChatRequest, limits: StreamLimits): AsyncGenerator<ChatEvent, void>;
  /** One short question to the model of tier fast, with retries. */
  ask(question: Question, options: { deadlineMs: number; signal: AbortSignal | undefined }): Promise<Completion>;
}

const MAX_ATTEMPTS = 3;
const MAX_PAUSE_MS = 5_000;
const SHORT_TOKENS = 400;

/** A language model of a service: retries until the first event, one deadline for all, one error for all failures. */
export function createRemoteLanguageModel(remote: RemoteModel, limits: RemoteLimits): LanguageModel {
  const { deadlineMs = 120_000, stallMs = 60_000, shortDeadlineMs = 12_000, maxAttempts = MAX_ATTEMPTS } = limits;

  async function* chat(request: ChatRequest, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<ChatEvent> {
    let rest: AsyncGenerator<ChatEvent, void> | undefined;
    try {
      // Retries until the first event has arrived.
      const opened = await remote.call(
        async (abortSignal) => {
          const events = remote.stream(request, { stallMs, signal: abortSignal });
          return { first: await events.next(), events };
        },
        { dependency: 'language model', deadlineMs, signal, maxAttempts, longestPauseMs: MAX_PAUSE_MS },
      );
      rest = opened.events;
      if (!opened.first.done) yield opened.first.value;
      yield* rest;
    } catch (error) {
      throw failure(error, signal);
    } finally {
      await rest?.return();
    }
  }

  async function ask(question: Question, signal: AbortSignal | undefined): Promise<Completion> {
    return remote
      .ask(question, { deadlineMs: shortDeadlineMs, signal })
      .catch((error: unknown) => Promise.reject(failure(error, signal)));
  }

  return {
    models: remote.models,
    get capabilities() {
      return { writes: true, ...remote.capabilities };
    },
    chat,
    async detectIntent(request, { signal, onUsage } = {}) {
      signal?.throwIfAborted();
      const question = intentQuestion(request);
      if (!question) return null;
      const answer = await ask(question, signal);
      onUsage?.(answer.usage, answer.model);
      return readIntent(answer, request);
    },
    async complete(instruction, material, { signal, maxTokens = SHORT_TOKENS } = {}) {
      return ask({ instruction, material, maxTokens }, signal);
    },
  };
}

/** The caller's reason after an abort, otherwise one error for all failures; its cause contains no key and no text. */
function failure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  const cause = error instanceof ServiceError ? { cause: error } : undefined;
  return new ServiceError('BAD_GATEWAY', 'Agent service unavailable', {}, cause);
}
