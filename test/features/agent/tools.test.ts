import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import type { ChatTurn } from '../../support/cohere-chat.ts';
import { answer, conversations, gate, script, useAgent } from './agent-service.ts';
import { useToolEndpoint } from './tool-endpoint.ts';

const endpoint = useToolEndpoint();
const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: endpoint.host }));
const site = useSite(agent.service);
let secret: string;

const inputSchema = {
  type: 'object',
  properties: { order: { type: 'string', pattern: '^[A-Z]{2}\\d+$' }, express: { type: 'boolean' } },
  required: ['order'],
};

beforeAll(async () => {
  const tool = { description: 'Tells where an order is.', inputSchema, headers: { 'X-Tenant': 'acme' } };
  const posted = await site.create<{ signingSecret: string }>('/webhook-tools', {
    ...tool,
    name: 'order_status',
    endpoint: endpoint.url('/orders?v=2'),
    method: 'POST',
    resultPath: 'data.0',
    effect: 'read',
  });
  secret = posted.signingSecret;
  await site.create('/webhook-tools', { ...tool, name: 'stock', endpoint: endpoint.url('/stock'), method: 'GET' });
  await site
    .create('/webhook-tools', { ...tool, name: 'inside', endpoint: 'http://127.0.0.1:1/x', method: 'GET' })
    .catch(() => undefined);
  const { _id } = await site.create('/webhook-tools', {
    ...tool,
    name: 'retired',
    endpoint: endpoint.url('/retired'),
    method: 'GET',
  });
  await site.put(`/webhook-tools/${_id}`, { enabled: false });
});
beforeEach(() => {
  endpoint.received.length = 0;
  endpoint.reply({ json: { data: [{ state: 'on its way' }] } });
});

/** Asks for these calls first, then says so. */
function calling(...calls: ChatTurn['calls'] & object): void {
  script(agent.cohere, { talk: (_body, round) => (round === 1 ? { plan: 'I look.', calls } : { text: 'Done.' }) });
}

const order = (input: unknown = { order: 'AB12' }) => ({ name: 'order_status', arguments: input });

