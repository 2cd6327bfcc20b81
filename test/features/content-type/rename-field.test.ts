import { describe, expect, test } from 'vitest';
import { useOwnService, useSiteForEach } from '../../support/use-service.ts';
import { type Item, createItem, createType, listItems } from '../content/items.ts';
import { ask } from '../site-schema/types.ts';
import { fieldsOf, renameFields, updateFields } from './fields.ts';

const service = useOwnService();
const site = useSiteForEach(service);

const FIELDS = [
  { name: 'rating', type: 'number', sortable: true },
  { name: 'summary', type: 'text' },
  { name: 'maker', type: 'reference' },
];
const fieldsOfItem = async (id: string, headers = {}) =>
  (await site.get<Item>(`/content/${id}`, headers)).body.data.customFields;

/** Tries the same before the job has changed the items and after it. */
async function beforeAndAfterTheJob(rename: () => Promise<unknown>, look: () => Promise<void>): Promise<void> {
  await service.stopJobs();
  try {
    expect(await rename()).toBeUndefined();
    await look();
  } finally {
    await service.startJobs();
  }
  await site.indexed();
  await look();
  const pending = await service.app.database.forSite(site.id, 'background').rows('select 1 from content_field_change');
  expect(pending).toEqual([]);
}

describe('a renamed field takes along', () => {
  test('the values of items, and their filters, orders, references and typed queries', async () => {
    await createType(site, 'post', FIELDS);
    const maker = await createItem(site, { status: 'published' });
    const values = { rating: 2, summary: 'Good', maker: maker._id, extra: 'kept' };
    const item = await createItem(site, { type: 'post', title: 'b', status: 'published', customFields: values });
    await createItem(site, { type: 'post', title: 'a', status: 'published', customFields: { rating: 1 } });
    const rename = () => renameFields(site, 'post', { rating: 'score', summary: 'blurb', maker: 'by' });
    await beforeAndAfterTheJob(rename, async () => {
      expect(await fieldsOfItem(item._id)).toEqual({ score: 2, blurb: 'Good', by: maker._id, extra: 'kept' });
      const listed = (query: string) => listItems(site, `type=post&${query}`);
      expect((await listed('filter[fields.score][gt]=1')).titles).toEqual(['b']);
      expect((await listed('filter[fields.blurb][contains]=goo')).titles).toEqual(['b']);
      expect((await listed('sort=fields.score&sortDir=asc')).titles).toEqual(['a', 'b']);
      expect((await listed('sort=-fields.score')).items[0]?.customFields).toMatchObject({ score: 2 });
      const { data } = await ask<{ posts: { items: object[] } }>(
        site,
        '{ posts(filter: { score: { gt: 1 } }, sort: [score_ASC]) { items { score blurb by { id } } } }',
      );
      expect(data?.posts.items).toEqual([{ score: 2, blurb: 'Good', by: { id: maker._id } }]);
    });
  });

  test('drafts and versions, which then can be published and restored', async () => {
    await createType(site, 'post', FIELDS);
    const item = await createItem(site, { type: 'post', status: 'published', customFields: { summary: 'First' } });
    await site.put(`/content/${item._id}`, { customFields: { summary: 'Second', rating: 1 } });
    const saved = await site.put(`/content/${item._id}/draft`, { customFields: { summary: 'Drafted' } });
    expect(saved.status).toBe(200);
    await beforeAndAfterTheJob(
      () => renameFields(site, 'post', { summary: 'blurb' }),
      async () => {
        expect(await fieldsOfItem(item._id, { 'x-svc-preview': 'true' })).toEqual({ blurb: 'Drafted', rating: 1 });
        const { body: draft } = await site.get<{ values: object }>(`/content/${item._id}/draft`);
        expect(draft.data.values).toEqual({ customFields: { blurb: 'Drafted' } });
        const { body: version } = await site.get<{ values: Item }>(`/content/${item._id}/versions/1`);
        expect(version.data.values.customFields).toEqual({ blurb: 'First' });
        const { body: versions } = await site.get<{ changedAfter: string[] }[]>(`/content/${item._id}/versions`);
        expect(versions.data.map(({ changedAfter }) => changedAfter)).toEqual([
          ['customFields.blurb', 'customFields.rating'],
        ]);
      },
    );
    const published = await site.post<Item>(`/content/${item._id}/draft/publish`, {});
    expect(published).toMatchObject({ status: 200, body: { data: { customFields: { blurb: 'Drafted' } } } });
    const restored = await site.post<Item>(`/content/${item._id}/versions/1/restore`, {});
    expect(restored.body.data.customFields).toEqual({ blurb: 'First' });
  });

  test('what is in the trash, with its draft and versions', async () => {
    await createType(site, 'post', FIELDS);
    const items: Item[] = [];
    for (const title of ['one', 'two']) {
      const item = await createItem(site, { type: 'post', title, status: 'published', customFields: { summary: 'A' } });
      await site.put(`/content/${item._id}`, { customFields: { summary: 'B' } });
      await site.put(`/content/${item._id}/draft`, { customFields: { summary: 'C' } });
      await site.delete(`/content/${item._id}`);
      items.push(item);
    }
    await beforeAndAfterTheJob(
      () => renameFields(site, 'post', { summary: 'blurb' }),
      async () => {
        const { _id } = items.pop()!;
        const restored = await site.post<Item>(`/content/trash/${_id}/restore`, {});
        expect(restored.body.data.customFields).toEqual({ blurb: 'B' });
        expect(await fieldsOfItem(_id, { 'x-svc-preview': 'true' })).toEqual({ blurb: 'C' });
        const { body } = await site.get<{ values: Item }>(`/content/${_id}/versions/1`);
        expect(body.data.values.customFields).toEqual({ blurb: 'A' });
      },
    );
  });

  test('values of names that are swapped, and renamed again before the items have the first names', async () => {
    await createType(site, 'post', [
      { name: 'a', type: 'text', sortable: true },
      { name: 'b', type: 'text', sortable: true },
    ]);
    const item = await createItem(site, { type: 'post', title: 'x', customFields: { a: '1', b: '2' } });
    const rename = async () => {
      expect(await renameFields(site, 'post', { a: 'b', b: 'a' })).toBeUndefined();
      expect(await fieldsOfItem(item._id)).toEqual({ b: '1', a: '2' });
      return renameFields(site, 'post', { b: 'c' });
    };
    await beforeAndAfterTheJob(rename, async () => {
      expect(await fieldsOfItem(item._id)).toEqual({ c: '1', a: '2' });
      expect((await listItems(site, 'type=post&filter[fields.c]=1')).titles).toEqual(['x']);
    });
    expect((await site.get(`/content/${item._id}/versions`)).body.data).toEqual([]);
  });
});

