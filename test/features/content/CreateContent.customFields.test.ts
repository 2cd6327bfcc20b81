import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import type { RestAnswer } from '../../support/site.ts';
import { type Item, anItem, createItem, createType } from './items.ts';

const FIELDS = [
  { name: 'text', type: 'text', validation: { min: 2, max: 4, pattern: '^[a-z]+$' } },
  { name: 'textarea', type: 'textarea', validation: { max: 4 } },
  { name: 'number', type: 'number', validation: { min: 0, max: 10 } },
  { name: 'boolean', type: 'boolean' },
  { name: 'date', type: 'date' },
  { name: 'datetime', type: 'datetime' },
  { name: 'select', type: 'select', validation: { options: ['a', 'b'] } },
  { name: 'multiselect', type: 'multiselect', validation: { options: ['a', 'b'] } },
  { name: 'media', type: 'media', validation: { allowedTypes: ['image/*'], maxSize: 100 } },
  { name: 'file', type: 'file', validation: { allowedTypes: ['application/pdf'] } },
  { name: 'reference', type: 'reference' },
  { name: 'references', type: 'references' },
  { name: 'url', type: 'url', validation: { pattern: 'example' } },
  { name: 'email', type: 'email' },
  { name: 'json', type: 'json' },
  { name: 'color', type: 'color' },
  { name: 'location', type: 'location' },
];

const REFERENCE = 'must be the id of a content item';
const OF_THIS_SITE = `${REFERENCE} of this site`;
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

const outcome = ({ status, body }: RestAnswer) => ({ status, error: body.error });

