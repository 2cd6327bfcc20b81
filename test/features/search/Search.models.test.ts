import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CohereDouble } from '../../support/cohere-double.ts';
import { useSite } from '../../support/use-service.ts';
import { useAgent } from '../agent/agent-service.ts';

const { service, cohere } = useAgent(() => ({
  COHERE_RERANK_MODEL: 'rerank-of-the-tests',
  COHERE_CHAT_MODEL_FAST: 'fast-of-the-tests',
}));
const site = useSite(service);

beforeAll(async () => {
  const documents = {
    Chains: 'Chain chain chain, chain and chain.',
    Cleaning: 'How to clean a chain: brush it, then oil it.',
    Velocipedes: 'Velocipedes have pedals at the front wheel.',
    Hidden: 'How to clean a chain in secret.',
  };
  for (const [title, content] of Object.entries(documents)) {
    const accessLevel = title === 'Hidden' ? 'premium' : 'public';
    await site.create('/knowledge/documents', { title, content, accessLevel });
  }
  await site.indexed();
});
beforeEach(() => {
  cohere.forgive();
  cohere.say(undefined);
});

interface Result {
  rank: number;
  score: number;
  metadata: { title: string };
}

async function search(body: object): Promise<{ titles: string[]; results: Result[]; sent: CohereDouble['requests'] }> {
  const since = cohere.requests.length;
  const { results } = await site.create<{ results: Result[] }>('/rag/search', { searchType: 'hybrid', ...body });
  const sent = cohere.requests.slice(since).filter(({ path }) => path !== '/v2/embed');
  return { titles: results.map(({ metadata }) => metadata.title), results, sent };
}

describe('useReranking', () => {
  const query = 'how to clean a chain';

  test('orders by the reranker, whose scores count', async () => {
    const { titles, results, sent } = await search({ query, useReranking: true });
    expect(titles.slice(0, 2)).toEqual(['Cleaning', 'Chains']);
    expect(results.slice(0, 2).map(({ rank, score }) => [rank, score])).toEqual([
      [1, 1],
      [2, 0.2],
    ]);
    expect(sent.map(({ path, body }) => [path, body['model']])).toEqual([['/v2/rerank', 'rerank-of-the-tests']]);
  });

  test('compares the threshold with them, and chooses from more than it answers', async () => {
    expect((await search({ query, useReranking: true, threshold: 0.5 })).titles).toEqual(['Cleaning']);
    const { titles, sent } = await search({ query, useReranking: true, maxResults: 1 });
    expect(titles).toEqual(['Cleaning']);
    expect(sent[0]?.body['documents']).toHaveLength(2);
  });

  test('never sends what the caller may not see', async () => {
    const { sent } = await search({ query, useReranking: true });
    expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain('secret');
  });

  test('that fails leaves the order of the search', async () => {
    const plain = await search({ query, maxResults: 50 });
    cohere.say(() => ({ text: '' }));
    // The query's vector comes first.
    cohere.fail(
      { kind: 'answer', change: (answer) => answer },
      ...[1, 2, 3].map(() => ({ kind: 'status' as const, status: 500 })),
    );
    const { titles, results } = await search({ query, useReranking: true });
    expect(titles).toEqual(plain.titles);
    expect(results.map(({ score }) => score)).toEqual(plain.results.map(({ score }) => score));
  });

  test('is not done unasked', async () => {
    expect((await search({ query })).sent).toEqual([]);
  });
});

describe('an expanded search', () => {
  test('also finds what says it in the model’s words', async () => {
    cohere.say({ text: ' velocipedes,\n pedals ' });
    const { titles, sent } = await search({ query: 'penny farthing', searchType: 'expanded' });
    expect(titles[0]).toBe('Velocipedes');
    expect(sent.map(({ path, body }) => [path, body['model']])).toEqual([['/v2/chat', 'fast-of-the-tests']]);
  });

  test('takes the words of the passages when the model fails or says nothing', async () => {
    cohere.say({ text: '' });
    const { titles } = await search({ query: 'clean chain', searchType: 'expanded' });
    expect(titles).toContain('Cleaning');
  });

  test('shows nothing that the caller may not see, whatever the model makes of the query', async () => {
    cohere.say({ text: 'secret chain hidden premium' });
    const { titles } = await search({ query: 'clean', searchType: 'expanded' });
    expect(titles).not.toContain('Hidden');
  });
});
