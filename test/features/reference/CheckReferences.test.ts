import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { type Item, anItem, createItem, createType } from '../content/items.ts';

const FIELDS = [
  { name: 'author', type: 'reference', validation: { referenceTo: 'person' } },
  { name: 'related', type: 'references' },
];

describe('References of content items, when they are written', () => {
  const service = useService();
  const site = useSite(service);

  beforeAll(async () => {
    await createType(site, 'person', []);
    await createType(site, 'post', FIELDS);
  });

  const post = (customFields: object) => site.post<Item>('/content', anItem({ type: 'post', customFields }));

  test('ids of items of this site and of the type asked for are taken, also in capitals', async () => {
    const person = await createItem(site, { type: 'person' });
    const other = await createItem(site, { accessLevel: 'premium' });
    const customFields = { author: person._id, related: [other._id.toUpperCase(), person._id] };
    const { status, body } = await post(customFields);
    expect(status).toBe(200);
    expect(body.data.customFields).toEqual(customFields);
  });

  test('an unknown id is 400 and names its place', async () => {
    const known = await createItem(site);
    const { status, body } = await post({ related: [known._id, '01890000-0000-7000-8000-000000000000'] });
    expect(status).toBe(400);
    expect(body.error).toBe('customFields.related[1] must be the id of a content item of this site');
  });

  test("another site's item is 400, exactly as an unknown one", async () => {
    const theirs = await createItem(await service.site());
    const { status, body } = await post({ related: [theirs._id] });
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'customFields.related[0] must be the id of a content item of this site',
    });
  });

  test('an item of another type than referenceTo is 400', async () => {
    const article = await createItem(site);
    const { status, body } = await post({ author: article._id });
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'customFields.author must be the id of a content item of type "person"',
    });
  });

  test('PUT checks the ids that it brings', async () => {
    const item = (await post({})).body.data;
    const { status, body } = await site.put(`/content/${item._id}`, { customFields: { author: item._id } });
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'customFields.author must be the id of a content item of type "person"',
    });
  });

  test('ids of deleted items may stay in an item that has them; new ones are checked', async () => {
    const [deleted, stays] = [await createItem(site), await createItem(site)];
    const item = (await post({ related: [deleted._id] })).body.data;
    await site.delete(`/content/${deleted._id}`);
    const put = (customFields: object) => site.put<Item>(`/content/${item._id}`, { customFields });
    expect((await put({ mood: 'good' })).status).toBe(200);
    expect((await put({ related: [deleted._id, stays._id] })).body.data.customFields).toMatchObject({
      related: [deleted._id, stays._id],
    });
    expect((await put({ related: [stays._id] })).status).toBe(200);
    expect((await put({ related: [stays._id, deleted._id] })).status).toBe(400);
  });

  test('a reference may point to the item itself', async () => {
    const item = (await post({})).body.data;
    expect((await site.put(`/content/${item._id}`, { customFields: { related: [item._id] } })).status).toBe(200);
  });
});
