import { beforeEach, describe, expect, test } from 'vitest';
import { useSiteForEach } from '../../support/use-service.ts';
import { answer, conversations, gate, script, useAgent, systemOf } from './agent-service.ts';

const agent = useAgent();
const site = useSiteForEach(agent.service);
let item: string;
let premium: string;

beforeEach(async () => {
  script(agent.cohere, { talk: () => ({ text: 'The agent speaks.' }) });
  item = (
    await site.create('/content', {
      externalId: 'i',
      type: 'article',
      title: 'Item',
      excerpt: 'A thing.',
      status: 'published',
    })
  )._id;
  premium = (
    await site.create('/content', {
      externalId: 'p',
      type: 'article',
      title: 'Premium',
      status: 'published',
      accessLevel: 'premium',
    })
  )._id;
});

const trigger = (body: object) => site.create<{ id: string }>('/triggers', body);
const keyword = (value: string, rest: object = {}) => trigger({ type: 'keyword', trigger: { value }, ...rest });
const intent = (value: string, rest: object = {}, confidence = 0.7) =>
  trigger({ type: 'intent', trigger: { value, examples: [`I want ${value}`], confidence }, ...rest });
const action = (route: string, priority = 0) => ({ type: 'navigate', payload: { route }, priority });

describe('a keyword trigger', () => {
  /** Requests to the language model; texts may be indexed at any time. */
  const chats = () => agent.cohere.requests.filter(({ path }) => path.includes('chat')).length;

  test('with skipAgent answers by itself: no model is asked and no token used', async () => {
    await keyword('opening+hours', {
      response: { message: 'Ten to six.' },
      actions: [action('/hours')],
      options: { skipAgent: true },
    });
    const since = chats();
    expect(await answer(site, { message: 'Your HOURS of opening?' })).toEqual({
      message: 'Ten to six.',
      messageId: expect.any(String),
      sessionId: expect.any(String),
      actions: [{ type: 'navigate', payload: { route: '/hours' }, priority: 0 }],
      triggeredBy: { type: 'keyword', value: 'opening+hours' },
      metadata: { model: 'none', tokensUsed: 0, proxyLatencyMs: expect.any(Number), triggerPhase: 'pre-agent' },
    });
    expect(chats()).toBe(since);
  });

  test('without skipAgent lets the agent answer, which has its message as guidance; its actions come first', async () => {
    await keyword('tyres', {
      response: { message: 'Mention the spring sale.' },
      actions: [action('/low', 1), action('/high', 2)],
    });
    await site.indexed();
    script(agent.cohere, {
      talk: (_body, round) =>
        round === 1
          ? { calls: [{ name: 'suggest_action', arguments: { type: 'open_content', id: item } }] }
          : { text: 'The agent speaks.' },
    });
    const since = agent.cohere.requests.length;
    const { message, actions, metadata } = await answer(site, { message: 'tyres', context: { contentIds: [item] } });
    expect(message).toBe('The agent speaks.');
    expect(actions?.map(({ payload }) => payload['route'] ?? payload['contentId'])).toEqual(['/high', '/low', item]);
    expect(metadata.triggerPhase).toBe('pre-agent');
    expect(systemOf(conversations(agent.cohere, since)[0])).toContain('Mention the spring sale.');
  });

  test('opens its content first, if the caller may see it', async () => {
    await keyword('open', {
      response: { contentId: item },
      actions: [action('/next', 9)],
      options: { skipAgent: true },
    });
    await keyword('rich', {
      response: { contentId: premium },
      actions: [{ type: 'open_content', payload: { contentId: premium } }],
      options: { skipAgent: true },
    });
    const { actions } = await answer(site, { message: 'open' });
    expect(actions?.map(({ type }) => type)).toEqual(['open_content', 'navigate']);
    expect(actions?.[0]?.payload).toEqual({ contentId: item });
    expect((await answer(site, { message: 'rich' })).actions).toBeUndefined();
    const token = await agent.service.token(site.id, { uid: 'u', membershipTier: 'premium' });
    expect((await answer(site, { message: 'rich' }, token)).actions).toHaveLength(2);
    const narrowed = await answer(site, { message: 'rich', context: { user: { isAuthenticated: false } } }, token);
    expect(narrowed.actions).toBeUndefined();
  });

  test('with actionsOnly has no words, even where the agent was asked', async () => {
    await keyword('quiet', { actions: [action('/quiet')], options: { actionsOnly: true } });
    await keyword('silent', { response: { message: 'Unsaid.' }, options: { actionsOnly: true, skipAgent: true } });
    expect(await answer(site, { message: 'quiet' })).toMatchObject({ message: '', actions: [{ type: 'navigate' }] });
    expect((await answer(site, { message: 'silent' })).message).toBe('');
  });

  test('of higher priority is first, of equal ones the older', async () => {
    const options = { skipAgent: true };
    await keyword('a', { response: { message: 'older' }, options });
    await keyword('a,b', { response: { message: 'younger' }, options });
    expect((await answer(site, { message: 'a' })).message).toBe('older');
    await keyword('b,c', { response: { message: 'first' }, options: { ...options, priority: 5 } });
    expect((await answer(site, { message: 'a b' })).message).toBe('first');
    const { id } = await keyword('[exactly]', { response: { message: 'exact' }, options: { ...options, priority: 9 } });
    expect((await answer(site, { message: ' Exactly ' })).message).toBe('exact');
    await site.put(`/triggers/${id}`, { enabled: false });
    expect((await answer(site, { message: 'exactly' })).message).toBe('The agent speaks.');
  });

  test('that left words out is no hole in the conversation', async () => {
    await keyword('quiet', { actions: [action('/quiet')], options: { actionsOnly: true, skipAgent: true } });
    const { sessionId } = await answer(site, { message: 'quiet' });
    const since = agent.cohere.requests.length;
    await answer(site, { message: 'and now?', sessionId });
    const told = conversations(agent.cohere, since)[0]?.messages.map(({ content }) => content);
    expect(told?.slice(1, 3)).toEqual(['quiet', '(no words, only actions)']);
  });
});

