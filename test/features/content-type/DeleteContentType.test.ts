import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { type Item, anItem, createItem, createType, listItems } from '../content/items.ts';

describe('DELETE /content-types/:slug', () => {
  const service = useService();
  const site = useSite(service);

  const found = async () =>
    (await site.post<{ totalResults: number }>('/rag/search', { query: 'zeppelin' })).body.data.totalResults;

  test('answers the id of the type, which is not found afterwards', async () => {
    const type = await site.create('/content-types', { name: 'Gone', slug: 'gone' });
    const { status, body } = await site.delete('/content-types/gone');
    expect({ status, body }).toEqual({ status: 200, body: { success: true, data: { id: type._id, deleted: true } } });
    expect((await site.get('/content-types/gone')).status).toBe(404);
    expect((await site.delete('/content-types/gone')).status).toBe(404);
  });

  test.each(['article', 'product', 'faq', 'video', 'document', 'course'])('%s is built in: 400', async (slug) => {
    const { status, body } = await site.delete(`/content-types/${slug}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, error: 'Built-in content types cannot be deleted' },
    });
    expect((await site.get(`/content-types/${slug}`)).status).toBe(200);
  });

  test("another site's type is 404 and stays", async () => {
    const other = await service.site();
    await createType(other, 'theirs', []);
    const { status, body } = await site.delete('/content-types/theirs');
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'Content type not found' });
    expect((await other.get('/content-types/theirs')).status).toBe(200);
  });

  test('of five DELETEs at once exactly one succeeds', async () => {
    await createType(site, 'once', []);
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.delete('/content-types/once')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  test('items keep their data and can be read, changed and deleted; a later POST of the type is 400', async () => {
    await createType(site, 'recipe', [{ name: 'minutes', type: 'number' }]);
    const item = await createItem(site, { type: 'recipe', customFields: { minutes: 5 }, content: 'Stir.' });
    await site.delete('/content-types/recipe');
    const { body } = await site.get<Item>(`/content/${item._id}`);
    expect(body.data).toEqual({ ...item, contentTypeId: null, revision: 2 });
    expect((await listItems(site, 'type=recipe')).titles).toEqual([item.title]);
    const changed = await site.put<Item>(`/content/${item._id}`, { title: 'Soup', customFields: { minutes: 'long' } });
    expect(changed.body.data).toMatchObject({ type: 'recipe', title: 'Soup', customFields: { minutes: 'long' } });
    const refused = await site.post('/content', anItem({ type: 'recipe' }));
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 400,
      error: 'Unknown content type: recipe',
    });
    expect((await site.delete(`/content/${item._id}`)).status).toBe(200);
  });

  test('its items leave the knowledge base, and a new type of the slug takes them on again', async () => {
    await createType(site, 'airship', []);
    const item = await createItem(site, {
      type: 'airship',
      status: 'published',
      title: 'Zeppelin',
      content: 'It flew.',
    });
    await site.indexed();
    expect(await found()).toBeGreaterThan(0);

    await site.delete('/content-types/airship');
    expect(await found()).toBe(0);
    await site.put(`/content/${item._id}`, { content: 'It flew far.' });
    await site.indexed();
    expect(await found()).toBe(0);

    const type = await site.create('/content-types', { name: 'Airship', slug: 'airship' });
    expect((await site.get(`/content/${item._id}`)).body.data).toHaveProperty('contentTypeId', type._id);
    await site.indexed();
    expect(await found()).toBeGreaterThan(0);
  });

  test('while items are created, it leaves none of them half a type', async () => {
    await createType(site, 'fading', []);
    const creations = Array.from({ length: 15 }, () =>
      site.post<Item>('/content', anItem({ type: 'fading', status: 'published' })),
    );
    const removal = site.delete('/content-types/fading');
    const answers = await Promise.all(creations);
    expect((await removal).status).toBe(200);
    for (const { status, body } of answers) {
      if (status !== 200)
        expect({ status, error: body.error }).toEqual({ status: 400, error: 'Unknown content type: fading' });
    }
    for (const item of (await listItems(site, 'type=fading')).items) expect(item['contentTypeId']).toBeNull();
    const inKnowledgeBase = await service.app.database
      .forSite(site.id, 'background')
      .rows(`select 1 from knowledge_source where content_type = 'fading'`);
    expect(inKnowledgeBase).toEqual([]);
  });
});
