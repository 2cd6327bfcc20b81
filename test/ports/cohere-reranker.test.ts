import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCohereReranker } from '../../src/adapters/reranker/cohere.ts';
import type { Reranker } from '../../src/ports/reranker.ts';
import { COHERE_KEY, startCohereDouble, type Fault } from '../support/cohere-double.ts';
import { use } from '../support/use.ts';
import { describeReranker } from './reranker.contract.ts';

const cohere = use(() => startCohereDouble());
let reranker: Reranker;

beforeAll(async () => {
  reranker = createCohereReranker({ apiKey: COHERE_KEY, baseUrl: cohere.url, deadlineMs: 3_000 });
});
afterEach(() => {
  cohere.requests.length = 0;
});

describeReranker('the Cohere reranker', () => reranker);

const rank = () => reranker.rerank('snow', ['bread', 'snow']);
const answer = (results: unknown): Fault => ({ kind: 'answer', change: () => ({ results }) });

describe('the Cohere reranker', () => {
  test('names its model and sends at most 1000 passages at once', async () => {
    expect(reranker.model).toBe('cohere/rerank-v3.5');
    await reranker.rerank(
      'snow',
      Array.from({ length: 2_100 }, (_, at) => `passage ${at}`),
    );
    const sizes = cohere.requests.map(({ body }) => [body['documents']].flat().length);
    expect(sizes.toSorted((one, other) => one - other)).toEqual([100, 1_000, 1_000]);
    expect(cohere.requests[0]?.body).toMatchObject({ model: 'rerank-v3.5', query: 'snow' });
  });

  test('keeps scores within 0 and 1', async () => {
    cohere.fail(
      answer([
        { index: 0, relevance_score: 1.0001 },
        { index: 1, relevance_score: -0.1 },
      ]),
    );
    expect(await rank()).toEqual([
      { index: 0, score: 1 },
      { index: 1, score: 0 },
    ]);
  });

  const faults: [string, Fault, string][] = [
    ['overload', { kind: 'status', status: 429, retryAfter: '0' }, 'UNAVAILABLE'],
    ['a server fault', { kind: 'status', status: 500 }, 'UNAVAILABLE'],
    ['a dropped connection', { kind: 'drop' }, 'UNAVAILABLE'],
    ['a cut answer', { kind: 'cut' }, 'UNAVAILABLE'],
    ['status 200 with a page', { kind: 'garbage' }, 'BAD_GATEWAY'],
    ['another shape', answer('none'), 'BAD_GATEWAY'],
    ['too few results', answer([{ index: 0, relevance_score: 1 }]), 'BAD_GATEWAY'],
    ['a passage that was not sent', answer(twoResults(1, 7)), 'BAD_GATEWAY'],
    ['a passage ranked twice', answer(twoResults(1, 1)), 'BAD_GATEWAY'],
    ['a score that is no number', answer([{ index: 0, relevance_score: '1' }, { index: 1 }]), 'BAD_GATEWAY'],
  ];
  // They mostly wait: side by side, each with a double of its own.
  test.concurrent.each(faults)(
    'gets over %s by trying again, and gives up after three attempts',
    async (_what, fault, code) => {
      const own = await startCohereDouble();
      try {
        const asked = createCohereReranker({ apiKey: COHERE_KEY, baseUrl: own.url, deadlineMs: 10_000 });
        own.fail(fault);
        expect(await asked.rerank('snow', ['bread', 'snow'])).toMatchObject([{ index: 1 }, { index: 0 }]);
        own.fail(fault, fault, fault);
        await expect(asked.rerank('snow', ['bread', 'snow'])).rejects.toMatchObject({ name: 'ServiceError', code });
        expect(own.requests).toHaveLength(5);
      } finally {
        await own.close();
      }
    },
  );

  test.each([400, 401, 404])('does not repeat what is rejected with %i', async (status) => {
    cohere.fail({ kind: 'status', status });
    await expect(rank()).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(cohere.requests).toHaveLength(1);
  });

  test('gives up at once when the service asks for a long pause', async () => {
    cohere.fail({ kind: 'status', status: 429, retryAfter: '4' });
    const began = performance.now();
    const patient = createCohereReranker({ apiKey: COHERE_KEY, baseUrl: cohere.url, deadlineMs: 60_000 });
    await expect(patient.rerank('snow', ['snow'])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - began).toBeLessThan(3_900);
  });

  test.each(['stall', 'stallBody'] as const)('keeps its deadline when the answer hangs (%s)', async (kind) => {
    cohere.fail({ kind });
    const hurried = createCohereReranker({ apiKey: COHERE_KEY, baseUrl: cohere.url, deadlineMs: 400 });
    await expect(hurried.rerank('snow', ['snow'])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('an abort ends the request itself', async () => {
    cohere.fail({ kind: 'stall' });
    const signal = AbortSignal.timeout(50);
    await expect(reranker.rerank('snow', ['snow'], { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await cohere.requests[0]?.outcome).toBe('abandoned');
  });
});

function twoResults(one: number, other: number): unknown {
  return [one, other].map((index) => ({ index, relevance_score: 0.5 }));
}
