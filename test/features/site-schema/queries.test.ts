import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createType } from '../content/items.ts';
import { ask } from './types.ts';

const site = useSite(useService());
const ids: Record<string, string> = {};

const FIELDS = [
  { name: 'rating', type: 'number', sortable: true },
  { name: 'author', type: 'reference', validation: { referenceTo: 'person' } },
  { name: 'editors', type: 'references', validation: { referenceTo: 'person' } },
  { name: 'related', type: 'references' },
  { name: 'summary', type: 'textarea' },
  { name: 'kicker', type: 'text' },
  { name: 'featured', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'moment', type: 'datetime' },
  { name: 'mood', type: 'select', validation: { options: ['calm', 'loud'] } },
  { name: 'moods', type: 'multiselect', validation: { options: ['calm', 'loud'] } },
  { name: 'picture', type: 'media' },
  { name: 'attachment', type: 'file' },
  { name: 'website', type: 'url' },
  { name: 'mail', type: 'email' },
  { name: 'extra', type: 'json' },
  { name: 'tint', type: 'color' },
  { name: 'place', type: 'location' },
];

beforeAll(async () => {
  await createType(site, 'person', [{ name: 'name', type: 'text' }]);
  await createType(site, 'post', FIELDS);
  const person = async (slug: string, more: object = {}) => {
    const { _id } = await createItem(site, {
      type: 'person',
      title: slug,
      slug,
      status: 'published',
      customFields: { name: slug.toUpperCase() },
      ...more,
    });
    ids[slug] = _id;
    return _id;
  };
  const [ada, bob, eve] = [await person('ada'), await person('bob'), await person('eve', { accessLevel: 'premium' })];
  const post = async (slug: string, customFields: object, more: object = {}) => {
    const item = { type: 'post', title: `Post ${slug}`, slug, status: 'published', customFields, ...more };
    ids[slug] = (await createItem(site, item))._id;
  };
  await post('low', { rating: 2, author: bob, editors: [eve, ada] });
  await post('high', { rating: 5, author: ada, editors: [bob, ada], related: [ids['low'], bob] }, { author: 'Byline' });
  await post('middle', { rating: 4, author: eve });
  await post(
    'all',
    {
      rating: 4.5,
      summary: 'S',
      kicker: 'K',
      featured: true,
      day: '2026-01-31',
      moment: '2026-01-31T10:00:00+01:00',
      mood: 'calm',
      moods: ['loud', 'calm'],
      picture: 'https://example.org/a.png',
      attachment: { url: '/b.pdf', mimeType: 'application/pdf', size: 5, note: 'n' },
      website: 'https://example.org/',
      mail: 'a@example.org',
      extra: { a: [1] },
      tint: '#fff',
      place: { lat: 1.5, lng: 2.5, address: 'A', more: 1 },
    },
    { accessLevel: 'public' },
  );
});

describe('a list', () => {
  test('filters, sorts and pages by the fields of the type, with the fields of what it refers to', async () => {
    const { data, errors } = await ask(
      site,
      `{ posts(filter: {rating: {gte: 4}}, sort: [rating_DESC], first: 2) {
        items { id title slug rating author { name } editors { slug } builtInAuthor } total hasMore endCursor } }`,
    );
    expect(errors).toBeUndefined();
    expect(data?.['posts']).toEqual({
      items: [
        {
          id: ids['high'],
          title: 'Post high',
          slug: 'high',
          rating: 5,
          author: { name: 'ADA' },
          editors: [{ slug: 'bob' }, { slug: 'ada' }],
          builtInAuthor: 'Byline',
        },
        { id: ids['all'], title: 'Post all', slug: 'all', rating: 4.5, author: null, editors: [], builtInAuthor: null },
      ],
      total: 3,
      hasMore: true,
      endCursor: expect.any(String),
    });
    const next = await ask(
      site,
      `query ($after: String) { posts(filter: {rating: {gte: 4}}, sort: [rating_DESC], first: 2, after: $after) {
        items { slug author { name } } hasMore } }`,
      { variables: { after: data?.['posts']?.['endCursor'] } },
    );
    // The viewer cannot read the author, who is premium.
    expect(next.data?.['posts']).toEqual({ items: [{ slug: 'middle', author: null }], hasMore: false });
  });

  test('has references in the languages that are asked for', async () => {
    const german = { type: 'person', title: 'ada-de', slug: 'ada', language: 'de', translationOf: ids['ada'] };
    const { _id } = await createItem(site, { ...german, status: 'published' });
    const { data, errors } = await ask(
      site,
      `{ post(slug: "high") { plain: author { title } author(language: "de") { title }
        editors(language: "fr", fallback: ["de"]) { title } related(language: "de") { title } } }`,
    );
    await site.delete(`/content/${_id}`);
    expect(errors).toBeUndefined();
    expect(data?.['post']).toEqual({
      plain: { title: 'ada' },
      author: { title: 'ada-de' },
      editors: [{ title: 'bob' }, { title: 'ada-de' }],
      related: [{ title: 'Post low' }, { title: 'bob' }],
    });
    const wrong = await ask(site, `{ post(slug: "high") { author(fallback: ["de"]) { title } } }`);
    expect(wrong.errors?.[0]?.message).toBe('fallback needs language');
  });

  test('leaves out references that the viewer cannot read', async () => {
    const { data } = await ask(site, `{ post(slug: "low") { editors { slug } } }`);
    expect(data?.['post']).toEqual({ editors: [{ slug: 'ada' }] });
  });

  test.each([
    ['across a reference', '{author: {references: {name: {eq: "ADA"}}}}', ['high']],
    ['across a list of references', '{editors: {references: {slug: {eq: "bob"}}}}', ['high']],
    ['but not across one to what the viewer cannot read', '{author: {references: {slug: {eq: "eve"}}}}', []],
    [
      'by or, and, not',
      '{or: [{rating: {lt: 3}}, {and: [{mood: {eq: "calm"}}, {not: {featured: {eq: false}}}]}]}',
      ['all', 'low'],
    ],
    ['by built-in fields', '{title: {contains: "post h"}}', ['high']],
    ['by a built-in field that a custom one hides', '{builtInAuthor: {eq: "Byline"}}', ['high']],
    ['by a date', '{day: {between: ["2026-01-30", "2026-02-01"]}}', ['all']],
    ['by a time', '{moment: {lte: "2026-01-31T09:00:00Z"}}', ['all']],
    ['by a list', '{moods: {containsAll: ["calm", "loud"]}}', ['all']],
    ['by a place', '{place: {near: {lat: 1.5, lng: 2.5, distance: 10}}}', ['all']],
    ['by the existence of a value', '{attachment: {exists: true}}', ['all']],
    ['by text', '{kicker: {startsWith: "k"}, summary: {in: ["S"]}, website: {exists: true}}', ['all']],
  ])('filters %s', async (_name, filter, slugs) => {
    const { data, errors } = await ask(
      site,
      `{ posts(filter: ${filter}, sort: [title_ASC]) { items { slug } total } }`,
    );
    expect(errors).toBeUndefined();
    expect(data?.['posts']).toEqual({ items: slugs.map((slug) => ({ slug })), total: slugs.length });
  });
});

