import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answer, chat } from '../../features/agent/agent-service.ts';
import { useToolEndpoint } from '../../features/agent/tool-endpoint.ts';
import { Admin } from '../../features/site/admin.ts';
import { LlamaServer } from '../support/llama-server.ts';
import { needs } from '../../support/needs.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';

const KEY = 'key-of-the-server-40e7';
const QUESTION = { message: 'How is the chain of a bicycle measured?' };

/** A service whose models are llama.cpp's, with random weights: what it says is unknown, all else is not. */
describe("a service over llama.cpp's server", needs('llama-server'), () => {
  const endpoint = useToolEndpoint();
  const first = use(() => LlamaServer.start(['--ctx-size', '65536', '--parallel', '2', '--api-key', KEY]));
  const second = use(() => LlamaServer.start(['--ctx-size', '65536', '--parallel', '2']));
  /** Never ends an answer by itself, and takes prompts of 4,096 tokens. */
  const endless = use(() => LlamaServer.start(['--ctx-size', '4096', '--parallel', '1', '--ignore-eos']));
  const vectors = use(() => LlamaServer.start(['--embeddings', '--pooling', 'mean']));
  const service = useOwnService(() => ({
    CHAT_MODEL: 'openai-compatible:first',
    CHAT_BASE_URL: first.url,
    CHAT_API_KEY: KEY,
    CHAT_FALLBACK_MODEL: 'openai-compatible:second',
    CHAT_FALLBACK_BASE_URL: second.url,
    EMBED_MODEL: 'openai-compatible:vectors',
    EMBED_BASE_URL: vectors.url,
    OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
  }));
  const site = useSite(service);
  const other = useSite(service, 'Other');
  const admin = new Admin(service);

  beforeAll(async () => {
    for (const each of [site, other]) await write(each);
  });
  afterEach(() => admin.ask(`mutation { deleteSiteModel(siteId: "${other.id}") { id } }`));

  test('embeds texts, also such as are longer than its batch, and searches by them', async () => {
    const { body } = await site.get<{ documents: { status: string }[] }>('/knowledge/documents');
    expect(JSON.stringify(body.data)).not.toMatch(/failed|queued/);
    const found = await site.post<{ results: { title: string }[] }>('/rag/search', {
      query: 'The chain of a bicycle is measured with a gauge.',
      options: { searchType: 'semantic' },
    });
    expect(JSON.stringify(found.body)).toContain('Gauge');
  });

  test('answers, and its tokens are those that the server counts', async () => {
    const { message, metadata } = await answer(other, QUESTION);
    expect(message).not.toBe('');
    expect(metadata).toMatchObject({ model: 'first' });
    const [used] = await usage(other);
    expect(used).toMatchObject({ model: 'first', turns: 1 });
    expect(used?.inputTokens).toBeGreaterThan(200);
    expect(used?.outputTokens).toBeGreaterThan(1);
  });

  test('streams', async () => {
    const events = await read(await stream(site, QUESTION));
    expect(events.filter((event) => event.startsWith('event: text')).length).toBeGreaterThan(1);
    expect(events.at(-1)).toContain('"model":"first"');
  });

  test('calls a webhook tool with arguments by its schema, and goes on with what it answers', async () => {
    const own = await service.site();
    await own.create('/webhook-tools', {
      name: 'stock',
      description: 'Stock.',
      inputSchema: {
        type: 'object',
        properties: { item: { enum: ['chain', 'saddle'] }, size: { enum: ['small', 'large'] } },
        required: ['item', 'size'],
      },
      endpoint: endpoint.url('/stock'),
      method: 'POST',
      effect: 'read',
    });
    endpoint.reply({ json: { pieces: 7 } });
    const { message, toolCalls } = await answer(own, { message: 'how many chains are in stock?' });
    expect(message).not.toBe('');
    expect(toolCalls?.[0]).toEqual({
      name: 'stock',
      input: { item: expect.stringMatching(/^(chain|saddle)$/), size: expect.stringMatching(/^(small|large)$/) },
      output: { pieces: 7 },
    });
    expect(endpoint.received[0]?.body).toContain(JSON.stringify(toolCalls?.[0]?.input));
  });

  test('is answered by the second model while the first is away', async () => {
    await first.kill();
    expect((await answer(site, QUESTION)).metadata.model).toBe('second');
    await first.start();
    // Not at once if it has failed twice: with a query, and with the chat.
    const model = async () => (await answer(site, QUESTION)).metadata.model;
    await expect.poll(model, { timeout: 60_000, interval: 2_000 }).toBe('first');
  });

  test('a server that is killed within an answer ends it with an error, and no other model goes on', async () => {
    await setModel({ baseUrl: endless.url, contextTokens: 4_000 });
    const response = await stream(other, QUESTION);
    const events = await read(response, async (event) => {
      if (event.startsWith('event: text')) await endless.kill();
    });
    expect(events.at(-1)).toMatch(/^event: error[^]*Agent service unavailable/);
    expect((await chat(other, QUESTION)).status).toBe(502);
    await endless.start();
  });

  test('an answer without an end stops at the limit of the context', async () => {
    await setModel({ baseUrl: endless.url, contextTokens: 4_000 });
    expect((await answer(other, QUESTION)).message.length).toBeGreaterThan(100);
  });

  test('a prompt that is too long for the server, unlike what was said about it, is made shorter', async () => {
    await setModel({ baseUrl: endless.url, contextTokens: 100_000 });
    const history = Array.from({ length: 40 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `message ${at} ${'about the garden and the river '.repeat(10)}`,
    }));
    expect((await chat(other, { ...QUESTION, history: { messages: history } })).status).toBe(200);
    expect((await usage(other)).find(({ model }) => model === 'mine')?.inputTokens).toBeGreaterThan(1_000);
  });

  test.each([
    ['another key', () => ({ baseUrl: first.url, apiKey: 'another' }), 'key_rejected', 401],
    ['no server', () => ({ baseUrl: 'http://127.0.0.1:9' }), 'unreachable', null],
    ['another path', () => ({ baseUrl: `${second.url}/api` }), 'unknown_model', 404],
  ])('%s is 502, and checkSiteModel says why', async (_what, settings, problem, status) => {
    await setModel(settings());
    const { status: answered, body } = await chat(other, QUESTION);
    expect(answered).toBe(502);
    expect(JSON.stringify(body)).toContain('Agent service unavailable');
    const { data } = await admin.ask(
      `mutation { checkSiteModel(siteId: "${other.id}") { name works problem status } }`,
    );
    expect(data).toEqual({ checkSiteModel: [{ name: 'mine', works: false, problem, status }] });
  });

  async function setModel(settings: object): Promise<void> {
    const input = { provider: 'openai_compatible', name: 'mine', apiKey: KEY, ...settings };
    const { errors } = await admin.ask(
      'mutation ($id: ID!, $input: UpdateSiteModelInput!) { updateSiteModel(siteId: $id, input: $input) { revision } }',
      { id: other.id, input },
    );
    expect(errors).toBeUndefined();
  }
});

