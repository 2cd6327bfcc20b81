import type { LanguageModel } from '../../../ports/language-model.ts';
import type { RateLimiter } from '../../../ports/rate-limiter.ts';
import { ServiceError, notFound, orNotFound } from '../../../shared/errors.ts';
import { ModelFailure, findModelFailure } from '../../../ports/model-failure.ts';
import type { LanguageModels, Rerankers } from '../own-models.service.ts';
import type { ModelCheck } from './site-model.types.ts';
import type { Site } from '../site.types.ts';

const CHECKS_PER_MINUTE = { points: 10, windowSeconds: 60 };
const DEADLINE_MS = 20_000;
const QUESTION = 'Answer with the word OK.';
/** Models that reason spend some before the word. */
const MAX_TOKENS = 200;

/** Asks the models of a site a short question each, with its stored settings. */
export async function checkModels(
  { id, model: stored }: Pick<Site, 'id' | 'model'>,
  { models, limiter }: { models: LanguageModels; limiter: RateLimiter },
  caller: AbortSignal | undefined,
): Promise<ModelCheck[]> {
  return check(limiter, { id, stored }, caller, async (signal) => {
    const model = orNotFound(await models.open(id), 'Language model of the site');
    const { smart, fast } = model.models;
    return Promise.all([
      checkOne(smart, () => askSmart(model, signal), signal),
      ...(fast === smart
        ? []
        : [checkOne(fast, () => model.complete(QUESTION, 'OK?', { signal, maxTokens: MAX_TOKENS }), signal)]),
    ]);
  });
}

/** Has the reranker of a site sort a passage, with its stored settings. */
export async function checkReranker(
  { id, reranker: stored }: Pick<Site, 'id' | 'reranker'>,
  { rerankers, limiter }: { rerankers: Rerankers; limiter: RateLimiter },
  caller: AbortSignal | undefined,
): Promise<ModelCheck[]> {
  return check(limiter, { id, stored }, caller, async (signal) => {
    const reranker = await rerankers.open(id);
    if (!reranker || !stored) throw notFound('Reranker of the site');
    return [await checkOne(stored.name, () => reranker.rerank(QUESTION, ['OK'], { signal }), signal)];
  });
}

/** @param ask with a new adapter, because the one in use may wait before it tries a model again that has failed */
async function check(
  limiter: RateLimiter,
  { id, stored }: { id: string; stored: { name: string } | null },
  caller: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<ModelCheck[]>,
): Promise<ModelCheck[]> {
  const { allowed, resetSeconds } = await limiter.consume(`model-checks:${id}`, CHECKS_PER_MINUTE);
  if (!allowed) throw new ServiceError('RATE_LIMITED', `Too many checks: try again in ${resetSeconds} seconds`);
  const limit = AbortSignal.timeout(DEADLINE_MS);
  const signal = caller ? AbortSignal.any([caller, limit]) : limit;
  try {
    return await ask(signal);
  } catch (error) {
    caller?.throwIfAborted();
    const failure = findModelFailure(error);
    if (!stored || !failure) throw error;
    return [toFailedCheck(stored.name, failure)];
  }
}

async function checkOne(name: string, ask: () => Promise<unknown>, signal: AbortSignal): Promise<ModelCheck> {
  try {
    await ask();
    return { name, works: true, problem: null, status: null };
  } catch (error) {
    return toFailedCheck(name, findModelFailure(error) ?? new ModelFailure(signal.aborted ? 'timeout' : 'failed'));
  }
}

function toFailedCheck(name: string, { problem, status }: ModelFailure): ModelCheck {
  return { name, works: false, problem, status };
}

async function askSmart(model: LanguageModel, signal: AbortSignal): Promise<void> {
  const messages = [{ role: 'user' as const, content: QUESTION }];
  const request = { tier: 'smart' as const, messages, maxTokens: MAX_TOKENS };
  for await (const event of model.chat(request, { signal })) {
    // The answer itself does not matter.
    if (event.type === 'end') return;
  }
}
