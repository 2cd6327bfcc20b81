import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();
const site = useSite(service);
let writer: string;
let first: Item;

beforeAll(async () => {
  await createType(site, 'writer', []);
  await createType(site, 'post', [
    { name: 'rating', type: 'number', sortable: true },
    { name: 'place', type: 'location' },
    { name: 'writer', type: 'reference', validation: { referenceTo: 'writer' } },
  ]);
  writer = (await createItem(site, { type: 'writer', title: 'w', slug: 'ann' }))._id;
  const post = (title: string, customFields: object, more: object = {}) =>
    createItem(site, { type: 'post', title, slug: `post-${title}`, customFields, ...more });
  first = await post('a', { rating: 4, writer }, { tags: ['x', 'y'], categories: ['news'], externalId: 'one' });
  await post('b', { rating: 5, place: { lat: 10, lng: 20 } }, { tags: ['y'], language: 'de' });
  await post('c', {}, { tags: ['z'] });
});

const titles = async (query: string): Promise<string> => {
  const { status, body } = await site.get<Item[]>(`/content?${query}`);
  if (status !== 200) throw new Error(body.error);
  return body.data.map(({ title }) => title).join('');
};

describe('GET /content: filter and sort', () => {
  test.each([
    ['filter[tags][in]=x,z', 'ac'],
    ['filter[tags][containsAll]=x,y', 'a'],
    ['filter[tags][in]=x&filter[tags][in]=z', 'ac'],
    ['filter[title][in]=a,b', 'ab'],
    ['filter[title][in]=a\\,b', ''],
    ['filter[title][in]=c\\&filter[title][in]=b', 'b'],
    ['filter[fields.rating][gte]=4.5', 'b'],
    ['filter[fields.rating][exists]=false', 'c'],
    ['filter[fields.rating][between]=4,4.5', 'a'],
    ['filter[fields.writer.slug]=ann', 'a'],
    ['filter[fields.writer.slug][ne]=ann', ''],
    ['filter[fields.place][near]=10,20,1000', 'b'],
    ['filter[fields.place][within]=0,0,20,30', 'b'],
    ['filter[slug][startsWith]=post-&filter[not][slug]=post-a', 'bc'],
    ['filter[or][0][title]=a&filter[or][1][title]=c', 'ac'],
    ['filter[or][0][title]=a&filter[or][0][language]=de&filter[or][1][title]=c', 'c'],
    ['filter[type][ne]=post', 'w'],
    ['filter[createdAt][gt]=2999-01-01T00:00:00Z', ''],
    ['slug=post-b', 'b'],
    ['tag=y', 'ab'],
    ['category=news', 'a'],
    ['language=de', 'b'],
    ['slug=post-b&tag=x', ''],
  ])('%s finds "%s"', async (query, found) => {
    expect(await titles(`${query}&sort=title&sortDir=asc`)).toBe(found);
  });

  test('ids', async () => {
    expect(await titles(`ids=${first._id},${writer},nonsense&sort=%2Btitle`)).toBe('aw');
  });

  test.each([
    ['sort=-fields.rating,title&type=post', 'bac'],
    ['sort=%2Brating&type=post', 'abc'],
    ['sort=-title', 'wcba'],
    ['sort=title', 'wcba'],
    ['sort=title,-createdAt', 'abcw'],
  ])('%s gives %s', async (query, order) => {
    expect(await titles(query)).toBe(order);
  });

  test('after continues behind the endCursor', async () => {
    const page = await site.get<Item[]>('/content?limit=1&sort=-fields.rating,title&type=post');
    const after = String(page.body['endCursor']);
    expect(await titles(`limit=2&sort=-fields.rating,title&type=post&after=${after}`)).toBe('ac');
    expect(await titles('after=&sort=-title')).toBe('wcba');
  });

  test.each([
    ['filter[titel]=a', 'filter[titel] is not a field of content items'],
    ['filter[title][gt]=a', /^filter\[title\]\[gt\] does not fit the field: its operator must be "eq"/],
    ['filter[status]=live', 'filter[status] must be "draft", "published" or "archived"'],
    ['filter[fields.rating]=four', 'filter[fields.rating] must be a number'],
    ['filter[fields.stars]=4', 'filter[fields.stars]: "stars" is not a custom field of any content type'],
    ['filter[not][not][not][not][not][not][not][title]=a', 'filter must be nested at most 5 deep'],
  ])('%s is 400', async (query, message) => {
    const { status, body } = await site.get(`/content?${query}`);
    expect([status, body.error]).toEqual([
      400,
      typeof message === 'string' ? message : (expect.stringMatching(message) as string),
    ]);
  });
});

