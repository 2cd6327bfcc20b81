import { beforeEach, describe, expect, test } from 'vitest';
import { ACCESS_LEVELS } from '../../../src/access/access-level.ts';
import { useSiteForEach } from '../../support/use-service.ts';
import { answer, conversations, script, useAgent, systemOf } from './agent-service.ts';

const agent = useAgent();
const site = useSiteForEach(agent.service);

beforeEach(async () => {
  script(agent.cohere, { talk: () => ({ text: 'Yes.' }) });
});

/** What the model was sent. */
async function sent(body: object, token?: string) {
  const since = agent.cohere.requests.length;
  await answer(site, { message: 'what is this?', ...body }, token);
  const [conversation] = conversations(agent.cohere, since);
  const documents = conversation?.documents.map(({ data }) => data) ?? [];
  return { system: systemOf(conversation), documents, all: JSON.stringify(agent.cohere.requests.slice(since)) };
}

const item = async (title: string, more: object = {}) => {
  const body = {
    externalId: title,
    type: 'article',
    title,
    status: 'published',
    content: `Text of ${title}.`,
    ...more,
  };
  return (await site.create('/content', body))._id;
};

test('location and preferences of the visitor are given to the model, as data', async () => {
  const { system } = await sent({
    context: {
      page: '/shop/tyres',
      referrer: 'https://search.example',
      productIds: ['sku-1'],
      metadata: { basket: 3 },
      relevantContent: ['Found before: tyres are round.'],
      user: { uid: 'u', isAuthenticated: true, subscriptions: ['gold'] },
    },
    preferences: {
      tyres: { likes: ['wide'], dislikes: ['slick'], restrictions: ['vegan'], priceRange: { min: 10, max: 50 } },
    },
  });
  const told = /likes?:\n(data-\S+)\n([^]*?)\n\1/.exec(system)?.[2] ?? '';
  expect(JSON.parse(told)).toEqual({
    page: '/shop/tyres',
    referrer: 'https://search.example',
    productIds: ['sku-1'],
    metadata: { basket: 3 },
    relevantContent: ['Found before: tyres are round.'],
    signedIn: true,
    subscriptions: ['gold'],
    preferences: {
      tyres: { likes: ['wide'], dislikes: ['slick'], restrictions: ['vegan'], priceRange: { min: 10, max: 50 } },
    },
  });
});

describe('content ids', () => {
  test('are loaded in their order, before what the search finds', async () => {
    const ids = [await item('Alpha'), await item('Beta')];
    await site.create('/knowledge/documents', { title: 'Found', content: 'What is this? Something.' });
    await site.indexed();
    const { documents, system } = await sent({ context: { contentIds: ids.toReversed() } });
    expect(documents.map(({ title }) => title)).toEqual(['Beta', 'Alpha', 'Found']);
    expect(system).toMatch(
      new RegExp(`propose to show, by id:\\n(data-\\S+)\\n${ids[1]} article: Beta\\n${ids[0]} article: Alpha\\n\\1`),
    );
  });

  test('of what the caller may not see, of drafts, of another site and unknown ones are passed over', async () => {
    const other = await agent.service.site();
    const foreign = await other.create('/content', {
      externalId: 'f',
      type: 'article',
      title: 'Foreign',
      status: 'published',
      content: 'x y',
    });
    const hidden = [
      await item('Premium', { accessLevel: 'premium' }),
      await item('Gold', { accessLevel: 'subscription', requiredSubscriptions: ['gold'] }),
      await item('Draft', { status: 'draft' }),
      await item('NotForAi', { aiIndexed: false }),
      foreign._id,
      '01900000-0000-7000-8000-000000000000',
      "'; drop table chunk; --",
    ];
    await Promise.all([site.indexed(), other.indexed()]);
    const { documents, all } = await sent({ context: { contentIds: hidden, user: { subscriptions: ['gold'] } } });
    expect(documents).toEqual([]);
    expect(all).not.toMatch(/Text of [A-Z]|Foreign/);
    const token = await agent.service.token(site.id, { uid: 'u', membershipTier: 'premium', subscriptions: ['gold'] });
    const titles = async (context: object) =>
      (await sent({ context }, token)).documents.map(({ title }) => title).toSorted();
    expect(await titles({ contentIds: hidden })).toEqual(['Gold', 'Premium']);
    expect(await titles({ contentIds: hidden, user: { subscriptions: [] } })).toEqual(['Premium']);
    expect(await titles({ contentIds: hidden, user: { isAuthenticated: false } })).toEqual([]);
  });

  test('give nothing of fields that are not for AI', async () => {
    await site.create('/content-types', {
      name: 'Part',
      slug: 'part',
      fields: [
        { name: 'material', type: 'text' },
        { name: 'supplier', type: 'text', aiIndexed: false },
      ],
    });
    const id = await item('Crank', { type: 'part', customFields: { material: 'steel', supplier: 'CONFIDENTIAL Ltd' } });
    await site.indexed();
    const { documents, all } = await sent({ context: { productIds: [id] } });
    expect(documents[0]?.['text']).toContain('steel');
    expect(all).not.toContain('CONFIDENTIAL');
  });

  test('that are many leave room for what the search finds', async () => {
    const ids = [];
    for (let at = 0; at < 20; at++) {
      ids.push(await item(`Item ${at}`, { content: `Number ${at} is ${`thing${at} `.repeat(200)}.` }));
    }
    await site.create('/knowledge/documents', { title: 'Found', content: 'The answer to the riddle is forty-two.' });
    await site.indexed();
    const { documents } = await sent({ message: 'answer to the riddle', context: { contentIds: ids } });
    expect(documents.map(({ title }) => title)).toContain('Found');
    expect(documents.length).toBeLessThan(20);
  });

  test('bring what their content type tells the agent', async () => {
    await site.create('/content-types', {
      name: 'Recipe',
      slug: 'recipe',
      aiConfig: { instructionTemplate: 'Always name the oven’s heat.' },
    });
    const id = await item('Bread', { type: 'recipe' });
    await site.indexed();
    expect((await sent({ context: { contentIds: [id] } })).system).toContain('Recipe: Always name the oven’s heat.');
  });
});

