import { describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { statementsOf } from '../../support/statements.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { picture } from '../asset/sample-files.ts';
import { fieldOf, upload } from '../asset/uploading.ts';
import { Admin } from '../site/admin.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();
const site = useSite(service);

const PREVIEW = { 'x-svc-preview': 'true' };
const FORBIDDEN = 'API key does not allow this operation: it lacks the scope preview';

interface Draft {
  _id: string;
  revision: number;
  itemRevision: number;
  values: Record<string, unknown>;
  writtenBy: { name: string } | null;
}

const save = (id: string, values: object, headers = {}, by = site) =>
  by.call<Draft>('PUT', `/content/${id}/draft`, values, headers);
const publish = (id: string, body?: object, headers = {}) =>
  site.call<Item>('POST', `/content/${id}/draft/publish`, body, headers);
const read = async (id: string, headers = PREVIEW, by = site) =>
  (await by.get<Item & { content: string }>(`/content/${id}`, headers)).body.data;
const live = (id: string) => read(id, {} as typeof PREVIEW);

async function keyWith(scopes: string[], of = site): Promise<TestSite> {
  const { data } = await new Admin(service).createApiKey(of.id, { name: 'key', scopes });
  return new TestSite(service, of.id, data?.createApiKey.secret ?? '');
}

/** Of the change feed, once it has this item: a change comes when every transaction before it has ended, also of others. */
async function cursorAfter(id: string): Promise<string> {
  let cursor = '';
  const isListed = async (): Promise<boolean> => {
    const { body } = await site.get<{ _id: string }[]>('/content/changes?limit=500');
    cursor = body['cursor'] as string;
    return body.data.some(({ _id }) => _id === id);
  };
  await expect.poll(isListed).toBe(true);
  return cursor;
}

const published = (more: object = {}) => createItem(site, { status: 'published', ...more });

describe('a draft beside a live item', () => {
  test('changes nothing that is live, and is read with the preview header by id, slug, list and reference', async () => {
    await createType(site, 'plain', [{ name: 'note', type: 'text' }]);
    await createType(site, 'linking', [{ name: 'to', type: 'reference' }]);
    const item = await published({ type: 'plain', title: 'Live', content: 'Old', customFields: { note: 'a', own: 1 } });
    const linking = await published({ type: 'linking', customFields: { to: item._id } });
    const before = await live(item._id);
    const cursor = await cursorAfter(linking._id);
    const { status, body } = await save(item._id, { title: 'Next', content: 'New', customFields: { note: 'b' } });
    expect([status, body.data]).toMatchObject([
      200,
      { _id: item._id, itemRevision: 1, values: { title: 'Next', content: 'New', customFields: { note: 'b' } } },
    ]);
    expect((await site.get<Draft>(`/content/${item._id}/draft`)).body.data).toEqual(body.data);
    expect(await live(item._id)).toEqual(before);
    expect((await site.get<unknown[]>(`/content/changes?since=${cursor}`)).body.data).toEqual([]);
    expect((await site.get<unknown[]>(`/content/${item._id}/versions`)).body.data).toEqual([]);
    const next = { title: 'Next', revision: 1, customFields: { note: 'b', own: 1 } };
    expect(await read(item._id)).toMatchObject({ ...next, content: 'New', slug: item.slug });
    const bySlug = await site.get(`/content/by-slug/plain/${item.slug}`, PREVIEW);
    expect(bySlug.body.data).toMatchObject(next);
    const listed = await site.get<Item[]>('/content?type=plain', PREVIEW);
    expect(listed.body.data).toMatchObject([next]);
    const expanded = await site.get<Item>(`/content/${linking._id}?expand=true`, PREVIEW);
    expect(expanded.body.data.customFields['to']).toMatchObject(next);
    const query = '{ contents(filter: { type: "linking" }) { items { references(field: "to") { title content } } } }';
    const headers = { 'x-svc-api-key': site.key, ...PREVIEW };
    expect((await service.graphql(query, {}, headers)).data).toEqual({
      contents: { items: [{ references: [{ title: 'Next', content: 'New' }] }] },
    });
    expect((await site.get<Item[]>('/content?type=plain')).body.data).toMatchObject([{ title: 'Live' }]);
    expect((await site.get(`/content/${item._id}`, { 'x-svc-preview': 'yes' })).body).toMatchObject({
      success: false,
      details: [{ field: 'X-Svc-Preview' }],
    });
  });

  test('is saved in parts: omitted values stay, null clears, and a value of the live item is no difference', async () => {
    const { _id } = await published({ title: 'A', excerpt: 'B', tags: ['c'], customFields: { one: 1, two: 2 } });
    await save(_id, { title: 'A2', tags: ['d'] });
    await save(_id, { excerpt: null, customFields: { one: null, three: 3 } });
    const { body } = await save(_id, { tags: ['c'], customFields: { two: 2 } });
    expect(body.data.values).toEqual({ title: 'A2', excerpt: null, customFields: { one: null, three: 3 } });
    expect(await read(_id)).toMatchObject({
      title: 'A2',
      excerpt: null,
      tags: ['c'],
      customFields: { two: 2, three: 3 },
    });
    const { customFields } = await read(_id);
    expect(customFields).not.toHaveProperty('one');
  });

  test('has custom fields by any name, also one that objects have by their prototype', async () => {
    const { _id } = await published({ customFields: { toString: 'live' } });
    const { status, body } = await save(_id, { customFields: { constructor: false, toString: 'next' } });
    expect([status, body.data.values]).toEqual([200, { customFields: { constructor: false, toString: 'next' } }]);
    expect((await publish(_id)).body.data.customFields).toMatchObject({ constructor: false, toString: 'next' });
  });

  test('is checked as an update is, but only has content, and may lack what publishing requires', async () => {
    await createType(site, 'strict', [
      { name: 'must', type: 'text', validation: { required: true } },
      { name: 'count', type: 'number' },
    ]);
    const { _id } = await published({ type: 'strict', customFields: { must: 'yes' } });
    for (const [values, field] of [
      [{ title: '' }, 'title'],
      [{ customFields: { count: 'many' } }, 'customFields.count'],
      [{ accessLevel: 'subscription' }, 'requiredSubscriptions'],
    ] as const) {
      const { status, body } = await save(_id, values);
      expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    }
    expect((await site.get(`/content/${_id}/draft`)).body.error).toBe('Draft not found');
    expect((await save(_id, { customFields: { must: null } })).status).toBe(200);
    const refused = await publish(_id);
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'customFields.must']);
    expect((await live(_id)).customFields).toEqual({ must: 'yes' });
    expect((await site.get(`/content/${_id}/draft`)).status).toBe(200);
  });

  test('becomes live in one update: one revision, a version, its files in use, and the search finds it', async () => {
    const own = site;
    await createType(own, 'pictured', [{ name: 'image', type: 'media' }]);
    const key = await upload(own, 'draft.png', await picture('png'));
    const image = String(await fieldOf(own, key, 'id'));
    const { _id } = await published({ type: 'pictured', title: 'Heron', content: 'The heron waits.' });
    await save(_id, { content: 'The bittern booms.', customFields: { image } });
    const { status, body } = await publish(_id);
    expect([status, body.data]).toMatchObject([
      200,
      { revision: 2, content: 'The bittern booms.', status: 'published' },
    ]);
    expect((await live(_id)).content).toBe('The bittern booms.');
    const versions = await own.get<{ revision: number }[]>(`/content/${_id}/versions`);
    expect(versions.body.data.map(({ revision }) => revision)).toEqual([1]);
    expect((await own.get(`/content/${_id}/draft`)).status).toBe(404);
    expect((await publish(_id)).body.error).toBe('Draft not found');
    const uses = await own.get<{ usedBy: { items: Item[] } }>(`/assets/${image}?usedBy=true`);
    expect(uses.body.data.usedBy.items.map((each) => each._id)).toEqual([_id]);
    await own.indexed();
    const found = await own.post<{ results: { metadata: { sourceId: string } }[] }>('/rag/search', {
      query: 'bittern',
    });
    expect(found.body.data.results.map(({ metadata }) => metadata.sourceId)).toContain(_id);
  });

  test('of an item that is not published publishes it', async () => {
    const { _id } = await createItem(site, { title: 'Unpublished' });
    await save(_id, { title: 'Published' });
    expect((await publish(_id)).body.data).toMatchObject({ title: 'Published', status: 'published' });
  });

  test('is not published over a change of the item, unless the caller names its revision', async () => {
    const { _id } = await published({ title: 'One', excerpt: 'One' });
    await save(_id, { title: 'Two' });
    await site.put(`/content/${_id}`, { excerpt: 'Changed' });
    await save(_id, { author: 'A' });
    const refused = await publish(_id);
    expect([refused.status, refused.body['revision']]).toEqual([412, 2]);
    expect((await publish(_id, { itemRevision: 1 })).status).toBe(412);
    const { body } = await publish(_id, { itemRevision: 2 });
    expect(body.data).toMatchObject({ title: 'Two', excerpt: 'Changed', author: 'A', revision: 3 });
  });

  test('is not saved over a change of the item that the caller has not read', async () => {
    const { _id } = await published();
    await site.put(`/content/${_id}`, { excerpt: 'Changed' });
    const refused = await save(_id, { title: 'New', itemRevision: 1 });
    expect([refused.status, refused.body['revision']]).toEqual([412, 2]);
    expect((await site.get(`/content/${_id}/draft`)).status).toBe(404);
    const { body } = await save(_id, { title: 'New', itemRevision: 2 });
    expect(body.data).toMatchObject({ itemRevision: 2, values: { title: 'New' } });
    expect(body.data.values).not.toHaveProperty('itemRevision');
    await site.put(`/content/${_id}`, { excerpt: 'Changed again' });
    expect((await save(_id, { author: 'A', itemRevision: 2 })).status).toBe(412);
    const saved = await save(_id, { author: 'A', itemRevision: 3 });
    // Publishing still asks for a look at the change since the draft was begun.
    expect(saved.body.data).toMatchObject({ itemRevision: 2, values: { title: 'New', author: 'A' } });
    expect((await publish(_id)).status).toBe(412);
  });

  test('is written by one of two authors who have read the same revision', async () => {
    const { _id } = await published();
    expect((await save(_id, { title: 'X' }, { 'if-match': '"0"' })).status).toBe(200);
    expect((await save(_id, { title: 'Y' }, { 'if-match': '"0"' })).status).toBe(412);
    const { revision } = (await site.get<Draft>(`/content/${_id}/draft`)).body.data;
    const ifMatch = { 'if-match': `"${revision}"` };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(_id, { title: `Title ${index}` }, ifMatch)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await publish(_id, {}, ifMatch)).status).toBe(412);
    expect((await site.call('DELETE', `/content/${_id}/draft`, undefined, ifMatch)).status).toBe(412);
    expect((await site.delete(`/content/${_id}/draft`)).status).toBe(200);
    expect((await site.delete(`/content/${_id}/draft`)).status).toBe(404);
    // Begun again it is not taken for the former one.
    await save(_id, { title: 'Z' });
    expect((await save(_id, {}, ifMatch)).status).toBe(412);
  });

  test('costs a list with a preview as many statements for one item as for many', async () => {
    await createType(site, 'counted', []);
    const count = async () => {
      const ask = { ...PREVIEW, 'x-svc-api-key': site.key };
      const query = '{ contents(filter: { type: "counted" }) { items { title content } } }';
      // Indexing reads the same tables.
      await site.indexed();
      const { statements } = await statementsOf(() => service.graphql(query, {}, ask));
      // The revision of an answer that is known is asked for first.
      return statements.filter((text) => text.includes('content_')).length;
    };
    const draft = async () => save((await published({ type: 'counted' }))._id, { title: 'Next', content: 'Next' });
    await draft();
    const one = await count();
    for (let more = 0; more < 3; more++) await draft();
    expect(await count()).toBe(one);
  });

  test('goes into the trash with its item and comes back with it, to be published as it could be before', async () => {
    const { _id } = await published({ title: 'First' });
    const { data: saved } = (await save(_id, { title: 'Gone', accessLevel: 'premium' })).body;
    await site.delete(`/content/${_id}`);
    expect((await save(_id, { title: 'Later' })).status).toBe(404);
    await site.post(`/content/trash/${_id}/restore`, {});
    expect((await site.get(`/content/${_id}/draft`)).body.error).toBe('Draft not found');
    const premium = await headersOf(site, { tier: 'premium' });
    const { body } = await site.get<Draft>(`/content/${_id}/draft`, premium);
    expect(body.data).toEqual({ ...saved, itemRevision: 2 });
    expect((await publish(_id)).body.data).toMatchObject({ title: 'Gone', revision: 3 });
    await save(_id, { title: 'Never' });
    await site.delete(`/content/${_id}?permanently=true`);
    expect((await site.get(`/content/${_id}/draft`)).status).toBe(404);
  });

  test('begun before a change of its item is still behind it after the trash', async () => {
    const { _id } = await published({ title: 'First' });
    await save(_id, { excerpt: 'Next' });
    await site.put(`/content/${_id}`, { title: 'Second' });
    await site.delete(`/content/${_id}`);
    await site.post(`/content/trash/${_id}/restore`, {});
    expect((await publish(_id)).status).toBe(412);
    expect((await publish(_id, { itemRevision: 3 })).status).toBe(200);
  });

  test('is no part of what a restored version or a copy by the change feed has', async () => {
    const { _id } = await published({ title: 'First', customFields: { a: 1 } });
    await site.put(`/content/${_id}`, { title: 'Second' });
    await save(_id, { title: 'Draft', customFields: { a: 2, b: 1 } });
    const restored = await site.call<Item>('POST', `/content/${_id}/versions/1/restore`, {}, PREVIEW);
    expect(restored.body.data).toMatchObject({ title: 'First', customFields: { a: 1 } });
    const query = '{ contentChanges(limit: 500) { items { id item { title } } } }';
    const headers = { 'x-svc-api-key': site.key, ...PREVIEW };
    await cursorAfter(_id);
    const { data } = await service.graphql<{ contentChanges: { items: { id: string; item: object }[] } }>(
      query,
      {},
      headers,
    );
    expect(data?.contentChanges.items.find(({ id }) => id === _id)?.item).toEqual({ title: 'First' });
  });
});

