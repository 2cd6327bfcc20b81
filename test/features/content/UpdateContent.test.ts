import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { type Item, anItem, createItem, createType, listItems } from './items.ts';

const FULL = {
  content: 'the body',
  excerpt: 'short',
  url: 'https://example.org',
  language: 'de',
  categories: ['a'],
  tags: ['b'],
  author: 'Ada',
  featuredImage: 'https://example.org/i.png',
  metadata: { a: 1 },
  videoMetadata: { duration: 5, resolution: 'x' },
  documentMetadata: { pageCount: 2 },
  courseMetadata: { lessons: 1 },
  aiIndexed: false,
  sortOrder: 9,
};

const CLEARED = {
  content: null,
  excerpt: null,
  url: undefined,
  language: 'en',
  categories: [],
  tags: [],
  author: null,
  featuredImage: null,
  metadata: undefined,
  videoMetadata: undefined,
  documentMetadata: undefined,
  courseMetadata: undefined,
  aiIndexed: true,
  sortOrder: 0,
} satisfies Record<keyof typeof FULL, unknown>;

describe('PUT /content/:id', () => {
  const service = useService();
  const site = useSite(service);

  const change = async (item: Item, input: object): Promise<Item> => {
    const { status, body } = await site.put<Item>(`/content/${item._id}`, input);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.data;
  };

  test('an empty body changes nothing', async () => {
    const item = await createItem(site, FULL);
    expect(await change(item, {})).toEqual(item);
  });

  test('each property is changed alone; what is absent stays', async () => {
    const changes = { ...FULL, title: 'New title', slug: 'new-slug', externalId: 'new-id', status: 'archived' };
    for (const [name, value] of Object.entries(changes)) {
      const item = await createItem(site, name === 'aiIndexed' ? {} : { sortOrder: 1 });
      const changed = await change(item, { [name]: value });
      expect(changed).toEqual({ ...item, [name]: value, revision: 2, updatedAt: changed['updatedAt'] });
      expect((await site.get(`/content/${item._id}`)).body.data).toEqual(changed);
      if (name === 'slug' || name === 'externalId') await site.delete(`/content/${item._id}`);
    }
  });

  test.each(Object.keys(FULL) as (keyof typeof FULL)[])('null clears %s and nothing else', async (name) => {
    const item = await createItem(site, FULL);
    const changed = await change(item, { [name]: null });
    const { [name]: _before, ...others } = FULL;
    expect(changed).toMatchObject(others);
    expect(changed[name]).toEqual(CLEARED[name]);
  });

  test('null takes status and access level back to their defaults', async () => {
    await createType(site, 'members', [], { accessLevel: 'premium' });
    const item = await createItem(site, { type: 'members', status: 'published', accessLevel: 'public' });
    expect(await change(item, { status: null, accessLevel: null })).toMatchObject({
      status: 'draft',
      accessLevel: 'premium',
    });
  });

  test('null derives the slug from the title again', async () => {
    await createItem(site, { title: 'Anew' });
    const item = await createItem(site, { title: 'x', slug: 'by-hand' });
    expect((await change(item, { title: 'Anew', slug: null })).slug).toBe('anew-2');
    expect((await change(item, { slug: null })).slug).toBe('anew-2');
  });

  test('the slug stays when the title changes', async () => {
    const item = await createItem(site, { title: 'Old name' });
    expect(await change(item, { title: 'Another' })).toMatchObject({ title: 'Another', slug: 'old-name' });
  });

  test('type and unknown fields are ignored', async () => {
    const item = await createItem(site);
    expect(await change(item, { type: 'faq', _id: 'x', createdAt: 'x', publishedAt: '2020-01-01' })).toMatchObject({
      type: 'article',
      _id: item._id,
      createdAt: item['createdAt'],
      publishedAt: null,
    });
  });

  test.each([
    [{ title: null }, 'title must not be empty'],
    [{ title: ' ' }, 'title must not be empty'],
    [{ externalId: '' }, 'externalId must not be empty'],
    [{ title: [] }, 'title must be a string'],
    [{ status: 'gone' }, 'status must be "draft", "published" or "archived"'],
    [{ accessLevel: 'subscription' }, 'requiredSubscriptions is required'],
    [{ language: '' }, 'language must be an ISO language code'],
    [{ slug: '' }, 'slug must have only lower-case letters, digits and single hyphens, at most 200 characters'],
    [{ customFields: 'x' }, 'customFields must be an object'],
    [{ collectionId: 'x' }, 'collectionId must be the id of a collection of this site'],
  ])('%j is 400 and changes nothing', async (input, message) => {
    const item = await createItem(site);
    const { status, body } = await site.put(`/content/${item._id}`, { author: 'changed', ...input });
    expect({ status, error: body.error }).toEqual({ status: 400, error: message });
    expect((await site.get(`/content/${item._id}`)).body.data).toEqual(item);
  });

  test('the collection of another site is rejected, the own one is taken and cleared', async () => {
    const create = 'mutation { createCollection(input: { name: "C" }) { id } }';
    const theirs = await (await service.site()).graphql<{ createCollection: { id: string } }>(create);
    const own = await site.graphql<{ createCollection: { id: string } }>(create);
    const item = await createItem(site);
    const refused = await site.put(`/content/${item._id}`, { collectionId: theirs.data!.createCollection.id });
    expect(refused.body.error).toBe('collectionId must be the id of a collection of this site');
    const collectionId = own.data!.createCollection.id;
    expect(await change(item, { collectionId })).toHaveProperty('collectionId', collectionId);
    expect(await change(item, { collectionId: null })).toHaveProperty('collectionId', null);
  });

  test('another item has the externalId: 409 with its id; the own one is no conflict', async () => {
    const [one, two] = [await createItem(site), await createItem(site)];
    const { status, body } = await site.put(`/content/${two._id}`, { externalId: one['externalId'] });
    expect(status).toBe(409);
    const error = 'Content with this externalId already exists';
    expect(body).toEqual({ success: false, ...conflictAt('externalId', error), id: one._id });
    expect(await change(two, { externalId: two['externalId'], slug: two.slug })).toMatchObject({ _id: two._id });
  });

  test('another item of the type has the slug: 409', async () => {
    const [one, two] = [await createItem(site), await createItem(site)];
    const { status, body } = await site.put(`/content/${two._id}`, { slug: one.slug });
    expect({ status, error: body.error }).toEqual({ status: 409, error: 'Content with this slug already exists' });
  });

  test('publishedAt is set by the first publishing and kept by all that follows', async () => {
    const item = await createItem(site);
    const { publishedAt } = await change(item, { status: 'published' });
    expect(publishedAt).toMatch(/^\d{4}-/);
    for (const status of ['published', 'draft', 'archived', 'published']) {
      expect(await change(item, { status, title: `now ${status}` })).toMatchObject({ status, publishedAt });
    }
  });

  test('a new access level is in force at once, for lists and by id', async () => {
    const item = await createItem(site, { title: 'closes' });
    expect(await change(item, { accessLevel: 'premium', content: 'x' })).toMatchObject({ content: 'x' });
    expect((await site.get(`/content/${item._id}`)).status).toBe(403);
    expect((await listItems(site, 'search=closes')).items).toEqual([]);
    await change(item, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    expect((await site.get(`/content/${item._id}`)).body.error).toBe('Subscription required: gold');
    const withheld = await site.put(`/content/${item._id}`, { requiredSubscriptions: null });
    expect(withheld.body.error).toBe('requiredSubscriptions is required');
    await change(item, { accessLevel: 'public' });
    expect((await site.get(`/content/${item._id}`)).status).toBe(200);
  });

  test('customFields are merged by key: absent stays, null clears, null for all of them clears all', async () => {
    const item = await createItem(site, { type: 'product', customFields: { price: 1, sku: 'a', own: { x: 1, y: 2 } } });
    const merged = await change(item, { customFields: { price: 2, sku: null, own: { z: 3 } } });
    expect(merged.customFields).toEqual({ price: 2, own: { z: 3 } });
    expect((await change(item, { customFields: {} })).customFields).toEqual({ price: 2, own: { z: 3 } });
    expect((await change(item, { customFields: null })).customFields).toEqual({});
  });

  test('twenty changes of different custom fields at once are all kept', async () => {
    const item = await createItem(site);
    const names = Array.from({ length: 20 }, (_, index) => `field${index}`);
    await Promise.all(names.map((name) => change(item, { customFields: { [name]: name } })));
    const { body } = await site.get<Item>(`/content/${item._id}`);
    expect(Object.keys(body.data.customFields).toSorted()).toEqual(names.toSorted());
  });

  test('of two changes to one slug at once, one succeeds and the other is 409', async () => {
    const items = [await createItem(site), await createItem(site)];
    const answers = await Promise.all(items.map(({ _id }) => site.put(`/content/${_id}`, { slug: 'wanted' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('an unknown or malformed id is 404, whatever the body', async () => {
    for (const id of ['01890000-0000-7000-8000-000000000000', 'x', '%00']) {
      const { status, body } = await site.put(`/content/${id}`, anItem());
      expect({ status, error: body.error }).toEqual({ status: 404, error: 'Content not found' });
    }
  });
});
