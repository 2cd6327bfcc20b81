import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();
const site = useSite(service);

interface Summary {
  revision: number;
  writtenAt: string;
  writtenBy: { id: string; name: string } | null;
  changedAfter: string[];
}

interface Version extends Omit<Summary, 'changedAfter'> {
  values: Record<string, unknown>;
}

const change = (id: string, changes: object) => site.put<Item>(`/content/${id}`, changes);
const versionsOf = async (id: string) => (await site.get<Summary[]>(`/content/${id}/versions`)).body;
const versionOf = (id: string, revision: number, from = site) =>
  from.get<Version>(`/content/${id}/versions/${revision}`);

async function withScopes(scopes: string[]): Promise<TestSite> {
  const { data } = await new Admin(service).createApiKey(site.id, { name: 'Delivery', scopes });
  return new TestSite(service, site.id, data?.createApiKey.secret ?? '');
}

/** What a version and a GET of the item have in common. */
function contentOf(item: Record<string, unknown>): Record<string, unknown> {
  const own = new Set(['_id', 'id', 'createdAt', 'updatedAt', 'revision']);
  return Object.fromEntries(Object.entries(item).filter(([name]) => !own.has(name)));
}

test('a version is listed for each change of content, latest first, with its writer and what was changed then', async () => {
  const item = await createItem(site, { title: 'One', customFields: { rating: 1, colour: 'red' } });
  await change(item._id, { title: 'Two' });
  await change(item._id, { customFields: { rating: 2, colour: null, size: 4 }, sortOrder: 3 });
  await change(item._id, { title: 'Two' });
  const { data, pagination } = (await versionsOf(item._id)) as unknown as { data: Summary[]; pagination: object };
  expect(data.map(({ revision, changedAfter }) => ({ revision, changedAfter }))).toEqual([
    {
      revision: 2,
      changedAfter: ['customFields.colour', 'customFields.rating', 'customFields.size', 'sortOrder'],
    },
    { revision: 1, changedAfter: ['title'] },
  ]);
  expect(pagination).toMatchObject({ total: 2, hasMore: false });
  expect(data[1]?.writtenAt).toBe(item['updatedAt']);
  const { data: keys } = await new Admin(service).ask<{ site: { apiKeys: { id: string; name: string }[] } }>(
    '{ site(id: "' + site.id + '") { apiKeys { id name } } }',
  );
  expect(keys?.site.apiKeys.map((key) => ({ kind: 'key', ...key }))).toContainEqual(data[0]?.writtenBy);
});

test('versions have the values that the item had, whatever was written since', async () => {
  const value = fc.option(fc.oneof(fc.integer(), fc.string(), fc.array(fc.boolean(), { maxLength: 2 })), { nil: null });
  const writes = fc.record(
    {
      title: fc.string({ minLength: 1, maxLength: 5 }).filter((title) => title.trim() !== ''),
      content: fc.option(fc.string()),
      excerpt: fc.option(fc.constantFrom('a', 'b')),
      tags: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
      status: fc.constantFrom('draft', 'published', 'archived'),
      sortOrder: fc.integer({ min: 0, max: 3 }),
      metadata: fc.option(fc.record({ n: fc.integer() })),
      customFields: fc.dictionary(fc.constantFrom('f1', 'f2', 'f3'), value),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 1, maxLength: 8 }), async (changes) => {
      const item = await createItem(site, {});
      const stored = new Map<unknown, Record<string, unknown>>();
      const read = async () => {
        const { data } = (await site.get(`/content/${item._id}`)).body;
        if (!stored.has(data['revision'])) stored.set(data['revision'], data);
      };
      await read();
      for (const one of changes) {
        expect((await change(item._id, one)).status).toBe(200);
        await read();
      }
      for (const [revision, then] of stored) {
        const { body } = await versionOf(item._id, Number(revision));
        expect(body.data.values).toMatchObject(contentOf(then));
        expect(body.data.values['customFields']).toEqual(then['customFields']);
      }
      expect((await versionsOf(item._id)).data).toHaveLength(stored.size - 1);
    }),
    { numRuns: Number(process.env['HISTORY_CASES'] ?? 5) },
  );
});

test('a custom field may have a name that objects have by their prototype', async () => {
  const item = await createItem(site, { title: 'One' });
  await change(item._id, { customFields: { constructor: 1 } });
  const { data } = await site.graphql<{ contentDifferences: object[] }>(
    'query ($id: ID!) { contentDifferences(id: $id, from: 1, to: 2) { path before after } }',
    { id: item._id },
  );
  expect(data?.contentDifferences).toEqual([{ path: 'customFields.constructor', before: null, after: 1 }]);
});

test('two versions are compared by path', async () => {
  const item = await createItem(site, {
    title: 'One',
    metadata: { place: { city: 'Bonn', zip: 1 } },
    customFields: { list: [1] },
  });
  await change(item._id, { metadata: { place: { city: 'Ulm', zip: 1 } }, customFields: { list: [1, 2], extra: true } });
  const { data } = await site.graphql<{ contentDifferences: object[] }>(
    'query ($id: ID!) { contentDifferences(id: $id, from: 1, to: 2) { path before after } }',
    { id: item._id },
  );
  expect(data?.contentDifferences).toEqual([
    { path: 'customFields.extra', before: null, after: true },
    { path: 'customFields.list', before: [1], after: [1, 2] },
    { path: 'metadata.place.city', before: 'Bonn', after: 'Ulm' },
  ]);
});