describe('a draft is hidden', () => {
  test('from a key without the scope preview: every call is 403, and nothing else tells of it', async () => {
    const delivery = await keyWith(['read', 'write']);
    const { _id, slug } = await published({ title: 'Quiet' });
    const path = `/content/by-slug/article/${slug}`;
    const etag = (await delivery.get(path)).headers.get('etag') ?? '';
    const own = (await site.get(path, PREVIEW)).headers.get('etag') ?? '';
    await save(_id, { title: 'Loud secret' });
    expect((await delivery.get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await site.get(path, { ...PREVIEW, 'if-none-match': own })).status).toBe(200);
    const calls = [
      delivery.get(`/content/${_id}`, PREVIEW),
      delivery.get(`/content/${_id}/draft`),
      save(_id, {}, {}, delivery),
      delivery.post(`/content/${_id}/draft/publish`, {}),
      delivery.delete(`/content/${_id}/draft`),
    ];
    for (const { status, body } of await Promise.all(calls)) expect([status, body.error]).toEqual([403, FORBIDDEN]);
    const { data } = await delivery.graphql('query ($id: ID!) { content(id: $id) { title draft { values } } }', {
      id: _id,
    });
    expect(data).toEqual({ content: { title: 'Quiet', draft: null } });
    expect((await delivery.get('/content?search=secret')).body['pagination']).toMatchObject({ total: 0 });
    const { data: seen } = await site.graphql('query ($id: ID!) { content(id: $id) { draft { values } } }', {
      id: _id,
    });
    expect(seen).toEqual({ content: { draft: { values: { title: 'Loud secret' } } } });
  });

  test('from the keys of other sites', async () => {
    const other = await service.site();
    const { _id } = await published();
    await save(_id, { title: 'Secret' });
    const calls = [
      other.get(`/content/${_id}/draft`),
      save(_id, {}, {}, other),
      other.post(`/content/${_id}/draft/publish`, {}),
      other.delete(`/content/${_id}/draft`),
    ];
    for (const { status, body } of await Promise.all(calls))
      expect([status, body.error]).toEqual([404, 'Content not found']);
  });

  test('from who may not read it, or not the item: the stricter access level counts', async () => {
    const premium = await headersOf(site, { tier: 'premium' });
    const stricter = await published({ title: 'Open', content: 'Open' });
    await save(stricter._id, { title: 'Members only', content: 'Members only', accessLevel: 'premium' });
    expect(await read(stricter._id)).toMatchObject({ title: 'Open', content: 'Open', accessLevel: 'public' });
    expect((await site.get(`/content/${stricter._id}/draft`)).body.error).toBe('Draft not found');
    expect(await read(stricter._id, { ...PREVIEW, ...premium })).toMatchObject({
      title: 'Members only',
      content: 'Members only',
      accessLevel: 'premium',
    });
    const looser = await published({ title: 'Closed', content: 'Closed', accessLevel: 'premium' });
    await save(looser._id, { title: 'Opened', content: 'Opened', accessLevel: 'public' });
    expect((await site.get(`/content/${looser._id}`, PREVIEW)).status).toBe(403);
    expect((await site.get(`/content/${looser._id}/draft`)).status).toBe(403);
    const list = await site.get<Item[]>('/content?includeRestricted=true&limit=100', PREVIEW);
    const titles = list.body.data.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Open', 'Closed']));
    expect(titles.filter((title) => title === 'Opened' || title === 'Members only')).toEqual([]);
    expect(await read(looser._id, { ...PREVIEW, ...premium })).toMatchObject({ title: 'Opened', content: 'Opened' });
  });
});
