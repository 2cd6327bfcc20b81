import type { ChatEvent, ChatRequest, LanguageModel } from '../../ports/language-model.ts';

export interface FallbackOptions {
  /** Called when the first model has failed and the second is asked. */
  onFailure: (model: string, error: unknown) => void;
  /** How long the first model is not asked after its second failure in a row. Doubles up to 10 times as long. */
  pauseMs?: number;
}

interface Calling {
  signal?: AbortSignal | undefined;
}

const MAX_FAILURES = 2;
const PAUSE_MS = 30_000;
const MAX_PAUSES = 10;

/**
 * Asks the second model when the first one fails before its first event. After two failures in a row the second is asked
 * first for a while, so that calls do not wait for a model that is away; then one call tries the first one again.
 */
export function createFallbackLanguageModel(
  first: LanguageModel,
  second: LanguageModel,
  { onFailure, pauseMs = PAUSE_MS }: FallbackOptions,
): LanguageModel {
  const breaker = new Breaker(pauseMs);
  const order = () => (breaker.lets() ? [first, second] : [second, first]);
  const failed = (model: LanguageModel, error: unknown): void => {
    if (model !== first) return;
    breaker.fail();
    onFailure(first.models.smart, error);
  };

  async function* chat(request: ChatRequest, options: { signal?: AbortSignal } = {}): AsyncGenerator<ChatEvent> {
    const models = order();
    for (const [at, model] of models.entries()) {
      let hasBegun = false;
      try {
        for await (const event of model.chat(request, options)) {
          if (!hasBegun && model === first) breaker.succeed();
          hasBegun = true;
          yield event;
        }
        return;
      } catch (error) {
        if (hasBegun || options.signal?.aborted || at === models.length - 1) throw error;
        failed(model, error);
      }
    }
  }

  async function once<T>(call: (model: LanguageModel) => Promise<T>, { signal }: Calling = {}): Promise<T> {
    const [one = first, other = second] = order();
    try {
      const answer = await call(one);
      if (one === first) breaker.succeed();
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      failed(one, error);
      return call(other);
    }
  }

  return {
    models: first.models,
    get capabilities() {
      return first.capabilities;
    },
    chat,
    detectIntent: (request, options) => once((model) => model.detectIntent(request, options), options),
    complete: (instruction, text, options) => once((model) => model.complete(instruction, text, options), options),
  };
}

/** Whether the first model is asked first. */
class Breaker {
  private readonly pauseMs: number;
  private failures = 0;
  private closedUntil = 0;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
  }

  lets(): boolean {
    if (this.failures < MAX_FAILURES) return true;
    if (performance.now() < this.closedUntil) return false;
    // This call tries it; the others wait for what comes of it.
    this.pause();
    return true;
  }

  succeed(): void {
    this.failures = 0;
  }

  fail(): void {
    this.failures += 1;
    if (this.failures >= MAX_FAILURES) this.pause();
  }

  private pause(): void {
    const times = Math.min(MAX_PAUSES, 2 ** Math.max(0, this.failures - MAX_FAILURES));
    this.closedUntil = performance.now() + this.pauseMs * times;
  }
}
