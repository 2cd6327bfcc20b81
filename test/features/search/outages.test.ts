import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../support/cohere-double.ts';
import { useSite } from '../../support/use-service.ts';
import { type Answer, useAgent } from '../agent/agent-service.ts';

const { service, cohere } = useAgent(() => ({ COHERE_RERANK_MODEL: 'rerank-of-the-tests' }));
const site = useSite(service);

interface Answered {
  results: { content: string; score: number; metadata: { title: string } }[];
  searchType: string;
  unavailable?: string[];
}

const MAX_MS = 2_500;
const query = 'how to clean a chain';

beforeAll(async () => {
  for (const [title, content] of Object.entries({
    Cleaning: 'How to clean a chain: brush it, then oil it.',
    Chains: 'Chain chain chain, chain and chain.',
    Pedals: 'Pedals are tightened to 35 newton metres.',
  }))
    await site.create('/knowledge/documents', { title, content });
  await site.create('/knowledge/documents', { title: 'Hidden', content: `Secret: ${query}.`, accessLevel: 'premium' });
  await site.indexed();
});
beforeEach(() => {
  cohere.forgive();
  cohere.say(undefined);
});

async function search(body: object = {}): Promise<Answered & { milliseconds: number }> {
  const started = performance.now();
  const data = await site.create<Answered>('/rag/search', { query, ...body });
  return { ...data, milliseconds: performance.now() - started };
}

const titles = ({ results }: Answered) => results.map(({ metadata }) => metadata.title);
const often = (fault: Fault): Fault[] => Array.from({ length: 8 }, () => fault);
const changed = (change: (numbers: number[]) => number[]): Fault => ({
  kind: 'answer',
  change: (answer) => {
    const { embeddings } = answer as { embeddings: { float: number[][] } };
    return { ...(answer as object), embeddings: { float: embeddings.float.map(change) } };
  },
});

/** What the language model was last given. */
const prompt = () =>
  JSON.stringify(cohere.requests.findLast(({ path, body }) => path === '/v2/chat' && body['stream'] === true)?.body);

const FAULTS: [string, Fault][] = [
  ['drops the connection', { kind: 'drop' }],
  ['hangs', { kind: 'stall' }],
  ['hangs within its answer', { kind: 'stallBody' }],
  ['is slow', { kind: 'late', afterMs: 4_000 }],
  ['fails', { kind: 'status', status: 500 }],
  ['is overloaded', { kind: 'status', status: 429, retryAfter: '30' }],
  ['rejects the key', { kind: 'status', status: 401 }],
  ['answers something else', { kind: 'garbage' }],
  ['answers a vector of another length', changed((numbers) => numbers.slice(1))],
  ['answers an empty vector', changed((numbers) => numbers.map(() => 0))],
];

describe('while the embedder', () => {
  test.each(FAULTS)('%s, a search matches words and says so', async (_what, fault) => {
    cohere.fail(...often(fault));
    const answer = await search();
    expect(answer.milliseconds).toBeLessThan(MAX_MS);
    expect(titles(answer)).toEqual(['Cleaning', 'Chains']);
    expect(answer).toMatchObject({ searchType: 'hybrid', unavailable: ['embedder'] });
  });

  test.each(['standard', 'expanded'])('hangs, a search of type %s answers too', async (searchType) => {
    cohere.fail(...often({ kind: 'stall' }));
    const answer = await search({ searchType });
    expect(answer.milliseconds).toBeLessThan(MAX_MS);
    expect(titles(answer)[0]).toBe('Cleaning');
    expect(titles(answer)).not.toContain('Hidden');
    expect(answer.unavailable).toContain('embedder');
  });

  test('is late but in time, the search uses its vector', async () => {
    cohere.fail({ kind: 'late', afterMs: 1_000 });
    const answer = await search();
    expect(answer).not.toHaveProperty('unavailable');
    expect(answer.milliseconds).toBeGreaterThan(1_000);
  });

  test('fails, GraphQL says so', async () => {
    cohere.fail({ kind: 'status', status: 401 });
    const ask = 'query ($input: SearchInput!) { search(input: $input) { unavailable totalResults } }';
    const failing = await site.graphql(ask, { input: { query } });
    expect(failing.data).toEqual({ search: { unavailable: ['embedder'], totalResults: 2 } });
    const working = await site.graphql(ask, { input: { query } });
    expect(working.data).toMatchObject({ search: { unavailable: null } });
  });

  test.each(FAULTS)('%s, a chat answers from words and says so', async (_what, fault) => {
    cohere.failEmbedding(...often(fault));
    const started = performance.now();
    const { metadata, message } = await site.create<Answer>('/agent/chat', { message: query });
    expect(performance.now() - started).toBeLessThan(MAX_MS);
    expect(message).not.toBe('');
    expect(metadata).toMatchObject({ unavailable: ['embedder'] });
    expect(prompt()).toContain('How to clean a chain: brush it, then oil it.');
    expect(prompt()).not.toContain('Secret');
  });

  test('is back, a chat uses vectors again', async () => {
    const { metadata } = await site.create<Answer>('/agent/chat', { message: query });
    expect(metadata).not.toHaveProperty('unavailable');
  });
});

describe('while the reranker', () => {
  const working: Fault = { kind: 'answer', change: (answer) => answer };

  test.each<[string, Fault]>([
    ['hangs', { kind: 'stall' }],
    ['is slow', { kind: 'late', afterMs: 3_000 }],
    ['fails', { kind: 'status', status: 401 }],
  ])('%s, the order and scores of the search stay', async (_what, fault) => {
    const plain = await search({ maxResults: 50 });
    // The first call is for the vector.
    cohere.fail(working, ...often(fault));
    const answer = await search({ useReranking: true });
    expect(answer.milliseconds).toBeLessThan(2_000);
    expect(answer.unavailable).toEqual(['reranker']);
    expect(answer.results.map(({ metadata, score }) => [metadata.title, score])).toEqual(
      plain.results.map(({ metadata, score }) => [metadata.title, score]),
    );
  });
});

test('without any model service left, searches still answer', async () => {
  await cohere.close();
  const answer = await search({ searchType: 'expanded', useReranking: true });
  expect(answer.milliseconds).toBeLessThan(MAX_MS);
  expect(titles(answer)[0]).toBe('Cleaning');
  expect(answer.unavailable?.toSorted()).toEqual(['embedder', 'languageModel', 'reranker']);
});
