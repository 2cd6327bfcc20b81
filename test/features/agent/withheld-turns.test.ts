import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { ANONYMOUS, type Entitlement, accessFilter } from '../../../src/access/entitlement.ts';
import { statementsOf } from '../../support/statements.ts';
import { answer, conversations, script, useAgent } from './agent-service.ts';
import { useToolEndpoint } from './tool-endpoint.ts';

const SECRET = 'XYZZY-SECRET';
const WITHHELD = 'This answer is no longer available.';

const endpoint = useToolEndpoint();
const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: endpoint.host }));
const site = useSite(agent.service);
let member: string;
/** The same user, whose membership has ended. */
let lapsed: string;

beforeAll(async () => {
  member = await agent.service.token(site.id, { uid: 'ada', membershipTier: 'premium' });
  lapsed = await agent.service.token(site.id, { uid: 'ada', membershipTier: 'free' });
  await site.create('/webhook-tools', {
    name: 'echo',
    description: 'Echo.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    endpoint: endpoint.url('/echo'),
    method: 'GET',
  });
  await item('riddle', { accessLevel: 'premium', title: `Riddle ${SECRET}` });
});
function tellAll(): void {
  // A model that tells all that it was given, in documents and in what was said before.
  script(agent.cohere, {
    talk: ({ documents, messages }, round) => {
      const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content ?? '');
      const told = [...documents.map(({ data }) => data['text'] ?? ''), ...said].join(' ');
      if (round === 1 && told.includes(SECRET)) return { calls: [{ name: 'echo', arguments: { text: 'riddle' } }] };
      const text = `Told: ${told}`;
      const citations = documents.map(({ id, data }) => {
        const start = text.indexOf(data['text'] ?? '');
        return { start, end: start + (data['text']?.length ?? 0), documentIds: [id] };
      });
      return { text, citations };
    },
    write: ({ messages }) => ({ text: `Rewritten: ${messages.at(-1)?.content}` }),
  });
  endpoint.reply({ json: { answer: `${SECRET} from the tool` } });
}
beforeEach(tellAll);

async function item(name: string, more: object = {}): Promise<string> {
  const content = `Riddle ${name}: ${SECRET} is what it says.`;
  const created = await site.create('/content', {
    externalId: name,
    type: 'article',
    title: `Riddle ${name}`,
    status: 'published',
    content,
    ...more,
  });
  await site.indexed();
  return created._id;
}

interface Turn {
  message: string;
  isWithheld: boolean;
  answer: { message: string; toolCalls: unknown; citations: unknown; actions: unknown };
  trace: Record<string, unknown>;
}

const SESSION = `query ($id: ID!) { chatSession(id: $id) { summary turns { message isWithheld trace
  answer { message toolCalls { name input output } citations { sources { title } } actions { payload } } } } }`;

