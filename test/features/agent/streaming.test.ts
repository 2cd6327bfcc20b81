import { request } from 'node:http';
import { ApolloClient, HttpLink, InMemoryCache, gql } from '@apollo/client/core';
import { Client, fetchExchange } from '@urql/core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { gate, script, useAgent } from './agent-service.ts';
import { stockTool, useToolEndpoint } from './tool-endpoint.ts';

const endpoint = useToolEndpoint();
const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: endpoint.host }));
const site = useSite(agent.service);

beforeAll(async () => {
  await site.create('/webhook-tools', stockTool(endpoint));
  await site.create('/knowledge/documents', { title: 'Chains', content: 'A chain is oiled after the rain.' });
  await site.create('/personas', { name: 'Host', slug: 'host', systemPrompt: 'You host.', isDefault: true });
  await site.indexed();
});
beforeEach(() => {
  agent.cohere.forgive();
  script(agent.cohere, {
    talk: ({ documents }, round) =>
      round === 1
        ? { calls: [{ name: 'stock', arguments: {} }] }
        : { text: 'A chain is oiled.', citations: [{ start: 0, end: 17, documentIds: [documents[0]?.id ?? ''] }] },
  });
});

interface Sent {
  event: string;
  data: Record<string, unknown>;
}

const CHAT_STREAM = `subscription ($input: ChatInput!) { chatStream(input: $input) {
  ... on ChatTextEvent { text } ... on ChatToolCallEvent { toolCall { name input output } }
  ... on ChatAnswerEvent { answer { message sessionId toolCalls { name } citations { start end } metadata { tokensUsed } } } } }`;

const surfaces = {
  REST: { path: '/api/sdk/agent/chat', body: (input: object) => input },
  GraphQL: { path: '/graphql/stream', body: (input: object) => ({ query: CHAT_STREAM, variables: { input } }) },
};
type Surface = keyof typeof surfaces;

function post(surface: Surface, input: object, headers: Record<string, string> = {}): Promise<Response> {
  const { path, body } = surfaces[surface];
  return fetch(agent.service.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-svc-api-key': site.key,
      ...headers,
    },
    body: JSON.stringify(body(input)),
  });
}

function eventsOf(text: string): Sent[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', data = ''] = /^event: (\S+)\ndata: ?(.*)$/s.exec(block) ?? [];
      return { event, data: (data === '' ? {} : JSON.parse(data)) as Sent['data'] };
    });
}

/** Events in one shape, whichever surface they came by. */
function told(surface: Surface, sent: readonly Sent[]): Record<string, unknown>[] {
  if (surface === 'REST') return sent.map(({ event, data }) => ({ [event]: event === 'text' ? data['text'] : data }));
  return sent.flatMap(({ event, data }) => {
    if (event !== 'next') return [];
    return [(data['data'] as { chatStream: Record<string, unknown> } | undefined)?.chatStream ?? data];
  });
}

/** Reads until that was sent, and leaves. */
async function readUntil(response: Response, part: string): Promise<string> {
  let received = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += piece;
    if (received.includes(part)) return received;
  }
  throw new Error(`The stream ended without ${part}: ${received}`);
}

const textOf = (events: readonly Record<string, unknown>[]) =>
  events.map(({ text }) => (typeof text === 'string' ? text : '')).join('');