describe('while items have former names', () => {
  test('writes are of the new ones, and a save from a form with the former ones is 412', async () => {
    await createType(site, 'post', FIELDS);
    const item = await createItem(site, { type: 'post', customFields: { summary: 'A', rating: 1 } });
    await service.stopJobs();
    try {
      await renameFields(site, 'post', { summary: 'blurb' });
      const stale = await site.call(
        'PUT',
        `/content/${item._id}`,
        { customFields: { summary: 'Typed' } },
        {
          'if-match': '"1"',
        },
      );
      expect(stale.status).toBe(412);
      const { body } = await site.put(`/content/${item._id}`, { customFields: { rating: 2 } });
      expect(body.data['customFields']).toEqual({ blurb: 'A', rating: 2 });
      const added = await createItem(site, { type: 'post', customFields: { blurb: 'New', summary: 'own' } });
      expect(added.customFields).toEqual({ blurb: 'New', summary: 'own' });
      const before = (await site.get<object[]>(`/content/${item._id}/versions`)).body.data;
      expect(before).toMatchObject([{ changedAfter: ['customFields.rating'] }]);
    } finally {
      await service.startJobs();
    }
    await site.indexed();
    expect(await fieldsOfItem(item._id)).toEqual({ blurb: 'A', rating: 2 });
  });

  test('their type cannot be deleted', async () => {
    await createType(site, 'post', FIELDS);
    await service.stopJobs();
    try {
      await renameFields(site, 'post', { summary: 'blurb' });
      expect((await site.delete('/content-types/post')).status).toBe(409);
    } finally {
      await service.startJobs();
    }
    await site.indexed();
    expect((await site.delete('/content-types/post')).status).toBe(200);
  });
});

