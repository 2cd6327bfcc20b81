import type { ChatEvent, ChatRequest, LanguageModel } from '../../ports/language-model.ts';
import { withOverrides } from '../../shared/with-overrides.ts';
import { createModelBreaker } from '../model-service/model-breaker.ts';

export interface FallbackOptions {
  /** Receives the failure when the first model has failed and the second is asked. */
  onFailure: (model: string, error: unknown) => void;
  /** How long the first model is not asked after its second failure in a row. Doubles up to 10 times as long. */
  pauseMs?: number;
}

const PAUSE_MS = 30_000;

/**
 * Asks the second model when the first one fails before its first event. After two failures in a row the second is asked
 * first for a while, so that calls do not wait for a model that is away; then one call tries the first one again.
 */
export function createFallbackLanguageModel(
  first: LanguageModel,
  second: LanguageModel,
  { onFailure, pauseMs = PAUSE_MS }: FallbackOptions,
): LanguageModel {
  const breaker = createModelBreaker(pauseMs);
  const order = () => (breaker.allowsCall() ? [first, second] : [second, first]);
  const failed = (model: LanguageModel, error: unknown): void => {
    if (model !== first) return;
    breaker.reportFailure(error);
    onFailure(first.models.smart, error);
  };

  async function* chat(request: ChatRequest, options: { signal?: AbortSignal } = {}): AsyncGenerator<ChatEvent> {
    const models = order();
    for (const [index, model] of models.entries()) {
      let hasBegun = false;
      try {
        for await (const event of model.chat(request, options)) {
          if (!hasBegun && model === first) breaker.reportSuccess();
          hasBegun = true;
          yield event;
        }
        return;
      } catch (error) {
        if (hasBegun || options.signal?.aborted || index === models.length - 1) throw error;
        failed(model, error);
      }
    }
  }

  async function once<T>(
    call: (model: LanguageModel) => Promise<T>,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<T> {
    const [one = first, other = second] = order();
    try {
      const answer = await call(one);
      if (one === first) breaker.reportSuccess();
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      failed(one, error);
      return call(other);
    }
  }

  return withOverrides(first, {
    chat,
    detectIntent: (request, options) => once((model) => model.detectIntent(request, options), options),
    complete: (instruction, text, options) => once((model) => model.complete(instruction, text, options), options),
  });
}
