import { inspect } from 'node:util';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createCohereEmbedder } from '../../src/adapters/embedder/cohere.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { COHERE_KEY, startCohereDouble, type Fault } from '../support/cohere-double.ts';
import { use } from '../support/use.ts';
import { describeEmbedder } from './embedder.contract.ts';

const cohere = use(() => startCohereDouble());
let embedder: Embedder;

beforeAll(async () => {
  embedder = createCohereEmbedder({ apiKey: COHERE_KEY, baseUrl: cohere.url, dimensions: 256 });
});
afterEach(() => {
  cohere.requests.length = 0;
});

describeEmbedder('the Cohere embedder', () => embedder);

describe('the Cohere embedder', () => {
  test('sends batches of at most 96 texts, and none that is blank', async () => {
    await embedder.embedPassages(['', ...Array.from({ length: 200 }, (_, at) => `text ${at}`), ' ']);
    expect(cohere.requests.map(({ body }) => [body['texts']].flat().length)).toEqual([96, 96, 8]);
  });

  test('tells passages from queries, and names model and dimensions', async () => {
    await embedder.embedPassages(['a']);
    await embedder.embedQuery('b');
    expect(cohere.requests.map(({ body }) => body)).toMatchObject([
      { input_type: 'search_document', model: 'embed-v4.0', output_dimension: 256 },
      { input_type: 'search_query', model: 'embed-v4.0', output_dimension: 256 },
    ]);
  });

  const passing: [string, Fault][] = [
    ['overload', { kind: 'status', status: 429 }],
    ['a server fault', { kind: 'status', status: 500 }],
    ['a gateway fault', { kind: 'status', status: 502 }],
    ['a dropped connection', { kind: 'drop' }],
    ['a cut answer', { kind: 'cut' }],
    ['an answer that is not JSON', { kind: 'garbage' }],
    ['too few vectors', { kind: 'answer', change: () => ({ embeddings: { float: [] } }) }],
  ];
  test.each(passing)('gets over %s by trying again', async (_what, fault) => {
    cohere.fail(fault);
    expect(Math.hypot(...(await embedder.embedQuery('mountain')))).toBeCloseTo(1, 5);
    expect(cohere.requests).toHaveLength(2);
  });

  const lasting: [string, Fault, string][] = [
    ['overload', { kind: 'status', status: 429, retryAfter: '0' }, 'UNAVAILABLE'],
    ['server faults', { kind: 'status', status: 503, retryAfter: '0' }, 'UNAVAILABLE'],
    ['an answer of the wrong shape', { kind: 'answer', change: () => ({ embeddings: [] }) }, 'BAD_GATEWAY'],
    ['too many vectors', { kind: 'answer', change: (answer) => twice(answer) }, 'BAD_GATEWAY'],
    ['an answer that is not JSON', { kind: 'garbage' }, 'BAD_GATEWAY'],
  ];
  test.each(lasting)('gives up on %s after four attempts', async (_what, fault, code) => {
    cohere.fail(fault, fault, fault, fault);
    await expect(embedder.embedQuery('mountain')).rejects.toMatchObject({ name: 'ServiceError', code });
    expect(cohere.requests).toHaveLength(4);
  });

  test.each([400, 401, 403, 404, 422])('does not repeat what is rejected with %i', async (status) => {
    cohere.fail({ kind: 'status', status });
    await expect(embedder.embedQuery('mountain')).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(cohere.requests).toHaveLength(1);
  });

  test('waits as long as the service asks', async () => {
    cohere.fail({ kind: 'status', status: 429, retryAfter: '1' });
    const began = performance.now();
    await embedder.embedQuery('mountain');
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  test('gives up at once when the service asks for more time than there is', async () => {
    cohere.fail({ kind: 'status', status: 429, retryAfter: '60' });
    const began = performance.now();
    await expect(hurried(20_000).embedQuery('mountain')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test.each(['stall', 'stallBody'] as const)('keeps its deadline when the answer hangs (%s)', async (kind) => {
    cohere.fail({ kind });
    await expect(hurried().embedQuery('mountain')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('hears an abort in the middle of a call and between two attempts', async () => {
    for (const fault of [{ kind: 'stall' }, { kind: 'status', status: 429, retryAfter: '15' }] satisfies Fault[]) {
      cohere.fail(fault);
      const signal = AbortSignal.timeout(100);
      await expect(embedder.embedQuery('mountain', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    }
  });

  test('is unavailable when nothing listens', async () => {
    const nowhere = createCohereEmbedder({ apiKey: COHERE_KEY, baseUrl: 'http://127.0.0.1:9', deadlineMs: 400 });
    await expect(nowhere.embedQuery('mountain')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('errors never hold the key', async () => {
    cohere.fail({ kind: 'status', status: 401 });
    const error = await embedder.embedQuery('mountain').catch((reason: unknown) => reason);
    expect(error).toHaveProperty('cause.problem', 'key-rejected');
    // With what caused it, however deep: `inspect` shows what is not enumerable too.
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain(COHERE_KEY);
  });
});

function hurried(deadlineMs = 400): Embedder {
  return createCohereEmbedder({ apiKey: COHERE_KEY, baseUrl: cohere.url, dimensions: 256, deadlineMs });
}

function twice(answer: unknown): unknown {
  const { embeddings } = z.object({ embeddings: z.object({ float: z.array(z.unknown()) }) }).parse(answer);
  return { embeddings: { float: [...embeddings.float, ...embeddings.float] } };
}