describe('POST /content: custom fields', () => {
  const service = useService();
  const site = useSite(service);
  let target: Item;

  beforeAll(async () => {
    await createType(site, 'everything', FIELDS);
    target = await createItem(site);
  });

  const post = (customFields: object, more: object = {}) =>
    site.post<Item>('/content', anItem({ type: 'everything', customFields, ...more }));

  test('a value of each of the seventeen types is kept and read back', async () => {
    const values = {
      text: 'abc',
      textarea: 'a\nb',
      number: 2.5,
      boolean: false,
      date: '2026-02-28',
      datetime: '2026-02-28T10:00:00+01:00',
      select: 'b',
      multiselect: ['b', 'a'],
      media: { url: 'https://example.org/i.png', mimeType: 'image/png', size: 100, alt: 'An image' },
      file: '/files/manual.pdf',
      reference: target._id,
      references: [target._id],
      url: 'https://example.org/',
      email: 'ada@example.org',
      json: [{ any: null }, 'thing'],
      color: '#a0b1c2',
      location: { lat: -90, lng: 180, address: 'Pole' },
    };
    expect(Object.keys(values)).toEqual(FIELDS.map(({ name }) => name));
    const { status, body } = await post(values, { status: 'published' });
    expect(status).toBe(200);
    expect(body.data.customFields).toEqual(values);
    expect((await site.get<Item>(`/content/${body.data._id}`)).body.data.customFields).toEqual(values);
  });

  test.each([
    ['text', 'a', 'must be at least 2 characters long'],
    ['text', 'abcde', 'must be at most 4 characters long'],
    ['text', 'ABC', 'must match the pattern ^[a-z]+$'],
    ['text', 5, 'must be a string'],
    ['textarea', 'abcde', 'must be at most 4 characters long'],
    ['number', '5', 'must be a number'],
    ['number', -1, 'must be at least 0'],
    ['number', 11, 'must be at most 10'],
    ['boolean', 'true', 'must be true or false'],
    ['date', '2026-02-30', 'must be a date such as 2025-01-31'],
    ['datetime', '2026-02-28T10:00', 'must be a date and time with its time zone, such as 2025-01-31T09:30:00Z'],
    ['select', 'c', 'must be "a" or "b"'],
    ['multiselect', 'a', 'must be a list'],
    ['multiselect[1]', ['a', 'c'], 'must be "a" or "b"'],
    ['multiselect[1]', ['a', 'a'], 'must not repeat an earlier item'],
    ['media', 'https://example.org/film.mp4', 'must be a file of type "image/*"'],
    ['media.size', { url: '/i.png', size: 101 }, 'must be at most 100 bytes'],
    ['file', { name: 'x.pdf' }, 'must be the id of a file, a URL or an object with a url'],
    ['reference', 5, REFERENCE],
    ['reference', UNKNOWN_ID, OF_THIS_SITE],
    ['references', UNKNOWN_ID, 'must be a list'],
    ['references[0]', ['not-an-id'], OF_THIS_SITE],
    ['url', 'ftp://example.org', 'must be an absolute URL starting with http:// or https://'],
    ['url', 'https://other.org', 'must match the pattern example'],
    ['email', 'ada', 'must be an email address'],
    ['json.deep', { deep: '\0' }, 'contains characters that cannot be stored'],
    ['color', 'red', 'must be a color such as #fff, #ffffff or #ffffffff'],
    ['location.lat', { lat: 91, lng: 0 }, 'must be a number from -90 to 90'],
  ])('%s rejects %j', async (path, value, wrong) => {
    const name = path.split(/[.[]/)[0]!;
    const { status, body } = await post({ [name]: value });
    const field = `customFields.${path}`;
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      error: `${field} ${wrong}`,
      details: [{ field, message: `${field} ${wrong}` }],
    });
  });

  test('all invalid fields are reported together, in the order of the type', async () => {
    const { body } = await post({ color: 1, text: 1, number: 'x' });
    expect(body.details?.map(({ field }) => field)).toEqual([
      'customFields.text',
      'customFields.number',
      'customFields.color',
    ]);
  });

  test('fields that the type does not define are kept as they are', async () => {
    const own = { extra: { a: [1, { b: null }] }, 'with space': 'x', constructor: 'y' };
    expect((await post(own)).body.data.customFields).toEqual(own);
  });

  test('null is as good as absent', async () => {
    expect((await post({ text: null, extra: null, number: 1 })).body.data.customFields).toEqual({
      number: 1,
      extra: null,
    });
  });

  test('a required field counts only in a published item: on POST, on publishing, and while published', async () => {
    const own = await service.site();
    await createType(own, 'recipe', [{ name: 'minutes', type: 'number', validation: { required: true } }]);
    const refusal = { status: 400, error: 'customFields.minutes is required' };

    expect(outcome(await own.post('/content', anItem({ type: 'recipe', status: 'published' })))).toEqual(refusal);
    const draft = await createItem(own, { type: 'recipe' });
    const put = (input: object) => own.put(`/content/${draft._id}`, input);
    expect(outcome(await put({ status: 'published' }))).toEqual(refusal);
    expect((await put({ status: 'published', customFields: { minutes: 5 } })).status).toBe(200);
    expect(outcome(await put({ customFields: { minutes: null } }))).toEqual(refusal);
    expect((await put({ customFields: { minutes: null }, status: 'draft' })).status).toBe(200);
  });

  test('an item that was published before its type asked for more can still be changed elsewhere', async () => {
    const own = await service.site();
    await createType(own, 'note', []);
    const item = await createItem(own, { type: 'note', status: 'published' });
    const fields = [{ name: 'minutes', type: 'number', validation: { required: true } }];
    await own.put('/content-types/note', { fields });
    expect((await own.put(`/content/${item._id}`, { title: 'renamed' })).status).toBe(200);
    expect((await own.put(`/content/${item._id}`, { customFields: { other: 1 } })).status).toBe(400);
  });

  test('a default fills in for a field that is absent on POST, not for null, and not on PUT', async () => {
    const own = await service.site();
    await createType(own, 'recipe', [{ name: 'servings', type: 'number', defaultValue: 4 }]);
    const item = await createItem(own, { type: 'recipe' });
    expect(item.customFields).toEqual({ servings: 4 });
    expect((await createItem(own, { type: 'recipe', customFields: { servings: null } })).customFields).toEqual({});
    await own.put(`/content/${item._id}`, { customFields: { servings: null } });
    const { body } = await own.put<Item>(`/content/${item._id}`, { customFields: { other: 1 } });
    expect(body.data.customFields).toEqual({ other: 1 });
  });

  test('the built-in types have the fields of the interface', async () => {
    expect(
      await createItem(site, { type: 'product', customFields: { price: 1, sku: 'x', inventory: 2 } }),
    ).toBeTruthy();
    const product = await site.post('/content', anItem({ type: 'product', customFields: { price: 'free' } }));
    expect(product.body.error).toBe('customFields.price must be a number');
    const faq = await site.post('/content', anItem({ type: 'faq', customFields: { question: 1, answer: 2 } }));
    expect(faq.body.details).toHaveLength(2);
  });

  test('a pattern that would hang a backtracking engine does not hang the service', async () => {
    const own = await service.site();
    await createType(own, 'trap', [{ name: 'text', type: 'text', validation: { pattern: '^(a+)+$' } }]);
    const started = performance.now();
    const answer = await own.post(
      '/content',
      anItem({ type: 'trap', customFields: { text: `${'a'.repeat(50_000)}!` } }),
    );
    expect(answer.status).toBe(400);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