describe('what is retrieved', () => {
  test('is what the caller may see, and nothing else is ever sent to a model', async () => {
    for (const accessLevel of ACCESS_LEVELS) {
      await site.create('/knowledge/documents', {
        title: `Riddle ${accessLevel}`,
        content: `The riddle of level ${accessLevel} is solved by SECRET-${accessLevel}.`,
        accessLevel,
        requiredSubscriptions: accessLevel === 'subscription' ? ['gold'] : [],
      });
    }
    await site.indexed();
    const token = (claims: object) => agent.service.token(site.id, { uid: 'u', ...claims });
    const callers: [string | undefined, object, string[]][] = [
      [undefined, {}, ['public']],
      [undefined, { user: { isAuthenticated: true, subscriptions: ['gold'] } }, ['public']],
      [await token({}), {}, ['public', 'authenticated']],
      [await token({ membershipTier: 'premium' }), {}, ['public', 'authenticated', 'premium']],
      [await token({ subscriptions: ['gold'] }), {}, ['public', 'authenticated', 'subscription']],
      [await token({ subscriptions: ['gold'] }), { user: { subscriptions: ['silver'] } }, ['public', 'authenticated']],
    ];
    for (const [caller, context, expected] of callers) {
      const { all, documents } = await sent({ message: 'what solves the riddle?', context }, caller);
      expect(ACCESS_LEVELS.filter((level) => all.includes(`SECRET-${level}`))).toEqual(
        ACCESS_LEVELS.filter((level) => expected.includes(level)),
      );
      expect(documents).toHaveLength(expected.length);
    }
  });

  test('contains a statement of several documents once', async () => {
    const text = 'A chain is replaced when the gauge falls in, about every three thousand kilometres of riding.';
    for (const title of ['One', 'Two', 'Three']) await site.create('/knowledge/documents', { title, content: text });
    await site.create('/knowledge/documents', {
      title: 'Other',
      content: 'A chain is oiled after every ride in the rain.',
    });
    await site.indexed();
    const { documents } = await sent({ message: 'chain' });
    expect(documents).toHaveLength(2);
  });

  test('keeps to a budget of tokens, passage by passage', async () => {
    for (let at = 0; at < 15; at++) {
      await site.create('/knowledge/documents', {
        title: `Chain ${at}`,
        content: `A chain ${`w${at}ord `.repeat(240)}`,
      });
    }
    await site.indexed();
    const { documents } = await sent({ message: 'chain' });
    expect(documents.length).toBeGreaterThan(3);
    expect(documents.map(({ text }) => text?.length ?? 0).reduce((sum, length) => sum + length)).toBeLessThan(20_000);
  });

  test('is ordered by the reranker, and by the search when that fails', async () => {
    await site.create('/knowledge/documents', { title: 'A', content: 'Chain chain chain chain.' });
    await site.create('/knowledge/documents', { title: 'B', content: 'How to clean a chain with a brush.' });
    await site.indexed();
    const since = agent.cohere.requests.length;
    const { documents } = await sent({ message: 'how to clean a chain' });
    expect(documents.map(({ title }) => title)).toEqual(['B', 'A']);
    expect(agent.cohere.requests.slice(since).filter(({ path }) => path === '/v2/rerank')).toHaveLength(1);
  });
});

describe('the best passages', () => {
  const sections = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'].map(
    (name, at) =>
      `# ${name}\n\n${`The ${name} part has word${at} in it. `.repeat(30)}${at === 2 ? 'A numbat sleeps.' : ''}`,
  );

  test('are given with their headings, and with what stands before and after them in the same source', async () => {
    await site.create('/knowledge/documents', { title: 'Handbook', content: sections.join('\n\n') });
    const filler = Array.from({ length: 14 }, (_, at) => `A numbat numbat numbat of region${at}.`);
    for (const [at, content] of filler.entries())
      await site.create('/knowledge/documents', { title: `N${at}`, content });
    await site.create('/knowledge/documents', {
      title: 'Secret',
      content: sections.join('\n\n').replaceAll('Beta', 'Hidden'),
      accessLevel: 'premium',
    });
    await site.indexed();
    const { documents, all } = await sent({ message: 'Where does the Gamma numbat sleep?' });
    const given = documents.filter(({ title }) => title === 'Handbook').map(({ section }) => section);
    expect(given).toEqual(expect.arrayContaining(['Beta', 'Gamma', 'Delta']));
    expect(all).not.toContain('Hidden');
  });
});
