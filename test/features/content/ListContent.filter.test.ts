import { beforeAll, describe, expect, test } from 'vitest';
import type { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createType } from './items.ts';

const service = useService();
const site = useSite(service);

const LIST = `query ($filter: ContentFilter, $sort: [String!], $page: PageInput, $restricted: Boolean! = false) {
  contents(filter: $filter, sort: $sort, page: $page, includeRestricted: $restricted) {
    items { title } total endCursor hasMore
  }
}`;
interface Listed {
  contents: { items: { title: string }[]; total: number; endCursor: string | null; hasMore: boolean };
}

/** The titles in the order of the list, as one text. */
async function titles(filter: object, more: object = { sort: ['title'] }, from: TestSite = site): Promise<string> {
  const { data, errors } = await from.graphql<Listed>(LIST, { filter, ...more });
  if (errors) throw new Error(errors[0]?.message);
  const { items, total, hasMore } = data!.contents;
  if (!hasMore) expect(total).toBe(items.length);
  return items.map(({ title }) => title).join('');
}

async function errorOf(filter: object, more: object = {}): Promise<string | undefined> {
  const { errors } = await site.graphql<Listed>(LIST, { filter, ...more });
  return errors?.[0]?.message;
}

const FIELDS = [
  { name: 'rating', type: 'number', sortable: true },
  { name: 'subtitle', type: 'text', sortable: true },
  { name: 'event', type: 'datetime', sortable: true },
  { name: 'day', type: 'date' },
  { name: 'open', type: 'boolean' },
  { name: 'kinds', type: 'multiselect', validation: { options: ['x', 'y', 'z'] } },
  { name: 'place', type: 'location' },
  { name: 'writer', type: 'reference', validation: { referenceTo: 'writer' } },
  { name: 'related', type: 'references' },
  { name: 'extra', type: 'json' },
];
let openWriter: string;
let paidWriter: string;

beforeAll(async () => {
  await createType(site, 'writer', [{ name: 'rank', type: 'number' }]);
  await createType(site, 'post', FIELDS);
  await createType(site, 'note', [{ name: 'rating', type: 'text' }]);
  const writer = (more: object) => createItem(site, { type: 'writer', status: 'published', ...more });
  openWriter = (await writer({ title: 'Open', slug: 'open', customFields: { rank: 1 } }))._id;
  paidWriter = (await writer({ title: 'Paid', slug: 'paid', accessLevel: 'premium' }))._id;
  const post = (title: string, customFields: object, more: object = {}) =>
    createItem(site, { type: 'post', title, slug: `post-${title}`, customFields, ...more });
  await post('a', { rating: 4, subtitle: 'Über', writer: openWriter, open: true }, { tags: ['red', 'blue'] });
  await post('b', { rating: 5, event: '2026-01-01T01:00:00+01:00', writer: paidWriter, kinds: ['x', 'y'] });
  await post(
    'c',
    { rating: 4.5, day: '2026-03-01', place: { lat: 52.52, lng: 13.4 } },
    { tags: ['red'], language: 'de' },
  );
  await post('d', { subtitle: 'zebra', related: [paidWriter, openWriter] }, { author: 'Ann', status: 'published' });
  await post('e', { rating: 1, open: false }, { accessLevel: 'premium' });
  await createItem(site, { type: 'note', title: 'n', slug: 'n', customFields: { rating: '4' } });
});