describe('a field is known by its id:', () => {
  test('every field has one that stays, of built-in types too', async () => {
    await createType(site, 'post', FIELDS);
    const before = await fieldsOf(site, 'post');
    expect(new Set(before.map(({ id }) => id)).size).toBe(3);
    await site.put('/content-types/post', { fields: FIELDS.toReversed() });
    expect((await fieldsOf(site, 'post')).map(({ id }) => id)).toEqual(before.map(({ id }) => id).toReversed());
    const product = await createItem(site, { type: 'product', customFields: { price: 3 } });
    expect(await renameFields(site, 'product', { price: 'amount' })).toBeUndefined();
    expect(await fieldsOfItem(product._id)).toEqual({ amount: 3 });
  });

  test('without one, it is the field of its name, and values of a removed one stay and return with its name', async () => {
    await createType(site, 'post', FIELDS);
    const item = await createItem(site, { type: 'post', customFields: { summary: 'A' } });
    await site.put('/content-types/post', { fields: [{ name: 'blurb', type: 'text' }] });
    expect(await fieldsOfItem(item._id)).toEqual({ summary: 'A' });
    await site.put('/content-types/post', { fields: [{ name: 'summary', type: 'text' }] });
    expect((await site.put<Item>(`/content/${item._id}`, { title: 'T' })).body.data.customFields).toEqual({
      summary: 'A',
    });
  });

  test('a name under which items have other values is 409 with their number, and changes nothing', async () => {
    await createType(site, 'post', FIELDS);
    const item = await createItem(site, { type: 'post', customFields: { summary: 'A', blurb: 'other' } });
    expect(await renameFields(site, 'post', { summary: 'blurb' })).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('1 item has a value under "blurb"') as string,
      details: [{ field: 'fields[1].name' }],
    });
    expect(await fieldsOfItem(item._id)).toEqual({ summary: 'A', blurb: 'other' });
  });

  test('of two editors who rename it at once, the second gets 412', async () => {
    await createType(site, 'post', FIELDS);
    const fields = await fieldsOf(site, 'post');
    const renamed = (name: string) =>
      updateFields(
        site,
        'post',
        fields.map((field, index) => (index === 1 ? { ...field, name } : field)),
        {
          revision: 1,
        },
      );
    const errors = await Promise.all(['one', 'two'].map(renamed));
    expect(errors.map((error) => (error as { code?: string } | undefined)?.code).toSorted()).toEqual([
      'PRECONDITION_FAILED',
      undefined,
    ]);
  });

  test('a rename breaks queries, so it needs force; an id twice or with other characters is 400', async () => {
    await createType(site, 'post', FIELDS);
    const [first, ...others] = await fieldsOf(site, 'post');
    const renamed = [{ ...first, name: 'score' }, ...others];
    expect(await updateFields(site, 'post', renamed, { force: false })).toMatchObject({
      code: 'CONFLICT',
      breaks: ['the field "rating" would be renamed to "score"'],
    });
    const twice = [...renamed, { ...first, name: 'again' }];
    expect(await updateFields(site, 'post', twice)).toMatchObject({ details: [{ field: 'fields[3].id' }] });
    expect(await updateFields(site, 'post', [{ ...first, id: 'a b' }])).toMatchObject({
      details: [{ field: 'fields[0].id' }],
    });
  });

  test('an id that a site does not know is kept, as by an import', async () => {
    await createType(site, 'post', [{ id: 'from-elsewhere', name: 'a', type: 'text' }]);
    const item = await createItem(site, { type: 'post', customFields: { a: 'A' } });
    await site.put('/content-types/post', { fields: [{ id: 'from-elsewhere', name: 'b', type: 'text' }] });
    expect(await fieldsOfItem(item._id)).toEqual({ b: 'A' });
  });
});