describe('a version that is restored', () => {
  let item: Item;
  const restore = (revision: number, headers = {}, from = site) =>
    from.call<Item>('POST', `/content/${item._id}/versions/${revision}/restore`, {}, headers);

  beforeAll(async () => {
    item = await createItem(site, { title: 'Old', content: 'Old text', slug: 'old', customFields: { a: 1, b: 1 } });
    await change(item._id, {
      title: 'New',
      content: null,
      slug: 'new',
      status: 'published',
      customFields: { a: 2, b: null, c: 3 },
    });
  });

  test('needs the revision that the caller names, and the scope write', async () => {
    expect(await restore(1, { 'if-match': '"1"' })).toMatchObject({ status: 412 });
    expect(await restore(1, {}, await withScopes(['read', 'preview']))).toMatchObject({ status: 403 });
    expect(await restore(7)).toMatchObject({ status: 404, body: { error: 'Version not found' } });
  });

  test('is a new one with the old content; slug and status stay', async () => {
    const { status, body } = await restore(1, { 'if-match': '"2"' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      title: 'Old',
      content: 'Old text',
      slug: 'new',
      status: 'published',
      revision: 3,
      customFields: { a: 1, b: 1 },
    });
    expect(body.data.customFields['c']).toBeNull();
    expect((await versionOf(item._id, 2)).body.data.values).toMatchObject({ title: 'New', customFields: { c: 3 } });
  });

  test('of an item that others write at the same time begins again, without a revision that the caller names', async () => {
    const { _id } = await createItem(site, { title: 'One' });
    const calls = Array.from({ length: 8 }, (_, index) =>
      index % 2 ? change(_id, { title: `Title ${index}` }) : site.post(`/content/${_id}/versions/1/restore`, {}),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test('must fit the content type as it is now', async () => {
    await createType(site, 'strict', []);
    item = await createItem(site, { type: 'strict', status: 'published' });
    await change(item._id, { title: 'Second' });
    const changed = await site.put('/content-types/strict', {
      fields: [{ name: 'needed', type: 'text', validation: { required: true } }],
    });
    expect(changed.status).toBe(200);
    expect(await restore(1)).toMatchObject({ status: 400, body: { details: [{ field: 'customFields.needed' }] } });
  });
});

describe('who reads versions', () => {
  test('only keys with the scope preview, of the same site, who may read the item', async () => {
    const item = await createItem(site, { title: 'One', status: 'published' });
    await change(item._id, { title: 'Two' });
    const reader = await withScopes(['read', 'write']);
    expect(await reader.get(`/content/${item._id}/versions`)).toMatchObject({ status: 403 });
    expect(await versionOf(item._id, 1, reader)).toMatchObject({ status: 403 });
    // It never was published: for a key without preview it is not there.
    const draft = await createItem(site, {});
    await change(draft._id, { title: 'Two' });
    expect(await reader.post(`/content/${draft._id}/versions/1/restore`, {})).toMatchObject({ status: 404 });
    expect(await versionOf(item._id, 1, await service.site())).toMatchObject({ status: 404 });
    await change(item._id, { accessLevel: 'premium' });
    expect(await versionOf(item._id, 1)).toMatchObject({ status: 403 });
    expect(await site.get(`/content/${item._id}/versions`)).toMatchObject({ status: 403 });
  });

  test('a version that was restricted stays so when the item is not', async () => {
    const item = await createItem(site, { content: 'premium text', status: 'published', accessLevel: 'premium' });
    await change(item._id, { content: 'public text', accessLevel: 'public' });
    const answer = await versionOf(item._id, 1);
    expect(answer.status).toBe(403);
    const differences = await site.graphql(
      'query ($id: ID!) { contentDifferences(id: $id, from: 1, to: 2) { path before } }',
      { id: item._id },
    );
    const restored = await site.post(`/content/${item._id}/versions/1/restore`, {});
    expect(restored.status).toBe(403);
    expect(JSON.stringify([answer, differences, restored])).not.toContain('premium text');
  });
});

test('a site keeps as many revisions as it wants', async () => {
  const own = await service.site();
  const admin = new Admin(service);
  const keep = (keptRevisions: number) => admin.updateSite(own.id, { keptRevisions });
  const revisions = async (id: string) =>
    (await own.get<Summary[]>(`/content/${id}/versions`)).body.data.map(({ revision }) => revision);
  const item = await createItem(own, { title: 'Title 1' });
  const write = async (titles: number[]) => {
    for (const n of titles) await own.put(`/content/${item._id}`, { title: `Title ${n}` });
  };
  await keep(2);
  await write([2, 3, 4]);
  expect(await revisions(item._id)).toEqual([3, 2]);
  await keep(0);
  await write([5]);
  expect(await revisions(item._id)).toEqual([]);
  expect((await keep(1_001)).errors?.[0]?.message).toContain('keptRevisions');
});
