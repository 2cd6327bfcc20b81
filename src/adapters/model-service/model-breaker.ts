import type { ChatEvent, ChatRequest, LanguageModel } from '../../ports/language-model.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { CircuitBreaker } from '../../shared/circuit-breaker.ts';
import { ServiceError } from '../../shared/errors.ts';
import { OutageError, findOutage } from '../../shared/outage.ts';
import { withOverrides } from '../../shared/with-overrides.ts';

const MAX_FAILURES = 2;
const PAUSE_MS = 5_000;

/** Opens after the second failure in a row. Its pauses grow up to 10 times as long. */
export function createModelBreaker(pauseMs: number): CircuitBreaker {
  return new CircuitBreaker({ threshold: MAX_FAILURES, firstPauseMs: pauseMs, maxPauseMs: 10 * pauseMs });
}

/**
 * Does not call a model for a while after two calls in a row failed because its service is away or does not accept the key:
 * calls that wait for it would keep what all sites share, such as the number of concurrent requests.
 */
export function guardLanguageModel(model: LanguageModel, { pauseMs = PAUSE_MS } = {}): LanguageModel {
  const breaker = createModelBreaker(pauseMs);

  function assertAllowed(): void {
    if (breaker.allowsCall()) return;
    const cause = new OutageError('language model', 'The model service has failed and is not called for a while');
    throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable', {}, { cause });
  }

  async function* chat(request: ChatRequest, options: { signal?: AbortSignal } = {}): AsyncGenerator<ChatEvent> {
    assertAllowed();
    try {
      for await (const event of model.chat(request, options)) {
        breaker.reportSuccess();
        yield event;
      }
    } catch (error) {
      if (isModelOutage(error, options.signal)) breaker.reportFailure(error);
      throw error;
    }
  }

  async function call<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    assertAllowed();
    return reportResult(breaker, work, (error) => isModelOutage(error, signal));
  }

  return withOverrides(model, {
    chat,
    detectIntent: (request, options) => call(() => model.detectIntent(request, options), options?.signal),
    complete: (instruction, text, options) => call(() => model.complete(instruction, text, options), options?.signal),
  });
}

/**
 * Does not call a reranker for a while after two calls in a row failed because its service is away, or were given up after
 * their time limit: each search would wait that long for it.
 */
export function guardReranker(reranker: Reranker, { pauseMs = PAUSE_MS } = {}): Reranker {
  const breaker = createModelBreaker(pauseMs);
  return withOverrides(reranker, {
    async rerank(query, passages, options) {
      if (!breaker.allowsCall()) {
        throw new OutageError('reranker', 'The reranker has failed and is not called for a while');
      }
      const { signal } = options ?? {};
      const isFailure = (error: unknown) => (signal?.aborted ? isTimeout(signal.reason) : findOutage(error) !== null);
      return reportResult(breaker, () => reranker.rerank(query, passages, options), isFailure);
    },
  });
}

/** The caller who aborts a call says nothing about the model. */
function isModelOutage(error: unknown, signal: AbortSignal | undefined): boolean {
  return !signal?.aborted && findOutage(error) !== null;
}

async function reportResult<T>(
  breaker: CircuitBreaker,
  work: () => Promise<T>,
  isFailure: (error: unknown) => boolean,
): Promise<T> {
  try {
    const result = await work();
    breaker.reportSuccess();
    return result;
  } catch (error) {
    if (isFailure(error)) breaker.reportFailure(error);
    throw error;
  }
}

/** The reason of `AbortSignal.timeout`; that of a caller who has disconnected is another. */
function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