describe.each<Surface>(['REST', 'GraphQL'])('a streamed chat over %s', (surface) => {
  test('tells text and tool calls as they come, and at last the whole answer', async () => {
    const response = await post(surface, { message: 'chain?' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = told(surface, eventsOf(await response.text()));
    expect(textOf(events)).toBe('A chain is oiled.');
    expect(events.filter(({ text }) => text !== undefined).length).toBeGreaterThan(2);
    const calls = events.flatMap(({ toolCall }) => toolCall ?? []);
    expect(calls).toEqual([{ name: 'stock', input: {}, output: { ok: true } }]);
    expect(events.findIndex(({ toolCall }) => toolCall)).toBeLessThan(events.findIndex(({ text }) => text));
    expect(JSON.stringify(events.at(-1))).toContain('A chain is oiled. [1]');
  });

  test('sends the first words while the model still speaks', async () => {
    agent.cohere.failChat({ kind: 'answer', change: (events) => events }, { kind: 'stallAfter', events: 4 });
    const response = await post(surface, { message: 'chain?' });
    const received = await readUntil(response, 'chain');
    expect(received).not.toContain('oiled');
  });

  test('that is left stops the model at once, and stores nothing', async () => {
    agent.cohere.failChat({ kind: 'answer', change: (events) => events }, { kind: 'stallAfter', events: 4 });
    const sessionId = `left-${surface}`;
    const since = agent.cohere.requests.length;
    const response = await post(surface, { message: 'chain?', sessionId });
    await readUntil(response, 'chain');
    const spoken = agent.cohere.requests.slice(since).filter(({ path }) => path === '/v2/chat');
    expect(await spoken.at(-1)?.outcome).toBe('abandoned');
    const { errors } = await site.graphql(`{ chatSession(id: "${sessionId}") { id } }`);
    expect(errors?.[0]?.message).toBe('Session not found');
  });

  test('that is left before its first event stops the model too', async () => {
    const asked = gate();
    script(agent.cohere, {
      talk: async () => {
        asked.open();
        await new Promise(() => {});
        return { text: '' };
      },
    });
    const { path, body } = surfaces[surface];
    const since = agent.cohere.requests.length;
    const call = request(agent.service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-svc-api-key': site.key },
    });
    call.on('error', () => {});
    call.end(JSON.stringify(body({ message: 'chain?' })));
    await asked.opened;
    call.destroy();
    const spoken = agent.cohere.requests.slice(since).find(({ body: sent }) => sent['stream'] === true);
    expect(await spoken?.outcome).toBe('abandoned');
  });

  test('tells of a failure in the middle as its last event, and stores nothing', async () => {
    agent.cohere.failChat({ kind: 'answer', change: (events) => events }, { kind: 'cutAfter', events: 4 });
    const sessionId = `cut-${surface}`;
    const response = await post(surface, { message: 'chain?', sessionId });
    const events = told(surface, eventsOf(await response.text()));
    expect(textOf(events)).toMatch(/^A chain/);
    expect(JSON.stringify(events.at(-1))).toContain('Agent service unavailable');
    const { errors } = await site.graphql(`{ chatSession(id: "${sessionId}") { id } }`);
    expect(errors?.[0]?.message).toBe('Session not found');
  });

  test('of an intent that puts its own message in place never tells the agent’s words', async () => {
    const own = await agent.service.site();
    await own.create('/triggers', {
      type: 'intent',
      trigger: { value: 'cancel', examples: ['stop it'] },
      response: { message: 'Press the button.' },
    });
    script(agent.cohere, { talk: () => ({ text: 'I would rather you stayed.' }) });
    const response = await post(surface, { message: 'stop it' }, { 'x-svc-api-key': own.key });
    const text = await response.text();
    expect(text).toContain('Press the button.');
    expect(text).not.toMatch(/rather|stayed/);
  });

  test('of a trigger that leaves the agent out is the answer alone', async () => {
    const own = await agent.service.site();
    const options = { skipAgent: true };
    await own.create('/triggers', {
      type: 'keyword',
      trigger: { value: 'hours' },
      response: { message: 'Ten to six.' },
      options,
    });
    const response = await post(surface, { message: 'hours' }, { 'x-svc-api-key': own.key });
    const events = told(surface, eventsOf(await response.text()));
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events[0])).toContain('Ten to six.');
  });
});