test('all seventeen field types have a type', async () => {
  const { data, errors } = await ask(
    site,
    `{ post(slug: "all") { rating summary kicker featured day moment mood moods picture { url mimeType }
      attachment { url mimeType size value } website mail extra tint place { lat lng address }
      author { id } editors { id } related { id } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data?.['post']).toEqual({
    rating: 4.5,
    summary: 'S',
    kicker: 'K',
    featured: true,
    day: '2026-01-31',
    moment: '2026-01-31T09:00:00.000Z',
    mood: 'calm',
    moods: ['loud', 'calm'],
    picture: { url: 'https://example.org/a.png', mimeType: null },
    attachment: {
      url: '/b.pdf',
      mimeType: 'application/pdf',
      size: 5,
      value: { url: '/b.pdf', mimeType: 'application/pdf', size: 5, note: 'n' },
    },
    website: 'https://example.org/',
    mail: 'a@example.org',
    extra: { a: [1] },
    tint: '#fff',
    place: { lat: 1.5, lng: 2.5, address: 'A' },
    author: null,
    editors: [],
    related: [],
  });
});

test('a value that does not fit the field any more is null', async () => {
  await createType(site, 'changed', [{ name: 'size', type: 'text' }]);
  await createItem(site, { type: 'changed', slug: 'c', status: 'published', customFields: { size: 'large' } });
  await site.put('/content-types/changed', { fields: [{ name: 'size', type: 'number' }] });
  const { data } = await ask(site, '{ changed(slug: "c") { slug size } }');
  expect(data?.['changed']).toEqual({ slug: 'c', size: null });
});

describe('one item', () => {
  test('by its id', async () => {
    const { data } = await ask(site, `{ post(id: "${ids['high']}") { slug } }`);
    expect(data?.['post']).toEqual({ slug: 'high' });
  });

  test('of another type is unknown', async () => {
    const { data, errors } = await ask(site, `{ person(id: "${ids['high']}") { slug } }`);
    expect(data).toEqual({ person: null });
    expect(errors?.[0]).toMatchObject({ message: 'Content not found', extensions: { code: 'NOT_FOUND' } });
  });

  test('needs an id or a slug, not both', async () => {
    for (const args of ['(language: "en")', '(id: "x", slug: "y")']) {
      const { errors } = await ask(site, `{ post${args} { slug } }`);
      expect(errors?.[0]).toMatchObject({
        message: 'id or slug is required, not both',
        extensions: { code: 'BAD_REQUEST' },
      });
    }
  });

  test('that fails keeps the rest of the page', async () => {
    const { data, errors } = await ask(site, '{ person(slug: "eve") { name } posts { total } }');
    expect(data).toEqual({ person: null, posts: { total: 4 } });
    expect(errors?.[0]).toMatchObject({ path: ['person'], extensions: { code: 'FORBIDDEN' } });
  });
});

test('items of any type have the common fields, and their own in fragments', async () => {
  const { data, errors } = await ask(
    site,
    `{ post(slug: "high") { related { __typename slug ... on Post { rating } ... on Person { name } } }
      contents(filter: {type: "person"}, page: {limit: 1}) { items { __typename title } total } }`,
  );
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    post: {
      related: [
        { __typename: 'Post', slug: 'low', rating: 2 },
        { __typename: 'Person', slug: 'bob', name: 'BOB' },
      ],
    },
    contents: { items: [{ __typename: 'Person', title: 'bob' }], total: 2 },
  });
});

test('the second answer of a query is the same as the first', async () => {
  const query = '{ posts(sort: [title_ASC]) { items { slug author { name } related { __typename slug } } total } }';
  const first = await ask(site, query);
  expect(first.errors).toBeUndefined();
  expect(await ask(site, query)).toEqual(first);
});
