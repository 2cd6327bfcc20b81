import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { answer, chat, conversations, gate, script, useAgent, systemOf } from './agent-service.ts';

const agent = useAgent();
const site = useSite(agent.service);
let ada: string;
let bob: string;

beforeAll(async () => {
  ada = await agent.service.token(site.id, { uid: 'ada' });
  bob = await agent.service.token(site.id, { uid: 'bob' });
});
beforeEach(() =>
  script(agent.cohere, { talk: ({ messages }) => ({ text: `Heard: ${messages.at(-1)?.content?.slice(0, 40)}` }) }),
);

const SESSION = 'query ($id: ID!) { chatSession(id: $id) { id summary turns { message answer { message } } } }';

interface Session {
  chatSession: { id: string; summary: string | null; turns: { message: string; answer: { message: string } }[] };
}

/** What was said to the model the last time, below the rules. */
async function said(body: object, token?: string): Promise<string[]> {
  const since = agent.cohere.requests.length;
  await answer(site, body, token);
  return (
    conversations(agent.cohere, since)[0]
      ?.messages.slice(1)
      .map(({ content }) => content ?? '') ?? []
  );
}

describe('a session', () => {
  test('is created if none is named, and continued by its id', async () => {
    const { sessionId } = await answer(site, { message: 'one' });
    expect(await said({ message: 'two', sessionId })).toEqual(['one', 'Heard: one', 'two']);
    const { data } = await site.graphql<Session>(SESSION, { id: sessionId });
    expect(data?.chatSession).toEqual({
      id: sessionId,
      summary: null,
      turns: [
        { message: 'one', answer: { message: 'Heard: one' } },
        { message: 'two', answer: { message: 'Heard: two' } },
      ],
    });
  });

  test('may be opened under an id of the caller’s', async () => {
    expect((await answer(site, { message: 'one', sessionId: 'Own:1' })).sessionId).toBe('Own:1');
    expect(await said({ message: 'two', sessionId: 'Own:1' })).toHaveLength(3);
  });

  test('is its site’s: under the same id another site has another one', async () => {
    const other = await agent.service.site();
    await answer(site, { message: 'mine', sessionId: 'shared' });
    const since = agent.cohere.requests.length;
    await answer(other, { message: 'yours', sessionId: 'shared' });
    expect(JSON.stringify(conversations(agent.cohere, since)[0]?.messages)).not.toContain('mine');
    const { data } = await other.graphql<Session>(SESSION, { id: 'shared' });
    expect(data?.chatSession.turns).toHaveLength(1);
  });

  test('that a token opened is that user’s alone', async () => {
    await answer(site, { message: 'secret', sessionId: 'adas' }, ada);
    expect(await said({ message: 'more', sessionId: 'adas' }, ada)).toContain('secret');
    for (const token of [bob, undefined]) {
      const refused = await chat(site, { message: 'hello', sessionId: 'adas' }, token);
      expect([refused.status, refused.body.error]).toEqual([404, 'Session not found']);
    }
    const { errors } = await site.graphql(SESSION, { id: 'adas' });
    expect(errors?.[0]).toMatchObject({ message: 'Session not found', extensions: { code: 'NOT_FOUND' } });
  });

  test('that began without a token is the user’s who goes on with it, as it may then hold what is theirs alone', async () => {
    await answer(site, { message: 'hello', sessionId: 'later' });
    await answer(site, { message: 'now signed in', sessionId: 'later' }, ada);
    expect((await chat(site, { message: 'who was that?', sessionId: 'later' })).status).toBe(404);
    expect((await chat(site, { message: 'who was that?', sessionId: 'later' }, bob)).status).toBe(404);
    expect(await said({ message: 'it is me', sessionId: 'later' }, ada)).toContain('hello');
  });

  test('that two users open at once belongs to the first, and is not found for the other', async () => {
    const both = gate();
    let arrived = 0;
    script(agent.cohere, {
      talk: async () => {
        if (++arrived === 2) both.open();
        await both.opened;
        return { text: 'Hello.' };
      },
    });
    const answers = await Promise.all(
      [ada, bob].map((token) => chat(site, { message: 'me', sessionId: 'race' }, token)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const winner = answers[0]?.status === 200 ? ada : bob;
    expect((await chat(site, { message: 'again', sessionId: 'race' }, winner)).status).toBe(200);
  });

  test('keeps both turns of two that ran at once', async () => {
    await answer(site, { message: 'first', sessionId: 'busy' });
    await Promise.all(['a', 'b', 'c'].map((message) => answer(site, { message, sessionId: 'busy' })));
    const { data } = await site.graphql<Session>(SESSION, { id: 'busy' });
    expect(data?.chatSession.turns.map(({ message }) => message).toSorted()).toEqual(['a', 'b', 'c', 'first']);
  });

  test('that was not created does not exist', async () => {
    const { errors } = await site.graphql(SESSION, { id: 'nobody' });
    expect(errors?.[0]?.message).toBe('Session not found');
  });
});

describe('history in the request', () => {
  test('takes the place of what is stored, and is not stored', async () => {
    await answer(site, { message: 'stored', sessionId: 'given' });
    const history = {
      summary: 'They like tandems.',
      messages: [
        { role: 'user', content: 'from elsewhere' },
        { role: 'assistant', content: 'answered elsewhere' },
        { role: 'user', content: ' ' },
      ],
    };
    const since = agent.cohere.requests.length;
    expect(await said({ message: 'now', sessionId: 'given', history })).toEqual([
      'from elsewhere',
      'answered elsewhere',
      'now',
    ]);
    expect(systemOf(conversations(agent.cohere, since)[0])).toContain('They like tandems.');
    expect(await said({ message: 'next', sessionId: 'given' })).toEqual([
      'stored',
      'Heard: stored',
      'now',
      'Heard: now',
      'next',
    ]);
  });

  test('that is long is summarized, and each of its messages is given to the model or summarized', async () => {
    let material = '';
    script(agent.cohere, {
      talk: () => ({ text: 'Yes.' }),
      write: ({ messages }) => {
        const text = messages.at(-1)?.content ?? '';
        if (!text.includes('marker-0 ')) return { text: 'a query' };
        material = text;
        return { text: 'SUMMARY-OF-IT' };
      },
    });
    const messages = Array.from({ length: 40 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `marker-${at} ${'word '.repeat(200)}end-${at}.`,
    }));
    const since = agent.cohere.requests.length;
    await answer(site, { message: 'so?', history: { messages, summary: 'EARLIER' } });
    const [body] = conversations(agent.cohere, since);
    const told = body?.messages.slice(1, -1).map(({ content }) => content) ?? [];
    expect(systemOf(body)).toContain('SUMMARY-OF-IT');
    expect(material).toContain('EARLIER');
    expect(told.length).toBeGreaterThan(3);
    expect(told.length).toBeLessThan(20);
    messages.forEach(({ content }, at) => {
      const whole = [told.includes(content), material.includes(content)];
      expect(whole, `message ${at}`).toEqual([at >= 40 - told.length, at < 40 - told.length]);
    });
    expect(body?.messages[1]?.role).toBe('user');
  });

  test('of one very long message is given to the model completely', async () => {
    const content = `start ${'word '.repeat(3_900)}stop`;
    const told = await said({ message: 'so?', history: { messages: [{ role: 'user', content }] } });
    expect(told).toEqual([content, 'so?']);
  });

  test('that cannot be summarized is given with more turns, and omitted ones are stated', async () => {
    script(agent.cohere, { talk: () => ({ text: 'Yes.' }), write: () => ({ text: '' }) });
    const messages = Array.from({ length: 60 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `marker-${at} ${'word '.repeat(400)}`,
    }));
    const since = agent.cohere.requests.length;
    await answer(site, { message: 'so?', history: { messages } });
    const [body] = conversations(agent.cohere, since);
    const told = (body?.messages.length ?? 0) - 2;
    expect(told).toBeGreaterThan(20);
    expect(systemOf(body)).toContain(`${60 - told} earlier messages of the conversation are not shown here`);
  });
});

