import { afterEach, beforeAll, expect, test } from 'vitest';
import { obligingOpenAi } from '../../support/openai-chat.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../../support/openai-double.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';
import { agentModel, answer, chat } from './agent-service.ts';
import { useToolEndpoint } from './tool-endpoint.ts';

const endpoint = useToolEndpoint();
const openai = use(() => startOpenAiDouble());
const service = useOwnService(() => ({
  CHAT_MODEL: 'openai-compatible:llama3.1',
  CHAT_BASE_URL: openai.url,
  CHAT_API_KEY: OPENAI_KEY,
  CHAT_FALLBACK_MODEL: 'openai-compatible:second',
  CHAT_FALLBACK_BASE_URL: openai.url,
  CHAT_FALLBACK_API_KEY: OPENAI_KEY,
  EMBED_MODEL: 'openai-compatible:nomic-embed-text',
  EMBED_BASE_URL: openai.url,
  EMBED_API_KEY: OPENAI_KEY,
  OUTBOUND_ALLOW_HOSTS: endpoint.host,
}));
const site = useSite(service);
const QUESTION = { message: 'How is the chain of a bicycle measured?' };

beforeAll(async () => {
  await site.create('/knowledge/documents', {
    title: 'Gauge',
    content: 'The chain of a bicycle is measured with a gauge. It is then oiled.',
  });
  await site.indexed();
});
afterEach(() => {
  openai.forgive();
  openai.say(undefined);
  openai.requests.length = 0;
});

test('a model of any provider answers with citations, and its tokens are counted by its name', async () => {
  const { message, citations, metadata } = await answer(site, QUESTION);
  expect(message).toBe('The chain of a bicycle is measured with a gauge. [1]');
  expect(citations?.[0]?.sources).toMatchObject([{ number: 1, title: 'Gauge' }]);
  expect(metadata).toMatchObject({ model: 'llama3.1' });
  expect(openai.requests.map(({ path }) => path)).toContain('/v1/embeddings');
  expect(await usage()).toMatchObject([{ model: 'llama3.1', turns: 1, inputTokens: 11 }]);
});

test('a number after a sentence that the document does not support is no citation', async () => {
  openai.say({ text: 'The saddle is made of leather from Bern [1].' });
  const { message, citations } = await answer(site, QUESTION);
  expect(message).toBe('The saddle is made of leather from Bern.');
  expect(citations).toBeUndefined();
});

test('it calls webhook tools, and goes on with what they answer', async () => {
  await site.create('/webhook-tools', {
    name: 'stock',
    description: 'Stock.',
    inputSchema: { type: 'object', properties: { item: { type: 'string' } } },
    endpoint: endpoint.url('/stock'),
    method: 'POST',
    effect: 'read',
  });
  endpoint.reply({ json: { pieces: 7 } });
  openai.say(({ messages }) =>
    messages.some(({ role }) => role === 'tool')
      ? { text: `Said ${messages.at(-1)?.content ?? ''}` }
      : { calls: [{ name: 'stock', arguments: '{"item": "chain"}' }] },
  );
  const { message, toolCalls } = await answer(site, { message: 'how many chains are in stock?' });
  expect(toolCalls).toEqual([{ name: 'stock', input: { item: 'chain' }, output: { pieces: 7 } }]);
  expect(message).toContain('"pieces":7');
});

test('the second model answers when the first fails, and its tokens are counted by its own name', async () => {
  openai.say((body) => {
    if (body.model === 'llama3.1') throw new Error('not reachable');
    return obligingOpenAi(body);
  });
  const { metadata, citations } = await answer(site, QUESTION);
  expect(metadata.model).toBe('second');
  expect(citations).toHaveLength(1);
  expect((await usage()).map(({ model }) => model).toSorted()).toEqual(['llama3.1', 'second']);
});

test('agentModel has what the model can do, without tools as soon as its server has rejected them', async () => {
  const about = { name: 'llama3.1', fastName: 'llama3.1', writes: true, contextTokens: 8_192, isOwn: false };
  expect(await agentModel(site)).toEqual({ ...about, tools: true });
  // The query is embedded first.
  openai.fail({ kind: 'status', status: 400 }, { kind: 'status', status: 400, message: 'it does not support tools' });
  await answer(site, QUESTION);
  expect(await agentModel(site)).toEqual({ ...about, tools: false });
});

test('if both fail, the answer is 502 without a word of either', async () => {
  openai.say(() => {
    throw new Error('a secret of the server');
  });
  const { status, body } = await chat(site, QUESTION);
  expect(status).toBe(502);
  expect(JSON.stringify(body)).toContain('Agent service unavailable');
  expect(JSON.stringify(body)).not.toContain('secret');
});

async function usage(): Promise<{ model: string }[]> {
  const { data } = await site.graphql('{ modelUsage { model turns inputTokens outputTokens } }');
  return (data as { modelUsage: { model: string }[] }).modelUsage;
}
