import type { ChatEvent, ChatRequest, LanguageModel } from '../../ports/language-model.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { ServiceError } from '../../shared/errors.ts';
import { OutageError, outageOf } from '../../shared/outage.ts';
import { withOverrides } from '../../shared/with-overrides.ts';
import { Pauses } from './pauses.ts';

/** After the second failure in a row. Grows up to 10 times as long. */
const PAUSE_MS = 5_000;

/**
 * Does not call a model for a while after two calls in a row failed because its service is away or does not accept the key:
 * calls that wait for it would keep what all sites share, such as the number of concurrent requests.
 */
export function createPausingLanguageModel(model: LanguageModel, { pauseMs = PAUSE_MS } = {}): LanguageModel {
  const pauses = new Pauses(pauseMs);

  function assertNoPause(): void {
    if (pauses.lets()) return;
    const cause = new OutageError('language model', 'The model service has failed and is not called for a while');
    throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable', {}, { cause });
  }

  function count(error: unknown, signal: AbortSignal | undefined): void {
    if (!signal?.aborted && outageOf(error) !== null) pauses.fail();
  }

  async function* chat(request: ChatRequest, options: { signal?: AbortSignal } = {}): AsyncGenerator<ChatEvent> {
    assertNoPause();
    try {
      for await (const event of model.chat(request, options)) {
        pauses.succeed();
        yield event;
      }
    } catch (error) {
      count(error, options.signal);
      throw error;
    }
  }

  async function once<T>(call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    assertNoPause();
    try {
      const answer = await call();
      pauses.succeed();
      return answer;
    } catch (error) {
      count(error, signal);
      throw error;
    }
  }

  return withOverrides(model, {
    chat,
    detectIntent: (request, options) => once(() => model.detectIntent(request, options), options?.signal),
    complete: (instruction, text, options) => once(() => model.complete(instruction, text, options), options?.signal),
  });
}

/**
 * Does not call a reranker for a while after two calls in a row failed because its service is away, or were given up after
 * their time limit: each search would wait that long for it.
 */
export function createPausingReranker(reranker: Reranker, { pauseMs = PAUSE_MS } = {}): Reranker {
  const pauses = new Pauses(pauseMs);
  return withOverrides(reranker, {
    async rerank(query, passages, options) {
      if (!pauses.lets()) {
        throw new OutageError('reranker', 'The reranker has failed and is not called for a while');
      }
      try {
        const ranked = await reranker.rerank(query, passages, options);
        pauses.succeed();
        return ranked;
      } catch (error) {
        const signal = options?.signal;
        if (signal?.aborted ? isTimeout(signal.reason) : outageOf(error) !== null) pauses.fail();
        throw error;
      }
    },
  });
}

/** That of `AbortSignal.timeout`; that of a caller who has disconnected is another. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
