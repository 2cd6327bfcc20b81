import { afterEach } from 'vitest';
import {
  createCohereLanguageModel,
  type CohereLanguageModelOptions,
} from '../../src/adapters/language-model/cohere.ts';
import type { ChatEvent, ChatRequest, LanguageModel } from '../../src/ports/language-model.ts';
import { COHERE_KEY, startCohereDouble, type CohereDouble, type Fault } from '../support/cohere-double.ts';
import { use } from '../support/use.ts';

export const SECRET = 'what the visitor wrote';
export const REQUEST: ChatRequest = { tier: 'fast', messages: [{ role: 'user', content: SECRET }] };
export const UNAVAILABLE = { name: 'ServiceError', code: 'BAD_GATEWAY', message: 'Agent service unavailable' };

export const event = (raw: unknown): Fault => ({
  kind: 'answer',
  change: (events) => [raw, ...listOf(events)],
});

export function listOf(events: unknown): unknown[] {
  return Array.isArray(events) ? events : [];
}

/** A double of Cohere that fails as a test sets it, and models with short deadlines that ask it. */
export function useFailingCohere() {
  const cohere = use(() => startCohereDouble());
  afterEach(() => {
    cohere.forgive();
    cohere.requests.length = 0;
    cohere.say(undefined);
  });
  const impatient = (options: Partial<CohereLanguageModelOptions> = {}): LanguageModel => {
    const short = { deadlineMs: 20_000, stallMs: 10_000, shortDeadlineMs: 1_500 };
    return createCohereLanguageModel({ apiKey: COHERE_KEY, baseUrl: cohere.url, ...short, ...options });
  };
  /** For tests that mostly wait, side by side: each with a double of its own. */
  const apart = async (work: (own: CohereDouble, model: LanguageModel) => Promise<void>, stallMs = 10_000) => {
    const own = await startCohereDouble();
    try {
      await work(own, impatient({ baseUrl: own.url, stallMs }));
    } finally {
      await own.close();
    }
  };
  return { cohere, impatient, apart };
}

/** The events that arrived before the chat failed, and its error. */
export async function failing(model: LanguageModel, signal?: AbortSignal, onEvent?: () => void) {
  const heard: ChatEvent[] = [];
  try {
    for await (const each of model.chat(REQUEST, signal && { signal })) {
      heard.push(each);
      onEvent?.();
    }
  } catch (error) {
    return { heard, error };
  }
  throw new Error('The chat did not fail');
}