describe('a webhook tool', () => {
  test('is offered to the model when enabled, with its schema', async () => {
    const since = agent.cohere.requests.length;
    script(agent.cohere, { talk: () => ({ text: 'Hello.' }) });
    const { toolCalls } = await answer(site, { message: 'hello' });
    const names = conversations(agent.cohere, since)[0]?.tools.map((tool) => tool.function.name);
    expect(names).toEqual(['order_status', 'stock', 'suggest_action']);
    expect(toolCalls).toBeUndefined();
  });

  test('is posted its input, signed, with the site’s headers; the part at resultPath goes back to the model', async () => {
    calling(order());
    const since = agent.cohere.requests.length;
    const { message, toolCalls, metadata } = await answer(site, { message: 'where is AB12?' });
    expect(toolCalls).toEqual([{ name: 'order_status', input: { order: 'AB12' }, output: { state: 'on its way' } }]);
    expect([message, metadata.tokensUsed]).toEqual(['Done.', 11 + 1 + 11 + 1]);
    const [call] = endpoint.received;
    expect(call).toMatchObject({ method: 'POST', path: '/orders', query: { v: '2' }, body: '{"order":"AB12"}' });
    expect(call?.headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': 'acme' });
    const signed = `${String(call?.headers['webhook-id'])}.${String(call?.headers['webhook-timestamp'])}.${call?.body}`;
    const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update(signed)
      .digest('base64');
    expect(call?.headers['webhook-signature']).toBe(`v1,${mac}`);
    const [, second] = conversations(agent.cohere, since);
    const [asked, told] = second?.messages.slice(-2) ?? [];
    expect(asked).toMatchObject({ role: 'assistant', tool_plan: 'I look.', tool_calls: [{ id: 'order_status_0' }] });
    expect(told).toMatchObject({ role: 'tool', tool_call_id: 'order_status_0' });
    expect(told?.content).toMatch(/^(data-\S+)\n\{"state":"on its way"\}\n\1$/);
  });

  test('of method GET has its input in the query', async () => {
    endpoint.reply({ json: [1, 2] });
    calling({ name: 'stock', arguments: { order: 'AB12', express: true } });
    const { toolCalls } = await answer(site, { message: 'stock?' });
    expect(endpoint.received[0]).toMatchObject({ method: 'GET', query: { order: 'AB12', express: 'true' }, body: '' });
    expect(toolCalls?.[0]?.output).toEqual([1, 2]);
  });

  test('is called beside the others of its round, and answers are listed in the order asked for', async () => {
    const both = gate();
    endpoint.reply(async ({ path, query }) => {
      if (endpoint.received.length === 2) both.open();
      await both.opened;
      return { json: path === '/stock' ? { stock: query['order'] } : { data: ['order'] } };
    });
    calling({ name: 'stock', arguments: { order: 'AA1' } }, order({ order: 'BB2' }));
    const { toolCalls } = await answer(site, { message: 'both' });
    expect(toolCalls?.map(({ output }) => output)).toEqual([{ stock: 'AA1' }, 'order']);
  });

  test.each([
    ['answers 500', { status: 500, raw: '{"error":"database at 10.0.0.7"}' }, 'The endpoint returned status 500'],
    [
      'answers 404 with a reason',
      { status: 404, json: { error: 'no such order' } },
      'The endpoint returned status 404: no such order',
    ],
    ['answers no JSON', { raw: '<html>' }, 'The endpoint did not return JSON'],
    ['has nothing at resultPath', { json: { data: [] } }, "The endpoint's JSON has nothing at data.0"],
    ['answers more than a megabyte', { raw: `"${'x'.repeat(1_000_001)}"` }, expect.stringMatching(/./)],
  ])('that %s is an error for the model, and the visitor gets an answer', async (_title, reply, error) => {
    endpoint.reply(reply);
    calling(order());
    const since = agent.cohere.requests.length;
    const { message, toolCalls } = await answer(site, { message: 'where?' });
    expect([message, toolCalls?.[0]?.output]).toEqual(['Done.', { error }]);
    expect(conversations(agent.cohere, since)[1]?.messages.at(-1)?.content).toContain('"error"');
  });

  test.each([
    ['that does not match the schema', { order: 'nonsense' }, /input\.order must match pattern/],
    ['without what is required', {}, /must have required property 'order'/],
    ['that is a list', [1], /input must be an object/],
    ['that is no JSON', 'no json {', /input must be an object/],
  ])('is not called with input %s', async (_title, input, error) => {
    calling(order(input));
    const { toolCalls } = await answer(site, { message: 'where?' });
    expect(toolCalls?.[0]?.output).toEqual({ error: expect.stringMatching(error) });
    expect(endpoint.received).toEqual([]);
  });

  test.each(['no_such_tool', 'retired', 'constructor', 'inside'])(
    'named %s does not exist for the model',
    async (name) => {
      calling({ name, arguments: { order: 'AB12' } });
      const since = agent.cohere.requests.length;
      const { message, toolCalls } = await answer(site, { message: 'x' });
      expect([message, toolCalls, endpoint.received]).toEqual(['Done.', undefined, []]);
      expect(conversations(agent.cohere, since)[1]?.messages.at(-1)?.content).toContain('There is no such tool');
    },
  );

  test('with a long answer is shown to the model up to a bound, which is said', async () => {
    endpoint.reply({ json: { data: ['y'.repeat(50_000)] } });
    calling(order());
    const since = agent.cohere.requests.length;
    const { toolCalls } = await answer(site, { message: 'where?' });
    expect(toolCalls?.[0]?.output).toHaveLength(50_000);
    const shown = conversations(agent.cohere, since)[1]?.messages.at(-1)?.content ?? '';
    expect(shown.length).toBeLessThan(20_200);
    expect(shown).toContain('(the first 20000 of 50002 characters)');
  });
});

test('tools run at most eight rounds; then the model has none left and must answer', async () => {
  let asked = 0;
  script(agent.cohere, {
    talk: ({ tools }) => {
      asked++;
      return tools.length > 0 ? { calls: [order({ order: `AB${asked}` })] } : { text: 'Enough.' };
    },
  });
  const { message, toolCalls } = await answer(site, { message: 'loop' });
  expect([message, toolCalls?.length, endpoint.received.length, asked]).toEqual(['Enough.', 8, 8, 9]);
});

test('a round has at most eight calls', async () => {
  calling(...Array.from({ length: 20 }, (_, at) => ({ ...order({ order: `AB${at}` }), id: `c${at}` })));
  const { toolCalls } = await answer(site, { message: 'many' });
  expect([toolCalls?.length, endpoint.received.length]).toEqual([8, 8]);
});

test('digits that a double has no room for are kept in arguments and outputs', async () => {
  endpoint.reply({ raw: '{"data":[{"id":1234567890123456789}]}' });
  calling(order('{"order":"AB1","express":9007199254740993}'), { name: 'stock', arguments: { order: 'AB1' } });
  const { sessionId, toolCalls } = await answer(site, { message: 'big' });
  expect(toolCalls?.map(({ input, output }) => [input, output])).toEqual([
    [{ order: 'AB1', express: '9007199254740993' }, { error: expect.stringContaining('express') as string }],
    [{ order: 'AB1' }, { data: [{ id: '1234567890123456789' }] }],
  ]);
  const { data } = await site.graphql(
    `{ chatSession(id: "${sessionId}") { turns { answer { toolCalls { output } } } } }`,
  );
  expect(JSON.stringify(data)).toContain('"1234567890123456789"');
});

test('what PostgreSQL cannot store is taken out of what a model and a tool say', async () => {
  endpoint.reply({ raw: '{"data":["a\\u0000b\\ud800"]}' });
  calling(order('{"order":"AB\\u00001"}'));
  const { sessionId, toolCalls } = await answer(site, { message: 'odd' });
  expect(toolCalls).toEqual([{ name: 'order_status', input: { order: 'AB1' }, output: 'ab\ufffd' }]);
  const { data } = await site.graphql(
    `{ chatSession(id: "${sessionId}") { turns { answer { toolCalls { output } } } } }`,
  );
  expect(data).toMatchObject({ chatSession: { turns: [{ answer: { toolCalls: [{ output: 'ab\ufffd' }] } }] } });
});