test('a long conversation is summed up now and then, its summary kept, and nothing of it lost', async () => {
  const materials: string[] = [];
  script(agent.cohere, {
    talk: () => ({ text: `Answer ${'word '.repeat(300)}.` }),
    write: ({ messages }) => {
      const [system, material] = messages.map(({ content }) => content ?? '');
      if (!system?.includes('Sum all of it up')) return { text: 'a query' };
      materials.push(material ?? '');
      return { text: `SUMMARY-${materials.length}` };
    },
  });
  const sessionId = 'long';
  const since = agent.cohere.requests.length;
  for (let turn = 0; turn < 24; turn++) {
    await answer(site, { message: `question-${turn} ${'word '.repeat(100)}`, sessionId });
  }
  const bodies = conversations(agent.cohere, since);
  expect(materials.length).toBeGreaterThanOrEqual(2);
  expect(materials.length).toBeLessThanOrEqual(6);
  expect(materials[1]).toContain('SUMMARY-1');
  const last = bodies.at(-1);
  expect(systemOf(last)).toContain(`SUMMARY-${materials.length}`);
  for (let turn = 0; turn < 24; turn++) {
    const mark = `question-${turn} `;
    const told = last?.messages.slice(1).some(({ content }) => content?.startsWith(mark)) ?? false;
    const summed = materials.filter((material) => material.includes(`user: ${mark}`)).length;
    expect([told, summed], mark).toEqual(told ? [true, 0] : [false, 1]);
  }
  const { data } = await site.graphql<Session>(SESSION, { id: sessionId });
  expect(data?.chatSession.summary).toBe(`SUMMARY-${materials.length}`);
  expect(data?.chatSession.turns).toHaveLength(24);
}, 60_000);

