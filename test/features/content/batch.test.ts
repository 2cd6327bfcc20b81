import { describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { type Item, anItem, createItem, createType, listItems } from './items.ts';

const service = useService();
const site = useSite(service);

interface Outcome {
  _id: string | null;
  item: Item | null;
  error: Record<string, unknown> | null;
}

describe('POST /content/batch', () => {
  test('each item has its own outcome, in the order of the input', async () => {
    const existing = await createItem(site);
    const items = [
      anItem({ title: 'First' }),
      anItem({ externalId: existing['externalId'] }),
      anItem({ type: 'unknown-type' }),
      anItem({ title: '' }),
      anItem({ title: 'Last', collectionId: 'none' }),
      anItem({ title: 'First' }),
    ];
    const { status, body } = await site.post<Outcome[]>('/content/batch', { items });
    expect(status).toBe(200);
    expect(body.data.map(({ item }) => item?.slug ?? null)).toEqual(['first', null, null, null, null, 'first-2']);
    expect(body.data.map(({ error }) => error?.['code'] ?? null)).toEqual([
      null,
      'CONFLICT',
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
      null,
    ]);
    expect(body.data[1]).toMatchObject({
      _id: existing._id,
      error: { message: 'Content with this externalId already exists', id: existing._id },
    });
    expect(body.data[3]?.error).toMatchObject({ message: 'title is required', details: [{ field: 'title' }] });
    for (const { _id, item } of body.data.filter((outcome) => outcome.item)) {
      expect((await site.get<Item>(`/content/${_id}`)).body.data).toMatchObject(item ?? {});
    }
  });

  test('takes 1 to 100 items', async () => {
    const wrong = { success: false, error: 'items must have 1 to 100 items' };
    for (const count of [0, 101]) {
      const items = Array.from({ length: count }, () => anItem());
      const { status, body } = await site.post('/content/batch', { items });
      expect([status, body]).toMatchObject([400, wrong]);
    }
    const other = await service.site();
    const items = Array.from({ length: 100 }, () => anItem());
    const { body } = await other.post<Outcome[]>('/content/batch', { items });
    expect(body.data.every(({ error }) => error === null)).toBe(true);
    expect((await listItems(other)).pagination.total).toBe(100);
  });

  test('with an Idempotency-Key, a repetition writes nothing and gets the same outcomes', async () => {
    const other = await service.site();
    const items = [anItem({ externalId: 'a' }), anItem({ externalId: 'a' }), anItem({ externalId: 'b' })];
    const post = () => other.call<Outcome[]>('POST', '/content/batch', { items }, { 'idempotency-key': 'batch' });
    const [first, second] = [await post(), await post()];
    expect(first.body.data.map(({ error }) => error?.['code'] ?? null)).toEqual([null, 'CONFLICT', null]);
    expect(second.body).toEqual(first.body);
    expect((await listItems(other)).pagination.total).toBe(2);
  });

  test('a key without the scope read gets ids and errors, and no items', async () => {
    const { secret } = await service.key(site.id, { name: 'writer', scopes: ['write'] });
    const writer = new TestSite(service, site.id, secret);
    const { body } = await writer.post<Outcome[]>('/content/batch', { items: [anItem(), anItem({ title: '' })] });
    expect(body.data.map((outcome) => Object.keys(outcome))).toEqual([
      ['_id', 'error'],
      ['_id', 'error'],
    ]);
    expect(body.data[1]?.error).toMatchObject({ message: 'title is required' });
    const query = 'mutation ($i: CreateContentsInput!) { createContents(input: $i) { item { title } } }';
    const refused = await writer.graphql(query, { i: { items: [anItem()] } });
    expect(refused.errors?.[0]?.extensions?.['code']).toBe('FORBIDDEN');
  });
});

describe('PUT /content/batch', () => {
  test('each change has its own outcome; an outdated revision is one of the errors', async () => {
    const theirs = await createItem(await service.site());
    const [one, other] = [await createItem(site), await createItem(site, { title: 'Kept' })];
    const { body } = await site.put<Outcome[]>('/content/batch', {
      items: [
        { id: one._id, changes: { title: 'Once' } },
        { id: one._id, expectedRevision: 2, changes: { title: 'Twice' } },
        { id: one._id, expectedRevision: 2, changes: { title: 'Outdated' } },
        { id: other._id, changes: { slug: one.slug } },
        { externalId: other['externalId'], changes: { excerpt: 'By externalId' } },
        { externalId: 'none', changes: {} },
        { changes: {} },
        { id: theirs._id, changes: { title: 'Stolen' } },
      ],
    });
    expect(body.data.map(({ item, error }) => item?.title ?? error?.['code'])).toEqual([
      'Once',
      'Twice',
      'PRECONDITION_FAILED',
      'CONFLICT',
      'Kept',
      'NOT_FOUND',
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect(body.data[2]?.error).toMatchObject({ revision: 3 });
    expect((await site.get<Item>(`/content/${one._id}`)).body.data).toMatchObject({ title: 'Twice', revision: 3 });
  });
});

describe('dates of items that come from elsewhere', () => {
  const dates = {
    publishedAt: '2011-02-03T04:05:06.789Z',
    createdAt: '2010-01-01T00:00:00.000Z',
    updatedAt: '2012-12-31T23:59:59.000Z',
  };

  test('are kept, whatever the status, and an update keeps the first two', async () => {
    const item = await createItem(site, { ...dates, status: 'published' });
    expect(item).toMatchObject(dates);
    const { body } = await site.put<Item>(`/content/${item._id}`, { title: 'Changed' });
    expect(body.data).toMatchObject({ publishedAt: dates.publishedAt, createdAt: dates.createdAt });
    expect(Date.parse(String(body.data['updatedAt']))).toBeGreaterThan(Date.parse(dates.updatedAt));
    const draft = await createItem(site, dates);
    expect(draft).toMatchObject({ ...dates, status: 'draft' });
    const published = await site.put<Item>(`/content/${draft._id}`, { status: 'published' });
    expect(published.body.data.publishedAt).toBe(dates.publishedAt);
  });

  test('must be timestamps that can be written again', async () => {
    for (const createdAt of ['0000-06-01T00:00:00Z', '9999-12-31T23:00:00-05:00']) {
      const { status, body } = await site.post('/content', anItem({ createdAt }));
      expect([status, body.error]).toEqual([400, 'createdAt must be in the years 1 to 9999']);
    }
    expect((await site.post('/content', anItem({ updatedAt: 'yesterday' }))).status).toBe(400);
  });
});

describe('references by externalId', () => {
  test('are stored as ids, in lists as well, on create and update', async () => {
    const type = await createType(site, 'linked', [
      { name: 'author', label: 'Author', type: 'reference' },
      { name: 'related', label: 'Related', type: 'references' },
      { name: 'free', label: 'Free', type: 'json' },
    ]);
    const [a, b] = [await createItem(site, { externalId: 'ext a' }), await createItem(site, { externalId: 'ext b' })];
    const [byA, byB] = [{ externalId: 'ext a' }, { externalId: 'ext b' }];
    const customFields = { author: byA, related: [b._id, byA], free: byA, other: byA };
    const item = await createItem(site, { type, customFields });
    expect(item.customFields).toEqual({ author: a._id, related: [b._id, a._id], free: byA, other: byA });
    const { body } = await site.put<Item>(`/content/${item._id}`, { customFields: { author: byB } });
    expect(body.data.customFields).toMatchObject({ author: b._id, related: [b._id, a._id] });
  });

  test('must be of an item of this site', async () => {
    await createType(site, 'alone', [{ name: 'related', label: 'Related', type: 'references' }]);
    await createItem(await service.site(), { externalId: 'theirs' });
    for (const externalId of ['theirs', 'none', 'a\0b']) {
      const customFields = { related: [{ externalId }] };
      const { status, body } = await site.post('/content', anItem({ type: 'alone', customFields }));
      const error = 'customFields.related[0] must be the externalId of a content item of this site';
      expect([status, body.error]).toEqual([400, error]);
    }
  });
});
