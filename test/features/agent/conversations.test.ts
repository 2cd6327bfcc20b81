import { beforeAll, describe, expect, test } from 'vitest';
import type { TestSite } from '../../support/site.ts';
import { answer, script, useAgent } from './agent-service.ts';
import { stockTool, useToolEndpoint } from './tool-endpoint.ts';

const endpoint = useToolEndpoint();
const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: endpoint.host }));

const LIST = `query ($siteId: ID!, $filter: ChatSessionFilter, $page: PageInput) {
  chatSessions(siteId: $siteId, filter: $filter, page: $page) {
    total hasMore endCursor
    items { sessionId userId firstMessage turns unanswered failedTools ratedUp ratedDown }
  }
}`;
const TRANSCRIPT = `query ($siteId: ID!, $sessionId: ID!) {
  chatTranscript(siteId: $siteId, sessionId: $sessionId) {
    session { sessionId turns }
    turns { id message answer { message messageId } personaId isUnanswered hasFailedTool feedback { rating comment } trace }
  }
}`;
const ADMIN = { 'x-svc-admin-key': 'admin-key-of-the-tests' };
let asked: TestSite;
let persona: string;
let token: string;

interface Listed {
  chatSessions: { total: number; hasMore: boolean; endCursor: string; items: { sessionId: string }[] };
}
async function list(filter: object = {}, page: object = {}): Promise<Listed['chatSessions']> {
  return (await agent.service.admin<Listed>(LIST, { siteId: asked.id, filter, page })).chatSessions;
}
const found = async (filter: object) => (await list(filter)).items.map(({ sessionId }) => sessionId);

beforeAll(async () => {
  asked = await agent.service.site();
  token = await agent.service.token(asked.id, { uid: 'ada', membershipTier: 'premium' });
  persona = (await asked.create('/personas', { name: 'Host', systemPrompt: 'You host.' }))._id;
  await asked.create('/webhook-tools', stockTool(endpoint));
  await asked.create('/triggers', {
    type: 'keyword',
    trigger: { value: 'hours' },
    response: { message: 'Ten to six.' },
    options: { skipAgent: true },
  });
  await asked.create('/knowledge/documents', {
    title: 'Chain',
    content: 'Oil the chain.',
    accessLevel: 'premium',
  });
  await asked.indexed();
  script(agent.cohere, {
    talk: ({ messages, documents }, round) => {
      const message = messages.findLast(({ role }) => role === 'user')?.content ?? '';
      if (message.includes('stock') && round === 1) return { calls: [{ name: 'stock', arguments: {} }] };
      const text = message.includes('chain') ? 'Oil the chain.' : 'I do not know.';
      const id = message.includes('chain') ? documents[0]?.id : undefined;
      return { text, citations: id ? [{ start: 0, end: text.length, documentIds: [id] }] : [] };
    },
  });
  await answer(asked, { message: 'hours?', sessionId: 'trigger' });
  const cited = await answer(asked, { message: 'How is a chain oiled?', sessionId: 'cited' }, token);
  const rating = { sessionId: 'cited', messageId: cited.messageId, rating: 'down', comment: 'Too short.' };
  await asked.call('POST', '/agent/feedback', rating, { authorization: `Bearer ${token}` });
  endpoint.reply({ status: 500, json: {} });
  await answer(asked, { message: 'Is it in stock?', sessionId: 'failed', personaId: persona });
  endpoint.reply({ json: { ok: true } });
  await answer(asked, { message: 'In stock again?', sessionId: 'tool' });
  await answer(asked, { message: 'Wie groß ist ein Rahmen, 100%?', sessionId: 'unanswered' });
  await answer(asked, { message: 'hours?', sessionId: 'unanswered' });
});

