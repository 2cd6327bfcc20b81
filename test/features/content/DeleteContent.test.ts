import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createItems, listItems } from './items.ts';

describe('DELETE /content/:id', () => {
  const service = useService();
  const site = useSite(service);

  test('answers the id, and the item is not found afterwards', async () => {
    const [item, other] = await createItems(site, [{}, {}]);
    const { status, body } = await site.delete(`/content/${item!._id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data: { id: item!._id, deleted: true } });
    expect((await site.get(`/content/${item!._id}`)).status).toBe(404);
    expect((await listItems(site)).items.map(({ _id }) => _id)).toEqual([other!._id]);
  });

  test('a second DELETE is 404, as are unknown and malformed ids', async () => {
    const { _id } = await createItem(site);
    await site.delete(`/content/${_id}`);
    for (const id of [_id, '01890000-0000-7000-8000-000000000000', 'x']) {
      const { status, body } = await site.delete(`/content/${id}`);
      expect({ status, body }).toEqual({ status: 404, body: { success: false, error: 'Content not found' } });
    }
  });

  test('of five DELETEs at once exactly one succeeds', async () => {
    const { _id } = await createItem(site);
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.delete(`/content/${_id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404]);
  });

  test('a restricted item can be deleted by its writer', async () => {
    const { _id } = await createItem(site, { accessLevel: 'premium' });
    expect((await site.delete(`/content/${_id}`)).status).toBe(200);
  });

  test('a published item leaves the knowledge base', async () => {
    const own = await service.site();
    const item = await createItem(own, { status: 'published', title: 'Zeppelin', content: 'About the zeppelin.' });
    await own.indexed();
    const search = () => own.post<{ totalResults: number }>('/rag/search', { query: 'zeppelin' });
    expect((await search()).body.data.totalResults).toBeGreaterThan(0);
    await own.delete(`/content/${item._id}`);
    expect((await search()).body.data.totalResults).toBe(0);
  });
});