async function turnsOf(id: string, token?: string): Promise<Turn[]> {
  const headers = { 'x-svc-api-key': site.key, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const { data } = await agent.service.graphql<{ chatSession: { turns: Turn[] } | null }>(SESSION, { id }, headers);
  return data?.chatSession?.turns ?? [];
}

const withheld = async (id: string, token?: string) => (await turnsOf(id, token)).map(({ isWithheld }) => isWithheld);

describe('a turn that was made from premium content', () => {
  beforeAll(async () => {
    tellAll();
    await answer(site, { message: 'riddle?', sessionId: 'premium' }, member);
  });

  test('is read by the member as it was answered', async () => {
    const [turn] = await turnsOf('premium', member);
    expect(turn).toMatchObject({ isWithheld: false, answer: { message: expect.stringContaining(SECRET) } });
    expect(turn?.answer.citations).toHaveLength(1);
  });

  test('is withheld once the membership has ended: message, citations, tool calls, trace', async () => {
    const turns = await turnsOf('premium', lapsed);
    expect(turns).toMatchObject([
      {
        message: 'riddle?',
        isWithheld: true,
        answer: {
          message: WITHHELD,
          toolCalls: [{ name: 'echo', input: null, output: null }],
          citations: null,
          actions: null,
        },
      },
    ]);
    expect(JSON.stringify(turns)).not.toContain(SECRET);
    expect(turns[0]?.trace).not.toHaveProperty('prompt');
    expect(turns[0]?.trace).toHaveProperty('tokens');
  });

  test('is given to no model again; what follows is the user’s to read, and the former turns come back with the membership', async () => {
    const since = agent.cohere.requests.length;
    await answer(site, { message: 'what was it?', sessionId: 'premium' }, lapsed);
    expect(JSON.stringify(agent.cohere.requests.slice(since).map(({ body }) => body))).not.toContain(SECRET);
    expect(conversations(agent.cohere, since)[0]?.messages.map(({ content }) => content)).toEqual([
      expect.any(String),
      'riddle?',
      WITHHELD,
      'what was it?',
    ]);
    expect(await withheld('premium', lapsed)).toEqual([true, false]);
    expect(await withheld('premium', member)).toEqual([false, false]);
  });
});

test('an answer that repeats an earlier one is withheld with it, though it was given no passage of its own', async () => {
  await answer(site, { message: 'riddle?', sessionId: 'repeats' }, member);
  script(agent.cohere, {
    talk: ({ messages }) => ({ text: `Again: ${messages.findLast(({ role }) => role === 'assistant')?.content}` }),
    write: () => ({ text: 'marmalade' }),
  });
  const context = { user: { isAuthenticated: false } };
  await answer(site, { message: 'again, please', sessionId: 'repeats' }, member);
  const again = await turnsOf('repeats', member);
  expect(again[1]?.answer.message).toContain(SECRET);
  expect(JSON.stringify(await turnsOf('repeats', lapsed))).not.toContain(SECRET);
  expect(await withheld('repeats', lapsed)).toEqual([true, true]);
  // Narrowed by what the caller says of its user, the history is narrowed too.
  const since = agent.cohere.requests.length;
  await answer(site, { message: 'and again', sessionId: 'repeats', context }, member);
  expect(JSON.stringify(agent.cohere.requests.slice(since).map(({ body }) => body))).not.toContain(SECRET);
});

test.each([
  ['made premium', (id: string) => site.put(`/content/${id}`, { accessLevel: 'premium' })],
  ['unpublished', (id: string) => site.put(`/content/${id}`, { status: 'draft' })],
  ['deleted', (id: string) => site.delete(`/content/${id}`)],
])('a turn is withheld when a source of it is %s', async (change, apply) => {
  const id = await item(change);
  const { sessionId, message } = await answer(site, { message: `riddle ${change}?` });
  expect([message.includes(SECRET), await withheld(sessionId)]).toEqual([true, [false]]);
  await apply(id);
  expect(JSON.stringify(await turnsOf(sessionId))).not.toContain(SECRET);
  expect(await withheld(sessionId)).toEqual([true]);
  await site.delete(`/content/${id}`);
});

test('a turn given text of a premium item stays withheld when the item becomes public, as the text may have left it', async () => {
  const id = await item('moved', { accessLevel: 'premium' });
  await answer(site, { message: 'riddle moved?', sessionId: 'moved' }, member);
  await site.put(`/content/${id}`, { accessLevel: 'public', content: 'Riddle moved: nothing of interest.' });
  await site.indexed();
  expect(await withheld('moved', lapsed)).toEqual([true]);
  await site.delete(`/content/${id}`);
});

test('a summary of premium turns is neither answered nor given to the model, which gets the turns before it instead', async () => {
  const long = 'word '.repeat(1_500);
  for (const message of [`riddle? ${long}`, `more ${long}`, `riddle still? ${long}`, 'and?']) {
    await answer(site, { message, sessionId: 'summed' }, member);
  }
  const headers = { 'x-svc-api-key': site.key };
  const summary = async (token: string) => {
    const all = { ...headers, authorization: `Bearer ${token}` };
    const { data } = await agent.service.graphql<{ chatSession: { summary: string | null } }>(
      '{ chatSession(id: "summed") { summary } }',
      {},
      all,
    );
    return data?.chatSession.summary;
  };
  expect(await summary(member)).toContain(SECRET);
  expect(await summary(lapsed)).toBeNull();
  const since = agent.cohere.requests.length;
  await answer(site, { message: 'so?', sessionId: 'summed' }, lapsed);
  const sent = JSON.stringify(agent.cohere.requests.slice(since).map(({ body }) => body));
  expect(sent).not.toContain(SECRET);
  expect(sent).toContain('riddle still?');
});

test('a turn with unknown sources is withheld from all callers', async () => {
  const { sessionId } = await answer(site, { message: 'hello', sessionId: 'old' });
  await agent.service.app.database.system.rows(
    `update chat_answer set context_turns = null from chat_turn t join chat_session s on s.id = t.session_id
     where t.id = turn_id and s.key = $1`,
    [sessionId],
  );
  expect(await withheld(sessionId)).toEqual([true]);
  expect(await withheld(sessionId, member)).toEqual([true]);
});

test('any number of turns and passages takes as many statements as one', async () => {
  const read = async (id: string) => (await statementsOf(() => turnsOf(id, member))).statements.length;
  await answer(site, { message: 'riddle?', sessionId: 'short' }, member);
  await turnsOf('short', member);
  const one = await read('short');
  expect([await read('summed'), await read('repeats')]).toEqual([one, one]);
});

test('row-level security alone withholds answers, traces and summaries, whether or not the scope names the session', async () => {
  const anonymous: Entitlement = { ...ANONYMOUS, seesUnpublished: false };
  const premium: Entitlement = { ...anonymous, isAuthenticated: true, tier: 'premium' };
  const { database } = agent.service.app;
  const all = database.forSite(site.id, 'background');
  const read = async (who: Entitlement, key: string, more: { chatSessionId?: string }) => {
    const scope = all.restrict({ ...accessFilter(who), ...more });
    // As a statement does that knows no access rule.
    const answers = await scope.rows('select answer, trace from chat_answer');
    const summaries = await scope.rows('select summary from chat_summary');
    const ofSession = await scope.rows(
      'select 1 from chat_answer a join chat_session s on s.id = a.session_id where s.key = $1',
      [key],
    );
    return { count: ofSession.length, text: JSON.stringify([answers, summaries]) };
  };
  for (const key of ['premium', 'repeats', 'summed']) {
    const [session] = await all.rows<{ id: string }>('select id from chat_session where key = $1', [key]);
    const stored = await all.rows('select from chat_answer where session_id = $1', [session?.id]);
    for (const more of [{}, { chatSessionId: session?.id ?? '' }]) {
      const seen = await read(premium, key, more);
      expect([seen.count, seen.text.includes(SECRET)]).toEqual([stored.length, true]);
      for (const who of [anonymous, { ...premium, tier: 'free' as const }]) {
        const left = await read(who, key, more);
        const readable = (await turnsOf(key, who.isAuthenticated ? lapsed : undefined)).filter(
          (turn) => !turn.isWithheld,
        );
        expect(left.text).not.toContain(SECRET);
        if (who.isAuthenticated) expect(left.count).toBe(readable.length);
      }
    }
  }
});
