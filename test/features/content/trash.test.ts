import { describe, expect, test } from 'vitest';
import { removeExpired } from '../../../src/features/content/trash/trash.rows.ts';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { picture } from '../asset/sample-files.ts';
import { fieldOf, upload } from '../asset/uploading.ts';
import { Admin } from '../site/admin.ts';
import { type Item, createItem, createItems, createType, listItems } from './items.ts';

const service = useService();
const site = useSite(service);

interface Trashed {
  _id: string;
  title: string;
  type: string;
  deletedAt: string;
  deletedBy: { id: string; name: string } | null;
  expiresAt: string;
}

const trashOf = async (of: TestSite, query = '') => (await of.get<Trashed[]>(`/content/trash?${query}`)).body;
const restore = (id: string, of = site) => of.post<Item>(`/content/trash/${id}/restore`, {});
const setTrashDays = (of: TestSite, trashDays: number) => new Admin(service).updateSite(of.id, { trashDays });

describe('a deleted item', () => {
  test('is in the trash, last deleted first, with who deleted it and until when', async () => {
    const own = await service.site();
    const items = await createItems(own, [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }]);
    for (const { _id } of items) await own.delete(`/content/${_id}`);
    const { data, pagination } = (await trashOf(own, 'limit=2')) as unknown as { data: Trashed[]; pagination: object };
    expect(data.map(({ title }) => title)).toEqual(['Three', 'Two']);
    expect(pagination).toMatchObject({ total: 3, hasMore: true });
    const [{ deletedAt, expiresAt, deletedBy }] = data as [Trashed];
    expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(30 * 86_400_000);
    expect(deletedBy?.name).toEqual(expect.any(String));
    expect((await trashOf(own, 'type=page')).data).toEqual([]);
    expect((await trashOf(await service.site())).data).toEqual([]);
  });

  test('comes back as it was: id, values, versions, references and search', async () => {
    const own = await service.site();
    await createType(own, 'node', [{ name: 'next', type: 'reference' }]);
    const item = await createItem(own, { title: 'Zeppelin', content: 'About it.', status: 'published', tags: ['air'] });
    await own.put(`/content/${item._id}`, { excerpt: 'Second' });
    const referring = await createItem(own, { type: 'node', customFields: { next: item._id } });
    const { data: before } = (await own.get<Item>(`/content/${item._id}`)).body;
    const found = async () => {
      await own.indexed();
      return (await own.post<{ totalResults: number }>('/rag/search', { query: 'zeppelin' })).body.data.totalResults;
    };
    expect(await found()).toBeGreaterThan(0);
    await own.delete(`/content/${item._id}`);
    expect(await found()).toBe(0);
    const { status, body } = await restore(item._id, own);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, revision: 3, updatedAt: expect.any(String) });
    expect(await found()).toBeGreaterThan(0);
    const { data: expanded } = (await own.get<Item>(`/content/${referring._id}?expand=true`)).body;
    expect(expanded.customFields['next']).toMatchObject({ title: 'Zeppelin' });
    expect((await own.get(`/content/${item._id}/versions/1`)).status).toBe(200);
    expect((await trashOf(own)).data).toEqual([]);
    expect((await restore(item._id, own)).status).toBe(404);
  });

  test('leaves its slug and externalId free; restored, its slug gets a number, and a used externalId is 409', async () => {
    const [one, two] = await createItems(site, [{ slug: 'taken' }, { externalId: 'taken' }]);
    await site.delete(`/content/${one!._id}`);
    await site.delete(`/content/${two!._id}`);
    await createItem(site, { slug: 'taken', externalId: 'taken' });
    expect((await restore(one!._id)).body.data.slug).toBe('taken-2');
    expect(await restore(two!._id)).toMatchObject({
      status: 409,
      body: { error: 'Content with this externalId already exists' },
    });
    expect((await trashOf(site)).data.map(({ _id }) => _id)).toContain(two!._id);
  });

  test('comes back without the type, collection and files that were deleted meanwhile', async () => {
    await createType(site, 'brief', [{ name: 'image', type: 'media' }]);
    const files = [await fileOf('kept.png'), await fileOf('gone.png')];
    const items = await Promise.all(
      files.map(({ id }) => createItem(site, { type: 'brief', customFields: { image: id } })),
    );
    const { data } = await site.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "Letters", slug: "letters" }) { id } }',
    );
    const collectionId = data?.createCollection.id ?? '';
    const letter = await createItem(site, { type: 'brief', collectionId });
    for (const { _id } of [...items, letter]) await site.delete(`/content/${_id}`);
    expect((await site.delete(`/assets/${files[1]!.id}`)).status).toBe(200);
    await site.graphql('mutation ($id: ID!) { deleteCollection(id: $id) { id } }', { id: collectionId });
    for (const { _id } of items) expect((await restore(_id)).status).toBe(200);
    const { body } = await site.get<{ usedBy: { items: Item[] } }>(`/assets/${files[0]!.id}?usedBy=true`);
    expect(body.data.usedBy.items.map(({ _id }) => _id)).toEqual([items[0]!._id]);
    await site.delete('/content-types/brief');
    const restored = (await restore(letter._id)).body.data;
    expect(restored).toMatchObject({ type: 'brief', contentTypeId: null, collectionId: null });
  });

  async function fileOf(name: string): Promise<{ id: string }> {
    const key = await upload(site, name, await picture('png'));
    return { id: String(await fieldOf(site, key, 'id')) };
  }

  test('does not come back beside a translation in its language', async () => {
    const original = await createItem(site, {});
    const german = await createItem(site, { language: 'de', translationOf: original._id });
    await site.delete(`/content/${german._id}`);
    const other = await createItem(site, { language: 'de', translationOf: original._id });
    expect((await restore(german._id)).status).toBe(409);
    await site.delete(`/content/${original._id}`);
    await createItem(site, { language: 'en', translationOf: other._id });
    expect((await restore(original._id)).status).toBe(409);
  });

  test('is restored once, of ten that try at once', async () => {
    const { _id } = await createItem(site, {});
    await site.delete(`/content/${_id}`);
    const answers = await Promise.all(Array.from({ length: 10 }, () => restore(_id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });
});

describe('what is removed for good', () => {
  const versionCount = async (id: string) => {
    const scope = service.app.database.forSite(site.id, 'background');
    return (await scope.rows('select 1 from content_version where item_id = $1', [id])).length;
  };
  const changedItem = async () => {
    const { _id } = await createItem(site, {});
    await site.put(`/content/${_id}`, { title: 'Changed' });
    expect(await versionCount(_id)).toBe(1);
    return _id;
  };
  const isTrashed = async (id: string) => (await trashOf(site)).data.some(({ _id }) => _id === id);

  test('an item that is deleted permanently, with its versions', async () => {
    const id = await changedItem();
    await site.delete(`/content/${id}?permanently=true`);
    expect([await isTrashed(id), await versionCount(id)]).toEqual([false, 0]);
  });

  test('an item in the trash', async () => {
    const id = await changedItem();
    await site.delete(`/content/${id}`);
    expect([await isTrashed(id), await versionCount(id)]).toEqual([true, 1]);
    expect((await site.delete(`/content/trash/${id}`)).body).toEqual({ success: true, data: { id, deleted: true } });
    expect([await isTrashed(id), await versionCount(id)]).toEqual([false, 0]);
    expect((await site.delete(`/content/trash/${id}`)).status).toBe(404);
    expect((await site.delete('/content/trash/x')).status).toBe(404);
  });

  test('an item whose days are over, and every one of a site without a trash', async () => {
    const [expired, kept] = [await changedItem(), await changedItem()];
    for (const id of [expired, kept]) await site.delete(`/content/${id}`);
    const { system } = service.app.database;
    await system.rows("update content_trash set expires_at = now() - interval '1 s' where id = $1", [expired]);
    await removeExpired(system);
    expect([await isTrashed(expired), await versionCount(expired)]).toEqual([false, 0]);
    expect([await isTrashed(kept), await versionCount(kept)]).toEqual([true, 1]);
    await setTrashDays(site, 0);
    const gone = await changedItem();
    await site.delete(`/content/${gone}`);
    expect([await isTrashed(gone), await versionCount(gone)]).toEqual([false, 0]);
    await setTrashDays(site, 30);
  });
});

test('the trash shows to each caller what it could read before', async () => {
  const own = await service.site();
  const { data } = await new Admin(service).createApiKey(own.id, { name: 'Delivery', scopes: ['read'] });
  const delivery = new TestSite(service, own.id, data?.createApiKey.secret ?? '');
  const [secret, open] = await createItems(own, [{ accessLevel: 'premium', status: 'published' }, {}]);
  for (const item of [secret!, open!]) await own.delete(`/content/${item._id}`);
  expect((await trashOf(own)).data.map(({ _id }) => _id)).toEqual([open!._id]);
  expect((await trashOf(own))['pagination']).toMatchObject({ total: 1 });
  expect((await delivery.get('/content/trash')).status).toBe(403);
  expect((await restore(open!._id, delivery)).status).toBe(403);
  expect((await restore(open!._id, await service.site())).status).toBe(404);
  expect((await listItems(own)).items).toEqual([]);
});
