import { describe, expect, test } from 'vitest';
import { type Answer, answer, conversations, script } from './agent-service.ts';
import { type Confirm, confirmsOf, safe, useSafeSite } from './safe-site.ts';

const { endpoint, agent, site, member, calling, paths } = useSafeSite();

describe('a confirmation', () => {
  async function asked(token?: string): Promise<{ sessionId: string; token: string }> {
    calling({ name: 'send', arguments: { to: 'all' } });
    const told = await answer(site, safe(), token);
    return { sessionId: told.sessionId, token: confirmsOf(told)[0]?.token ?? '' };
  }

  const decide = (
    { sessionId, token }: { sessionId?: string; token: string },
    { approved = true, bearer }: { approved?: boolean; bearer?: string } = {},
  ) =>
    site.call<Answer>(
      'POST',
      '/agent/chat',
      { message: 'yes', ...(sessionId ? { sessionId } : {}), confirmation: { token, approved } },
      bearer ? { authorization: `Bearer ${bearer}` } : {},
    );

  test('makes the call that was shown, once, and gives its result to the model', async () => {
    const request = await asked();
    calling({ name: 'send', arguments: { to: 'somebody else' } });
    const since = agent.cohere.requests.length;
    const { body } = await decide(request);
    expect(body.data.toolCalls).toEqual([{ name: 'send', input: { to: 'all' }, output: { ok: true } }]);
    expect(endpoint.received.map(({ body: sent }) => sent)).toEqual(['{"to":"all"}']);
    const told = conversations(agent.cohere, since)[0]?.messages.slice(-3);
    expect(told?.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(told?.at(-1)?.content).toContain('{"ok":true}');
    const replay = await decide(request);
    expect([replay.status, replay.body.error]).toEqual([404, 'Confirmation not found']);
    expect(endpoint.received).toHaveLength(1);
  });

  test('is used up by the first of two messages that race', async () => {
    const request = await asked();
    script(agent.cohere, { talk: () => ({ text: 'Done.' }) });
    const answers = await Promise.all([decide(request), decide(request), decide(request)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(endpoint.received).toHaveLength(1);
  });

  test('that is declined makes no call, and the model is informed', async () => {
    const request = await asked();
    script(agent.cohere, { talk: () => ({ text: 'As you wish.' }) });
    const since = agent.cohere.requests.length;
    const { body } = await decide(request, { approved: false });
    expect([body.data.message, body.data.toolCalls, endpoint.received]).toEqual(['As you wish.', undefined, []]);
    expect(conversations(agent.cohere, since)[0]?.messages.at(-1)?.content).toContain('The visitor declined');
    expect((await decide(request)).status).toBe(404);
  });

  test('holds for its session and user alone', async () => {
    const request = await asked(member());
    const bob = await agent.service.token(site.id, { uid: 'bob', membershipTier: 'premium' });
    const other = await asked(bob);
    for (const [confirmation, bearer] of [
      [{ token: request.token }, member()],
      [{ token: request.token, sessionId: other.sessionId }, bob],
      [request, bob],
      [request, undefined],
      [{ ...request, token: 'x'.repeat(43) }, member()],
    ] as const) {
      expect((await decide(confirmation, bearer === undefined ? {} : { bearer })).status).toBe(404);
    }
    const foreign = await agent.service.site();
    const abroad = await foreign.post('/agent/chat', {
      message: 'yes',
      sessionId: request.sessionId,
      confirmation: { token: request.token, approved: true },
    });
    expect([abroad.status, endpoint.received]).toEqual([404, []]);
    expect((await decide(request, { bearer: member() })).status).toBe(200);
  });

  test('ends with its time, and when the tool is changed', async () => {
    const late = await asked();
    await agent.service.app.database.system.rows(`update chat_confirmation set expires_at = now() - interval '1 s'`);
    expect((await decide(late)).status).toBe(404);
    const request = await asked();
    const tools = (await site.get<{ _id: string; name: string }[]>('/webhook-tools')).body.data;
    await site.put(`/webhook-tools/${tools.find(({ name }) => name === 'send')?._id}`, { description: 'Sends all.' });
    const { status, body } = await decide(request);
    expect([status, body.data.toolCalls, endpoint.received]).toEqual([200, undefined, []]);
  });

  test('is asked for and given over GraphQL as well, and no stored answer holds its token', async () => {
    calling({ name: 'send', arguments: { to: 'all' } });
    const chat = `mutation ($input: ChatInput!) { chat(input: $input) { sessionId toolCalls { name } actions { type payload } } }`;
    type Chat = { chat: { sessionId: string; toolCalls: unknown; actions: { type: string; payload: Confirm }[] } };
    const first = await site.graphql<Chat>(chat, { input: safe() });
    const { sessionId, actions = [] } = first.data?.chat ?? {};
    const token = actions?.[0]?.payload.token ?? '';
    expect([actions?.[0]?.type, token.length]).toEqual(['confirm', 43]);
    const stored = await site.graphql(
      `{ chatSession(id: "${sessionId}") { turns { trace answer { actions { type payload } } } } }`,
    );
    expect(JSON.stringify(stored)).toContain('"confirm"');
    expect(JSON.stringify(stored)).not.toContain(token);
    script(agent.cohere, { talk: () => ({ text: 'Done.' }) });
    const input = { message: 'yes', sessionId, confirmation: { token, approved: true } };
    const second = await site.graphql<Chat>(chat, { input });
    expect([second.data?.chat.toolCalls, paths()]).toEqual([[{ name: 'send' }], ['/send']]);
  });

  test('is asked for in the last event of a stream', async () => {
    calling({ name: 'send', arguments: { to: 'all' } });
    const response = await fetch(`${agent.service.url}/api/sdk/agent/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-svc-api-key': site.key },
      body: JSON.stringify(safe()),
    });
    const text = await response.text();
    expect(text).toMatch(/event: answer\n.*"type":"confirm"/);
    expect([text.includes('event: toolCall'), paths()]).toEqual([false, []]);
  });
});