describe('conversations for admins', () => {
  test('are listed with the latest turn first, and counted', async () => {
    const counted = { userId: null, turns: 1, unanswered: 0, failedTools: 0, ratedUp: 0, ratedDown: 0 };
    expect((await list()).items).toEqual([
      {
        ...counted,
        sessionId: 'unanswered',
        firstMessage: 'Wie groß ist ein Rahmen, 100%?',
        turns: 2,
        unanswered: 1,
      },
      { ...counted, sessionId: 'tool', firstMessage: 'In stock again?' },
      { ...counted, sessionId: 'failed', firstMessage: 'Is it in stock?', unanswered: 1, failedTools: 1 },
      { ...counted, sessionId: 'cited', firstMessage: 'How is a chain oiled?', userId: 'ada', ratedDown: 1 },
      { ...counted, sessionId: 'trigger', firstMessage: 'hours?' },
    ]);
  });

  test('are filtered', async () => {
    expect(await found({ unanswered: true })).toEqual(['unanswered', 'failed']);
    expect(await found({ unanswered: false })).toEqual(['tool', 'cited', 'trigger']);
    expect(await found({ toolFailed: true })).toEqual(['failed']);
    expect(await found({ toolFailed: false, unanswered: true })).toEqual(['unanswered']);
    expect(await found({ rating: 'down' })).toEqual(['cited']);
    expect(await found({ rating: 'up' })).toEqual([]);
    expect(await found({ personaId: persona })).toEqual(['failed']);
    expect(await found({ personaId: 'nonsense' })).toEqual([]);
    expect(await found({ text: 'GROSS ist' })).toEqual(['unanswered']);
    expect(await found({ text: 'hours?', unanswered: false })).toEqual(['trigger']);
    expect(await found({ text: '100%?' })).toEqual(['unanswered']);
    expect(await found({ text: '%%%' })).toEqual([]);
    const soon = new Date(Date.now() + 60_000).toISOString();
    expect(await found({ from: soon })).toEqual([]);
    expect(await found({ to: soon })).toHaveLength(5);
  });

  test('follow each other by cursor', async () => {
    const first = await list({}, { limit: 3 });
    const second = await list({}, { limit: 3, after: first.endCursor });
    expect([first.total, first.hasMore, second.hasMore]).toEqual([5, true, false]);
    expect([...first.items, ...second.items]).toEqual((await list()).items);
  });

  test('are read with answers, ratings and traces, whatever the level of their sources', async () => {
    const { chatTranscript } = await agent.service.admin<{ chatTranscript: { turns: { id: string }[] } }>(TRANSCRIPT, {
      siteId: asked.id,
      sessionId: 'cited',
    });
    const [turn] = chatTranscript.turns;
    expect(chatTranscript).toEqual({
      session: { sessionId: 'cited', turns: 1 },
      turns: [
        {
          id: turn?.id,
          message: 'How is a chain oiled?',
          answer: { message: 'Oil the chain. [1]', messageId: turn?.id },
          personaId: null,
          isUnanswered: false,
          hasFailedTool: false,
          feedback: { rating: 'down', comment: 'Too short.' },
          trace: expect.objectContaining({ rounds: 1 }),
        },
      ],
    });
  });

  test('are for the admin key alone, and of one site', async () => {
    for (const [query, more] of [
      [LIST, {}],
      [TRANSCRIPT, { sessionId: 'cited' }],
    ] as const) {
      const byKey = await asked.graphql(query, { siteId: asked.id, ...more });
      expect(byKey.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
      const unknown = await agent.service.graphql(query, { siteId: 'nonsense', ...more }, ADMIN);
      expect(unknown.errors?.[0]).toMatchObject({ message: 'Site not found' });
    }
    const other = await agent.service.site();
    const elsewhere = await agent.service.graphql(TRANSCRIPT, { siteId: other.id, sessionId: 'cited' }, ADMIN);
    expect(elsewhere.errors?.[0]).toMatchObject({ message: 'Session not found' });
    const short = await agent.service.graphql(LIST, { siteId: asked.id, filter: { text: ' ab ' } }, ADMIN);
    expect(short.errors?.[0]).toMatchObject({ message: 'filter.text must have at least 3 characters' });
    const { chatSessions } = await agent.service.admin<Listed>(LIST, { siteId: other.id });
    expect(chatSessions.total).toBe(0);
  });
});