test.each([
  ['one entry', 'a'.repeat(10_000_000)],
  ['escapes', String.raw`a\b`.repeat(2_500_000)],
])('a list of several MB that is %s is a bad request', async (_what, value) => {
  const { data, errors } = await site.graphql(
    'query ($filter: [FilterParameter!]) { contents(filterParameters: $filter) { total } }',
    { filter: [{ path: ['title', 'in'], value }] },
  );
  expect([data, errors?.[0]?.extensions['code']]).toEqual([{ contents: null }, 'BAD_REQUEST']);
  expect(errors?.[0]?.message).toBe('filter[title][in] must have at most 300 characters');
});

describe('GET /content?fields', () => {
  test('keeps these fields, and _id', async () => {
    const { body } = await site.get<Item[]>('/content?fields=title,fields.rating&slug=post-a');
    expect(body.data).toEqual([{ _id: first._id, title: 'a', customFields: { rating: 4 } }]);
    expect(body['pagination']).toMatchObject({ total: 1 });
    const one = await site.get(`/content/${first._id}?fields=slug`);
    expect(one.body.data).toEqual({ _id: first._id, slug: 'post-a' });
  });

  test('an unknown one is 400', async () => {
    const { status, body } = await site.get('/content?fields=title,nope');
    expect([status, body.error]).toEqual([400, 'fields: "nope" is not a field of the answer']);
  });
});

describe('unknown query parameters', () => {
  test('are ignored and named in a header', async () => {
    const { status, headers } = await site.get('/content?tga=x&limit=1&filter=y&%20a=');
    expect(status).toBe(200);
    expect(headers.get('x-svc-ignored-parameters')).toBe('tga, filter, %20a');
    expect((await site.get('/content?limit=1')).headers.get('x-svc-ignored-parameters')).toBeNull();
  });

  test('are 400 with X-Svc-Strict, or with a strict key', async () => {
    const strict = { 'x-svc-strict': 'true' };
    const { status, body } = await site.get('/content?tga=x&limit=1', strict);
    expect([status, body.error]).toEqual([400, 'tga is not a parameter of this operation: did you mean "tag"?']);
    expect((await site.get('/content?tag=x&filter[title]=a&fields=title', strict)).status).toBe(200);
    const { data } = await new Admin(service).createApiKey(site.id, { name: 'strict', strict: true });
    expect((await site.get('/content?tga=x', { 'x-svc-api-key': data!.createApiKey.secret })).status).toBe(400);
  });
});

describe('GET /content/by-slug/:type/:slug', () => {
  test('answers the item; another type, slug or language is 404', async () => {
    const { body } = await site.get<Item>('/content/by-slug/post/post-b?language=de');
    expect(body.data).toMatchObject({ title: 'b', customFields: { rating: 5 } });
    for (const path of ['page/post-b', 'post/nothing', 'post/post-b?language=en', 'post/%00']) {
      const { status, body: missing } = await site.get(`/content/by-slug/${path}`);
      expect([status, missing.error]).toEqual([404, 'Content not found']);
    }
  });

  test('a restricted one is 403', async () => {
    await createItem(site, { type: 'writer', title: 'paid', slug: 'paid', accessLevel: 'premium' });
    expect((await site.get('/content/by-slug/writer/paid')).status).toBe(403);
  });
});

describe('PUT /content/by-external-id/:externalId', () => {
  const whole = { type: 'post', title: 'Put', excerpt: 'short', tags: ['put'], customFields: { rating: 1 } };

  test('creates, then replaces what is omitted by its default, and changes nothing when repeated', async () => {
    const path = '/content/by-external-id/put%2Fone';
    const { data } = (await site.put<Item>(path, whole)).body;
    expect(data).toMatchObject({ ...whole, externalId: 'put/one', slug: 'put', revision: 1 });
    const again = (await site.put<Item>(path, whole)).body.data;
    expect(again).toMatchObject({ ...whole, _id: data._id, slug: 'put', revision: 1 });
    const { body } = await site.put<Item>(path, {
      type: 'post',
      title: 'Other',
      customFields: { place: { lat: 1, lng: 2 } },
    });
    expect(body.data).toMatchObject({ _id: data._id, title: 'Other', slug: 'put', excerpt: null, tags: [] });
    expect(body.data.customFields).toEqual({ place: { lat: 1, lng: 2 } });
  });

  test('at once by several callers: one item', async () => {
    const puts = Array.from({ length: 8 }, (_, n) =>
      site.put<Item>('/content/by-external-id/race', { ...whole, slug: 'race', excerpt: String(n % 2) }),
    );
    const answers = await Promise.all(puts);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1);
  });

  test.each([
    [{ ...whole, type: 'writer' }, 'type must be "post", which cannot change'],
    [{ ...whole, externalId: 'other' }, 'externalId must be the one of the path'],
    [{ type: 'post' }, 'title is required'],
  ])('%j is 400', async (body, message) => {
    await site.put('/content/by-external-id/wrong', whole);
    const answer = await site.put('/content/by-external-id/wrong', body);
    expect([answer.status, answer.body.error]).toEqual([400, message]);
  });
});