describe('contents: filter', () => {
  test.each<[object, string]>([
    [{ title: { in: ['a', 'n'] } }, 'an'],
    [{ slug: { eq: 'post-b' } }, 'b'],
    [{ slug: { startsWith: 'POST-' } }, 'abcd'],
    [{ typeIs: { ne: 'post' } }, 'nOpen'],
    [{ typeIs: { in: ['note', 'writer'] } }, 'nOpen'],
    [{ type: 'post', statusIs: { notIn: ['draft'] } }, 'd'],
    [{ type: 'post', tags: { containsAny: ['blue', 'green'] } }, 'a'],
    [{ type: 'post', tags: { containsAll: ['red', 'blue'] } }, 'a'],
    [{ type: 'post', tags: { contains: 'red' } }, 'ac'],
    [{ type: 'post', tags: { exists: false } }, 'bd'],
    [{ type: 'post', language: { eq: 'de' } }, 'c'],
    [{ author: { exists: true } }, 'd'],
    [{ author: { ne: 'Ann' }, type: 'post' }, 'abc'],
    [{ publishedAt: { exists: true }, type: 'post' }, 'd'],
    [{ type: 'post', createdAt: { gt: '2999-01-01T00:00:00Z' } }, ''],
    [{ type: 'post', not: { or: [{ title: { eq: 'a' } }, { title: { eq: 'b' } }] } }, 'cd'],
    [{ and: [{ type: 'post' }, { status: 'published' }] }, 'd'],
    [{ or: [] }, ''],
    [{ id: { eq: 'nonsense' } }, ''],
    [{ type: 'post', collection: { exists: true } }, ''],
  ])('%j finds %s', async (filter, found) => {
    expect(await titles(filter)).toBe(found);
  });

  test.each<[object | object[], string]>([
    [{ name: 'rating', gte: 4 }, 'abc'],
    [{ name: 'rating', between: [4.2, 5] }, 'bc'],
    [{ name: 'rating', ne: 4 }, 'bcd'],
    [{ name: 'rating', notIn: [4, 5] }, 'cd'],
    [{ name: 'rating', exists: false }, 'd'],
    [{ name: 'subtitle', contains: 'ÜB' }, 'a'],
    [{ name: 'event', eq: '2026-01-01T00:00:00Z' }, 'b'],
    [{ name: 'event', lt: '2025-12-31T23:59:59Z' }, ''],
    [{ name: 'day', gte: '2026-02-28' }, 'c'],
    [{ name: 'open', eq: false }, ''],
    [{ name: 'open', eq: true }, 'a'],
    [{ name: 'kinds', containsAny: ['y', 'z'] }, 'b'],
    [{ name: 'kinds', containsAll: ['y', 'z'] }, ''],
    [{ name: 'place', near: { lat: 52.5, lng: 13.4, distance: 3_000 } }, 'c'],
    [{ name: 'place', near: { lat: 52.5, lng: 13.4, distance: 2_000 } }, ''],
    [{ name: 'place', near: { lat: 52.5, lng: 13.4, distance: 30_000_000 } }, 'c'],
    [{ name: 'place', within: { south: 50, west: 170, north: 60, east: 14 } }, 'c'],
    [{ name: 'place', within: { south: 50, west: 14, north: 60, east: 15 } }, ''],
    [
      [
        { name: 'rating', eq: 4 },
        { name: 'open', eq: true },
      ],
      'a',
    ],
  ])('on custom fields: %j finds %s', async (field, found) => {
    expect(await titles({ type: 'post', field })).toBe(found);
  });

  test('across a reference, only items that the viewer can read are looked at', async () => {
    const by = (references: object) => titles({ type: 'post', field: { name: 'writer', references } });
    expect(await by({ slug: { eq: 'open' } })).toBe('a');
    expect(await by({ field: { name: 'rank', eq: 1 } })).toBe('a');
    expect(await by({ slug: { eq: 'paid' } })).toBe('');
    expect(await by({ slug: { ne: 'open' } })).toBe('');
    expect(await by({ not: { slug: { eq: 'open' } } })).toBe('');
    expect(await titles({ type: 'post', field: { name: 'related', references: { slug: { eq: 'open' } } } })).toBe('d');
    expect(await titles({ type: 'post', field: { name: 'related', references: { slug: { eq: 'paid' } } } })).toBe('');
  });

  test('with includeRestricted, custom fields that the viewer cannot read neither match nor sort', async () => {
    const all = (filter: object, sort = ['title']) => titles({ type: 'post', ...filter }, { sort, restricted: true });
    expect(await all({})).toBe('abcde');
    expect(await all({ field: { name: 'rating', eq: 1 } })).toBe('');
    expect(await all({ field: { name: 'rating', ne: 1 } })).toBe('abcd');
    expect(await all({ not: { field: { name: 'rating', eq: 1 } } })).toBe('abcde');
    expect(await all({ not: { field: { name: 'rating', eq: 2 } } })).toBe('abcde');
    expect(await all({ field: { name: 'rating', exists: false } })).toBe('d');
    expect(await all({}, ['+rating', 'title'])).toBe('acbde');
    expect(await all({ field: { name: 'writer', references: { slug: { eq: 'paid' } } } })).toBe('');
  });

  test.each<[object, string]>([
    [{ field: { name: 'stars', eq: 4 } }, 'filter.field.stars.eq: "stars" is not a custom field of any content type'],
    [
      { type: 'writer', field: { name: 'rating', eq: 4 } },
      'filter.field.rating.eq: "rating" is not a custom field of the content type "writer"',
    ],
    [
      { field: { name: 'rating', eq: 4 } },
      'filter.field.rating.eq: content types define "rating" differently, so filter by type as well',
    ],
    [{ type: 'post', field: { name: 'rating', eq: '4' } }, 'filter.field.rating.eq must be a number'],
    [
      { type: 'post', field: { name: 'open', gt: true } },
      'filter.field.open.gt does not fit the field: its operator must be "eq", "ne" or "exists"',
    ],
    [
      { type: 'post', field: { name: 'day', eq: '2026-02-30' } },
      'filter.field.day.eq must be a date such as 2025-01-31',
    ],
    [{ type: 'post', field: { name: 'rating', references: {} } }, 'filter.field.rating is not a reference'],
    [
      { type: 'post', field: { name: 'related', references: { field: { name: 'writer', references: {} } } } },
      'filter.field.related.references.field.writer must not be inside another reference',
    ],
    [{ title: { in: Array(201).fill('a') } }, 'filter.title.in must have at most 200 entries'],
    [{ title: { contains: 'a'.repeat(301) } }, 'filter.title.contains must have at most 300 characters'],
    [{ title: { eq: '\0' } }, 'filter.title.eq must not contain the character U+0000 or half a surrogate pair'],
    [{ or: Array.from({ length: 51 }, () => ({ slug: { eq: 'a' } })) }, 'filter must have at most 50 conditions'],
    [{ not: { not: { not: { not: { not: { not: {} } } } } } }, 'filter must be nested at most 5 deep'],
    [{ sortOrder: { between: [1] } }, 'filter.sortOrder.between must be a list of two values'],
    [
      { type: 'post', field: { name: 'place', near: { lat: 91, lng: 0, distance: 1 } } },
      'filter.field.place.near must have a lat from -90 to 90',
    ],
  ])('%j is BAD_REQUEST', async (filter, message) => {
    expect(await errorOf(filter)).toBe(message);
  });
});