test('a follow-up is searched for as the model understands it', async () => {
  const asked: string[] = [];
  script(agent.cohere, {
    talk: () => ({ text: 'In a dry room.' }),
    write: ({ messages }) => {
      asked.push(messages.at(-1)?.content ?? '');
      return { text: 'storing bicycles in winter' };
    },
  });
  const { sessionId } = await answer(site, { message: 'where do I store my bicycle?' });
  await answer(site, { message: 'and in winter?', sessionId });
  const { data } = await site.graphql<{ chatSession: { turns: { trace: { queries: string[] } }[] } }>(
    `{ chatSession(id: "${sessionId}") { turns { trace } } }`,
  );
  expect(data?.chatSession.turns.map(({ trace }) => trace.queries)).toEqual([
    ['where do I store my bicycle?'],
    ['storing bicycles in winter'],
  ]);
  expect(asked[0]).toContain('user: where do I store my bicycle?');
});

describe('the rating of an answer', () => {
  const RATE = `mutation ($input: ChatFeedbackInput!) {
    rateChatMessage(input: $input) { messageId rating comment createdAt updatedAt }
  }`;
  const rate = (body: object, token?: string, of = site) =>
    of.call<Record<string, unknown>>(
      'POST',
      '/agent/feedback',
      body,
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    );
  const stored = (messageId: string) =>
    agent.service.app.database.system.rows('select rating, comment from chat_feedback where turn_id = $1', [messageId]);

  test('is kept with its comment, once for each answer, and repeated changes nothing', async () => {
    const { sessionId, messageId } = await answer(site, { message: 'one' });
    const given = { sessionId, messageId, rating: 'down', comment: 'Too short.' };
    const first = await rate(given);
    const before = first.body.data;
    expect([first.status, first.body.data]).toEqual([
      200,
      { ...given, createdAt: expect.any(String), updatedAt: expect.any(String) },
    ]);
    expect((await rate(given)).body.data).toEqual(first.body.data);
    const { data } = await site.graphql<{ rateChatMessage: { createdAt: string; updatedAt: string } }>(RATE, {
      input: { sessionId, messageId, rating: 'up' },
    });
    expect(data?.rateChatMessage).toMatchObject({
      rating: 'up',
      comment: null,
      createdAt: before['createdAt'],
    });
    expect(data?.rateChatMessage.updatedAt).not.toBe(before['updatedAt']);
    expect(await stored(messageId)).toEqual([{ rating: 'up', comment: null }]);
  });

  test('has the same messageId in the stored session', async () => {
    const { sessionId, messageId } = await answer(site, { message: 'one' });
    const { data } = await site.graphql<{ chatSession: { turns: object[] } }>(
      'query ($id: ID!) { chatSession(id: $id) { turns { id answer { messageId } } } }',
      { id: sessionId },
    );
    expect(data?.chatSession.turns).toEqual([{ id: messageId, answer: { messageId } }]);
  });

  test('is for who can read the session: for all others there is no such message', async () => {
    const { sessionId, messageId } = await answer(site, { message: 'mine' }, ada);
    const given = { sessionId, messageId, rating: 'up' };
    const other = await agent.service.site();
    const elsewhere = await answer(site, { message: 'elsewhere' });
    const refused = await Promise.all([
      rate(given),
      rate(given, bob),
      rate(given, undefined, other),
      rate({ ...given, messageId: elsewhere.messageId }, ada),
      rate({ ...given, sessionId: elsewhere.sessionId }, ada),
      rate({ ...given, sessionId: 'unknown' }, ada),
      rate({ ...given, messageId: 'nonsense' }, ada),
    ]);
    expect(refused.map(({ status, body }) => `${status} ${body.error}`)).toEqual(
      refused.map(() => '404 Message not found'),
    );
    expect(await stored(messageId)).toEqual([]);
    expect((await rate(given, ada)).status).toBe(200);
  });

  test.each([
    [{ rating: 'great' }, 'rating must be "up" or "down"'],
    [{ rating: undefined }, 'rating is required'],
    [{ messageId: undefined }, 'messageId is required'],
    [{ comment: 'x'.repeat(2_001) }, 'comment must have at most 2000 characters'],
  ])('with %j is rejected', async (wrong, error) => {
    const { sessionId, messageId } = await answer(site, { message: 'one' });
    const { status, body } = await rate({ sessionId, messageId, rating: 'up', ...wrong });
    expect([status, body.error]).toEqual([400, error]);
  });

  test('is deleted with the site', async () => {
    const other = await agent.service.site();
    const { sessionId, messageId } = await answer(other, { message: 'one' });
    await rate({ sessionId, messageId, rating: 'up' }, undefined, other);
    await agent.service.admin('mutation ($id: ID!) { deleteSite(id: $id) { id } }', { id: other.id });
    expect(await stored(messageId)).toEqual([]);
  });
});