describe('an intent trigger', () => {
  test('adds its actions after the agent’s answer', async () => {
    await intent('cancel', { actions: [action('/cancel')] });
    expect(await answer(site, { message: 'I want cancel' })).toMatchObject({
      message: 'The agent speaks.',
      actions: [{ type: 'navigate', payload: { route: '/cancel' } }],
      intent: { name: 'cancel', confidence: 0.97 },
      triggeredBy: { type: 'intent', value: 'cancel' },
      metadata: { triggerPhase: 'post-agent' },
    });
  });

  test('puts its message in place of the agent’s, and no citation of that stays', async () => {
    await site.create('/knowledge/documents', { title: 'Terms', content: 'Contracts end in autumn.' });
    await site.indexed();
    agent.cohere.say(undefined);
    await intent('cancel', { response: { message: 'Press the red button.' } });
    const { message, citations } = await answer(site, { message: 'I want cancel' });
    expect([message, citations]).toEqual(['Press the red button.', undefined]);
  });

  test('with actionsOnly leaves the agent’s words out', async () => {
    await intent('cancel', { response: { message: 'x' }, actions: [action('/x')], options: { actionsOnly: true } });
    expect((await answer(site, { message: 'I want cancel' })).message).toBe('');
  });

  test('below its confidence does nothing, though the intent is reported', async () => {
    await intent('cancel', { actions: [action('/cancel')] }, 0.98);
    const { intent: told, actions, triggeredBy, metadata } = await answer(site, { message: 'I want cancel' });
    expect([told, actions, triggeredBy, metadata.triggerPhase]).toEqual([
      { name: 'cancel', confidence: 0.97 },
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('of several for one intent the highest priority that is sure enough fires', async () => {
    await intent('cancel', { response: { message: 'strict' }, options: { priority: 2 } }, 0.99);
    await intent('cancel', { response: { message: 'first' }, options: { priority: 1 } });
    await intent('cancel', { response: { message: 'second' } });
    expect((await answer(site, { message: 'I want cancel' })).message).toBe('first');
  });

  test('stands behind a keyword trigger that fired: both act, the keyword is named', async () => {
    await keyword('want', { actions: [action('/keyword')] });
    await intent('cancel', { actions: [action('/intent')] });
    const { actions, triggeredBy, metadata } = await answer(site, { message: 'I want cancel' });
    expect(actions?.map(({ payload }) => payload['route'])).toEqual(['/keyword', '/intent']);
    expect([triggeredBy, metadata.triggerPhase]).toEqual([{ type: 'keyword', value: 'want' }, 'pre-agent']);
  });

  test('is looked for beside the answer, with what was said before', async () => {
    await intent('cancel', { actions: [action('/cancel')] });
    const { sessionId } = await answer(site, { message: 'my contract' });
    const [talking, sorting] = [gate(), gate()];
    let material = '';
    // Each waits for the other: one after the other would never end.
    script(agent.cohere, {
      talk: async () => {
        talking.open();
        await sorting.opened;
        return { text: 'Sure.' };
      },
      intent: async ({ messages }) => {
        material = messages.at(-1)?.content ?? '';
        sorting.open();
        await talking.opened;
        return { text: JSON.stringify({ intent: 'cancel', confidence: 0.9 }) };
      },
    });
    const { actions, intent: told } = await answer(site, { message: 'end it', sessionId });
    expect([actions?.length, told]).toEqual([1, { name: 'cancel', confidence: 0.9 }]);
    expect(material).toContain('my contract');
  });

  test('that cannot be looked for does not cost the answer', async () => {
    await intent('cancel', { actions: [action('/cancel')] });
    script(agent.cohere, { talk: () => ({ text: 'Fine.' }), intent: () => ({ text: 'no JSON' }) });
    expect(await answer(site, { message: 'I want cancel' })).toMatchObject({ message: 'Fine.' });
  });
});