describe('over REST', () => {
  test('the last event has the envelope of the answer without streaming', async () => {
    const plain = await site.post('/agent/chat', { message: 'chain?', sessionId: 'plain' });
    const events = eventsOf(await (await post('REST', { message: 'chain?', sessionId: 'streamed' })).text());
    const { event, data } = events.at(-1) ?? { event: '', data: {} };
    const even = (body: unknown) =>
      JSON.parse(
        JSON.stringify(body)
          .replace(/"proxyLatencyMs":\d+/, '"proxyLatencyMs":0')
          .replace(/"messageId":"[^"]+"/, '"messageId":"m"')
          .replace(/"(plain|streamed)"/, '"s"'),
      ) as unknown;
    expect(event).toBe('answer');
    expect(even(data)).toEqual(even(plain.body));
    expect(events.map((each) => each.event).filter((name) => name === 'answer')).toHaveLength(1);
  });

  test.each([
    ['a body without a message', {}, {}, 400, 'message is required'],
    ['an unknown persona', { message: 'x', personaId: 'nobody' }, {}, 404, 'Persona not found'],
    ['a wrong key', { message: 'x' }, { 'x-svc-api-key': 'svc_sdk_wrong' }, 401, 'Invalid API key'],
  ])('%s is rejected with its status, not with a stream', async (_title, input, headers, status, error) => {
    const response = await post('REST', input, headers);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect([response.status, await response.json()]).toMatchObject([status, { success: false, error }]);
  });

  test('a model that fails before the first word is 502', async () => {
    const fault = { kind: 'status' as const, status: 500 };
    agent.cohere.failChat(fault, fault, fault);
    const response = await post('REST', { message: 'x' });
    expect([response.status, await response.json()]).toMatchObject([502, { error: 'Agent service unavailable' }]);
  });

  test('a caller that asks for JSON gets JSON', async () => {
    const response = await post('REST', { message: 'chain?' }, { accept: 'application/json' });
    expect(await response.json()).toMatchObject({ success: true });
  });

  test('headers say that nothing on the way may keep or hold back the stream', async () => {
    const response = await post('REST', { message: 'chain?' });
    await response.text();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('x-request-id')).toBeTruthy();
    expect(response.headers.get('ratelimit')).toBeTruthy();
  });
});

describe('over GraphQL', () => {
  test.each([
    ['without a message', { message: ' ' }, {}, 'message is required', 'BAD_REQUEST'],
    ['with a wrong key', { message: 'x' }, { 'x-svc-api-key': 'svc_sdk_wrong' }, 'Invalid API key', 'UNAUTHENTICATED'],
  ])('%s the rejection is reported as GraphQL reports it', async (_title, input, headers, message, code) => {
    const text = await (await post('GraphQL', input, headers)).text();
    const body = text.startsWith('event: ') ? JSON.stringify(eventsOf(text).map(({ data }) => data)) : text;
    expect(body).toContain(`"message":"${message}"`);
    expect(body).toContain(`"code":"${code}"`);
  });
});

describe('from clients at /graphql', () => {
  const input = { message: 'chain?' };
  const url = () => `${agent.service.url}/graphql`;
  interface Streamed {
    chatStream: Record<string, unknown>;
  }

  test('Apollo Client', async () => {
    const link = new HttpLink({ uri: url(), headers: { 'x-svc-api-key': site.key } });
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const events: Record<string, unknown>[] = [];
    await new Promise<void>((resolve, reject) => {
      client.subscribe<Streamed>({ query: gql(CHAT_STREAM), variables: { input }, fetchPolicy: 'no-cache' }).subscribe({
        next: ({ data, error }) => (error ? reject(error) : events.push(data?.chatStream ?? {})),
        error: reject,
        complete: resolve,
      });
    });
    expect(textOf(events)).toBe('A chain is oiled.');
    expect(JSON.stringify(events.at(-1))).toContain('A chain is oiled. [1]');
  });

  test('urql', async () => {
    const client = new Client({
      url: url(),
      exchanges: [fetchExchange],
      fetchSubscriptions: true,
      fetchOptions: { headers: { 'x-svc-api-key': site.key } },
    });
    const events: Record<string, unknown>[] = [];
    await new Promise<void>((resolve, reject) => {
      client.subscription<Streamed>(CHAT_STREAM, { input }).subscribe(({ data, error }) => {
        if (error) return reject(error);
        events.push(data?.chatStream ?? {});
        if (data?.chatStream['answer']) resolve();
      });
    });
    expect(textOf(events)).toBe('A chain is oiled.');
    expect(JSON.stringify(events.at(-1))).toContain('A chain is oiled. [1]');
  });

  test('multipart that is left stops the model', async () => {
    agent.cohere.failChat({ kind: 'answer', change: (events) => events }, { kind: 'stallAfter', events: 4 });
    const since = agent.cohere.requests.length;
    const response = await fetch(url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'multipart/mixed;subscriptionSpec=1.0',
        'x-svc-api-key': site.key,
      },
      body: JSON.stringify({ query: CHAT_STREAM, variables: { input } }),
    });
    await readUntil(response, 'chain');
    const spoken = agent.cohere.requests.slice(since).filter(({ path }) => path === '/v2/chat');
    expect(await spoken.at(-1)?.outcome).toBe('abandoned');
  });
});