/** A document of one short chunk, and one whose chunks have more than 512 tokens. */
async function write(site: TestSite): Promise<void> {
  const sentence = (at: number) => `In year ${1900 + at} the workshop repaired ${at * 7} wheels, pedals & brakes. `;
  await site.create('/knowledge/documents', {
    title: 'Gauge',
    content: 'The chain of a bicycle is measured with a gauge. It is then oiled.',
  });
  await site.create('/knowledge/documents', {
    title: 'Workshop',
    content: Array.from({ length: 120 }, (_, at) => sentence(at)).join(''),
  });
  await site.indexed();
}

function stream(site: TestSite, body: object): Promise<Response> {
  return fetch(`${site.service.url}/api/sdk/agent/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-svc-api-key': site.key },
    body: JSON.stringify(body),
  });
}

/** @param onEvent is awaited before more is read */
async function read(response: Response, onEvent: (event: string) => Promise<void> = async () => {}): Promise<string[]> {
  const events: string[] = [];
  let rest = '';
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const parts = `${rest}${part}`.split('\n\n');
    rest = parts.pop() ?? '';
    for (const event of parts) {
      events.push(event);
      await onEvent(event);
    }
  }
  return events;
}

async function usage(site: TestSite): Promise<{ model: string; inputTokens: number; outputTokens: number }[]> {
  const { data } = await site.graphql('{ modelUsage { model turns inputTokens outputTokens } }');
  return (data as { modelUsage: Awaited<ReturnType<typeof usage>> }).modelUsage;
}
