import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { type Item, anItem, createItem, listItems } from './items.ts';

const EVERYTHING = {
  title: 'Tītle 😀',
  content: '<h1>Body</h1>',
  excerpt: 'Short',
  slug: 'own-slug',
  url: 'https://example.org/a?b=c#d',
  language: 'pt-BR',
  categories: ['News', 'Ünicode'],
  tags: ['a', 'b'],
  status: 'archived',
  accessLevel: 'public',
  author: 'Ada',
  featuredImage: 'https://example.org/i.png',
  customFields: { price: 9.99, unknown: { deep: [null, 1, 'x'] } },
  metadata: { nested: { list: [1, 'two', null, true] }, 'a key': '\\u0000 is no character here' },
  videoMetadata: { duration: 61.5, streamUrl: 's', thumbnailUrl: 't', resolution: '1920x1080' },
  documentMetadata: { pageCount: 3, fileSize: 2 ** 40, format: 'pdf' },
  courseMetadata: { lessons: 4, totalDuration: 3600.5, difficulty: 'hard', prerequisites: ['x'] },
  aiIndexed: false,
  sortOrder: -4,
};

describe('POST /content', () => {
  const service = useService();
  const site = useSite(service);

  test('with the three required fields: the whole item, defaults filled in', async () => {
    const input = anItem({ title: '  Hällo, World!  ' });
    const { status, body } = await site.post<Item>('/content', input);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data).toMatchObject({
      ...input,
      slug: 'hallo-world',
      language: 'en',
      status: 'draft',
      accessLevel: 'public',
      categories: [],
      tags: [],
      customFields: {},
      aiIndexed: true,
      sortOrder: 0,
      collectionId: null,
      content: null,
      publishedAt: null,
    });
    expect(body.data._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body.data['createdAt']).toBe(body.data['updatedAt']);
  });

  test('every field is kept and read back', async () => {
    const collection = await site.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "All" }) { id } }',
    );
    const input = anItem({ ...EVERYTHING, type: 'product', collectionId: collection.data!.createCollection.id });
    const created = await site.create<Item>('/content', input);
    expect(created).toMatchObject(input);
    const read = await site.get<Item>(`/content/${created._id}`);
    expect(read.body.data).toEqual(created);
    const listed = (await listItems(site, 'limit=100&includeContent=true')).items.find(
      ({ _id }) => _id === created._id,
    );
    expect(listed).toEqual(created);
  });

  test('null is as good as absent', async () => {
    const { customFields: _custom, ...rest } = EVERYTHING;
    const { title: _title, ...optional } = rest;
    const nulls = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    const [created, plain] = [await createItem(site, { ...nulls, customFields: null }), await createItem(site)];
    const distinct = { _id: '', externalId: '', title: '', slug: '', createdAt: '', updatedAt: '' };
    expect({ ...created, ...distinct }).toEqual({ ...plain, ...distinct });
  });

  test.each([
    [{}, ['externalId is required', 'type is required', 'title is required']],
    [{ externalId: 'x', type: 'article' }, ['title is required']],
    [{ externalId: '', type: ' ', title: null }, ['title is required']],
    [{ externalId: '', type: '', title: ' ' }, ['externalId is required', 'type is required', 'title is required']],
  ])('%j is 400 and says all that is missing', async (input, messages) => {
    const { status, body } = await site.post('/content', input);
    expect(status).toBe(400);
    expect(body.error).toBe(messages[0]);
    expect(body.details?.map(({ message }) => message).toSorted()).toEqual(messages.toSorted());
  });

  test.each([
    [{ title: 5 }, 'title must be a string'],
    [{ title: 'x'.repeat(301) }, 'title must have at most 300 characters'],
    [{ title: 'nul \0' }, 'title must not contain the character U+0000 or half a surrogate pair'],
    [{ externalId: 'x'.repeat(301) }, 'externalId must have at most 300 characters'],
    [{ type: 'novel' }, 'Unknown content type: novel'],
    [{ type: 'nul\0' }, 'Unknown content type: nul\0'],
    [{ status: 'live' }, 'status must be "draft", "published" or "archived"'],
    [{ accessLevel: 'gold' }, 'accessLevel must be "public", "authenticated", "premium" or "subscription"'],
    [{ accessLevel: 'subscription' }, 'requiredSubscriptions is required'],
    [{ accessLevel: 'subscription', requiredSubscriptions: [] }, 'requiredSubscriptions is required'],
    [{ requiredSubscriptions: ['ok', ''] }, 'requiredSubscriptions[1] must not be empty'],
    [{ requiredSubscriptions: 'gold' }, 'requiredSubscriptions must be an array of strings'],
    [
      { slug: 'Not A Slug' },
      'slug must have only lower-case letters, digits and single hyphens, at most 200 characters',
    ],
    [{ language: 'english language' }, 'language must be an ISO language code'],
    [{ language: '' }, 'language must be an ISO language code'],
    [{ tags: ['ok', 7] }, 'tags[1] must be a string'],
    [{ tags: ['a', null] }, 'tags[1] must be a string'],
    [{ categories: {} }, 'categories must be an array of strings'],
    [{ categories: Array.from({ length: 201 }, String) }, 'categories must have at most 200 entries'],
    [{ customFields: [] }, 'customFields must be an object'],
    [{ metadata: 'x' }, 'metadata must be an object'],
    [{ metadata: { a: '\ud800' } }, 'metadata must not contain the character U+0000 or half a surrogate pair'],
    [{ metadata: { a: ['\0'] } }, 'metadata must not contain the character U+0000 or half a surrogate pair'],
    [{ metadata: { a: 'x'.repeat(66_000) } }, 'metadata must have at most 64 kB as JSON'],
    [{ videoMetadata: { duration: 'long' } }, 'videoMetadata.duration must be a number'],
    [{ videoMetadata: { duration: -1 } }, 'videoMetadata.duration must be at least 0'],
    [
      { videoMetadata: { streamUrl: '\udfff' } },
      'videoMetadata must not contain the character U+0000 or half a surrogate pair',
    ],
    [{ documentMetadata: { pageCount: 1.5 } }, 'documentMetadata.pageCount must be an integer'],
    [{ courseMetadata: { prerequisites: [1] } }, 'courseMetadata.prerequisites[0] must be a string'],
    [{ aiIndexed: 'true' }, 'aiIndexed must be true or false'],
    [{ sortOrder: 1_000_000_000 }, 'sortOrder must be a whole number from -999999999 to 999999999'],
    [{ collectionId: 'x' }, 'collectionId must be the id of a collection of this site'],
    [
      { collectionId: '01890000-0000-7000-8000-000000000000' },
      'collectionId must be the id of a collection of this site',
    ],
  ])('%# %j is 400', async (more, message) => {
    const { status, body } = await site.post('/content', { ...anItem(), ...more });
    expect({ status, error: body.error }).toEqual({ status: 400, error: message });
    expect(body.details?.map((fault) => fault.message)).toContain(message);
  });

  test('an unknown type is reported with the other errors', async () => {
    const { body } = await site.post('/content', anItem({ type: 'novel', slug: 'No' }));
    expect(body.details?.map(({ field }) => field).toSorted()).toEqual(['slug', 'type']);
  });

  test('unknown fields are ignored, at every depth', async () => {
    const item = await createItem(site, {
      _id: 'mine',
      id: 'mine',
      contentTypeId: 'x',
      videoMetadata: { codec: 'av1' },
    });
    expect(item._id).not.toBe('mine');
    expect(item).toMatchObject({ videoMetadata: {} });
  });

  test.each([['null'], ['[]'], ['"x"'], ['{"title":'], ['{}}']])('the body %s is 400', async (text) => {
    const response = await fetch(`${service.url}/api/sdk/content`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key, 'content-type': 'application/json' },
      body: text,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, error: expect.stringMatching(/body/i) as string });
  });

  test('__proto__ keys change nothing and are not kept', async () => {
    const text = JSON.stringify(anItem()).replace(
      /}$/,
      ',"__proto__":{"status":"published"},"customFields":{"__proto__":{"a":1},"b":2},"metadata":{"constructor":"kept"}}',
    );
    const response = await fetch(`${service.url}/api/sdk/content`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key, 'content-type': 'application/json' },
      body: text,
    });
    const { data } = (await response.json()) as { data: Item };
    expect(data).toMatchObject({ status: 'draft', customFields: { b: 2 }, metadata: { constructor: 'kept' } });
    expect(Object.keys(data.customFields)).toEqual(['b']);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  test('an item is created whole or not at all', async () => {
    const own = await service.site();
    await own.post('/content', { ...anItem(), customFields: { a: '\0' } });
    expect((await listItems(own)).items).toEqual([]);
  });

  test('publishedAt is set when it is created published', async () => {
    const before = Date.now();
    const published = await createItem(site, { status: 'published' });
    expect(Date.parse(published.publishedAt!)).toBeGreaterThanOrEqual(before - 1);
    expect((await createItem(site, { status: 'archived' })).publishedAt).toBeNull();
  });

  test('the answer gives its writer the whole item, whatever its access level', async () => {
    const { body } = await site.post('/content', anItem({ ...EVERYTHING, slug: null, accessLevel: 'premium' }));
    expect(body.data).toMatchObject({ accessLevel: 'premium', content: EVERYTHING.content, url: EVERYTHING.url });
    const restricted = { ...anItem(), accessLevel: 'subscription', requiredSubscriptions: ['gold'] };
    expect((await site.post('/content', restricted)).body.data).toMatchObject({ requiredSubscriptions: ['gold'] });
  });
});