describe('contents: sort', () => {
  test.each<[string[], string]>([
    [['-rating', 'title'], 'bcad'],
    [['+rating', '-title'], 'acbd'],
    // Texts ignore case, and sort by the code points of what remains.
    [['subtitle', '-title'], 'dacb'],
  ])('by %j', async (sort, order) => {
    expect(await titles({ type: 'post' }, { sort })).toBe(order);
  });

  test('pages by cursor follow every key, past missing values', async () => {
    for (const sort of [['-rating', 'title'], ['+rating', '-publishedAt', 'title'], ['event'], ['subtitle', 'title']]) {
      const whole = await titles({ type: 'post' }, { sort });
      let walked = '';
      let after: string | null = null;
      for (let more = true; more;) {
        const page: object = { limit: 1, after };
        const { data }: { data?: Listed | null } = await site.graphql<Listed>(LIST, {
          filter: { type: 'post' },
          sort,
          page,
        });
        walked += data!.contents.items.map(({ title }) => title).join('');
        after = data!.contents.endCursor;
        more = data!.contents.hasMore;
      }
      expect(walked).toBe(whole);
    }
  });

  test.each([
    [['day'], 'sort: the field "day" is not sortable'],
    [['nothing'], 'sort: "nothing" is not a custom field of the content type "post"'],
    [Array(6).fill('title'), 'sort must have at most 5 keys'],
  ])('%j is BAD_REQUEST', async (sort, message) => {
    expect(await errorOf({ type: 'post' }, { sort })).toBe(message);
  });
});
