import { expect, test } from 'vitest';
import { guardReranker } from '../../src/adapters/model-service/model-breaker.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { OutageError } from '../../src/shared/outage.ts';
import { rejectOnAbort } from '../../src/shared/timeout.ts';

const AWAY = new OutageError('reranker', 'The reranker is not reachable');

/** A reranker that does this with each call. */
function doing(act: (signal: AbortSignal | undefined) => Promise<never>, pauseMs = 60_000) {
  let calls = 0;
  const reranker = guardReranker(
    {
      model: 'test',
      rerank: async (_query, _passages, { signal } = {}) => {
        calls += 1;
        return act(signal);
      },
    },
    { pauseMs },
  );
  const rerank = (signal?: AbortSignal) =>
    reranker.rerank('chain', ['a chain'], signal ? { signal } : {}).catch((error: unknown) => error);
  return { rerank, calls: () => calls };
}

const fail = async () => Promise.reject(AWAY);
const hang = async (signal: AbortSignal | undefined) =>
  rejectOnAbort(new Promise<never>(() => {}), signal ?? AbortSignal.timeout(0));

test('after two outages in a row there are no calls', async () => {
  const { rerank, calls } = doing(fail);
  expect([await rerank(), await rerank()]).toEqual([AWAY, AWAY]);
  expect(await rerank()).toBeInstanceOf(OutageError);
  expect(calls()).toBe(2);
});

test('nor after two that did not answer within the time limit', async () => {
  const { rerank, calls } = doing(hang);
  for (let call = 1; call <= 3; call += 1) await rerank(AbortSignal.timeout(5));
  expect(calls()).toBe(2);
});

test('after the pause it is called again', async () => {
  const { rerank, calls } = doing(fail, 0);
  for (let call = 1; call <= 5; call += 1) await rerank();
  expect(calls()).toBe(5);
});

test('callers that have disconnected and requests that are rejected are no reason for a pause', async () => {
  const disconnected = doing(hang);
  for (let call = 1; call <= 3; call += 1) await disconnected.rerank(AbortSignal.abort(new Error('disconnected')));
  const rejected = doing(async () => Promise.reject(new ServiceError('BAD_GATEWAY', 'rejected with status 400')));
  for (let call = 1; call <= 3; call += 1) await rejected.rerank();
  expect([disconnected.calls(), rejected.calls()]).toEqual([3, 3]);
});
