import { describe, expect, test } from 'vitest';
import { untilBlocking } from '../../support/locks.ts';
import type { TestSite } from '../../support/site.ts';
import { useService } from '../../support/use-service.ts';
import { type Item, anItem, createItem, createType } from './items.ts';

/** As by another instance: this one gets no message of it. */
const REQUIRE = `update content_type set fields = jsonb_set(fields, '{0,validation}', '{"required": true}') where slug = $1`;
const RELAX = `update content_type set fields = jsonb_set(fields, '{0,validation}', '{}') where slug = $1`;

describe('an item is checked against its type as it is, not as this instance last saw it:', () => {
  const service = useService();

  async function siteWithType(validation: object): Promise<{ site: TestSite; run: (sql: string) => Promise<unknown> }> {
    const site = await service.site();
    await createType(site, 'note', [{ name: 'source', type: 'text', validation }]);
    const run = (sql: string): Promise<unknown> =>
      service.app.database.forSite(site.id, 'background').rows(sql, ['note']);
    return { site, run };
  }

  const PUBLISHED = { type: 'note', status: 'published' };

  test('a creation, of a stricter type', async () => {
    const { site, run } = await siteWithType({});
    await createItem(site, PUBLISHED);
    await run(REQUIRE);
    const { status, body } = await site.post('/content', anItem(PUBLISHED));
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'customFields.source is required' });
  });

  test('a creation, of a less strict type', async () => {
    const { site, run } = await siteWithType({ required: true });
    await createItem(site, { ...PUBLISHED, customFields: { source: 'here' } });
    await run(RELAX);
    expect((await site.post('/content', anItem(PUBLISHED))).status).toBe(200);
  });

  test('an update, of a stricter type', async () => {
    const { site, run } = await siteWithType({});
    const { _id } = await createItem(site, PUBLISHED);
    await run(REQUIRE);
    const { status, body } = await site.put(`/content/${_id}`, { customFields: { other: 1 } });
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'customFields.source is required' });
  });

  test('a deleted type is unknown', async () => {
    const { site, run } = await siteWithType({});
    await createItem(site, PUBLISHED);
    await run('delete from content_type where slug = $1');
    const { status, body } = await site.post('/content', anItem(PUBLISHED));
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'Unknown content type: note' });
  });

  test.each([
    ['a creation', (site: TestSite) => site.post<Item>('/content', anItem(PUBLISHED))],
    ['an update', (site: TestSite, id: string) => site.put<Item>(`/content/${id}`, { customFields: { other: 1 } })],
  ])('%s waits for a change of the type that is not committed yet', async (_what, write) => {
    const { site } = await siteWithType({});
    const { _id } = await createItem(site, PUBLISHED);
    const { answer } = await service.app.database.forSite(site.id, 'background').write(async (tx) => {
      await tx.rows(REQUIRE, ['note']);
      const waiting = write(site, _id);
      await untilBlocking(service.app.database, tx);
      return { answer: waiting };
    });
    expect((await answer).status).toBe(400);
  });

  test('an update at once with another loses nothing of either', async () => {
    const { site } = await siteWithType({});
    const { _id } = await createItem(site, PUBLISHED);
    const { answer } = await service.app.database.forSite(site.id, 'background').write(async (tx) => {
      await tx.rows(`update content_item set custom_fields = '{"theirs": 1}' where id = $1`, [_id]);
      const waiting = site.put<Item>(`/content/${_id}`, { customFields: { own: 2 } });
      await untilBlocking(service.app.database, tx);
      return { answer: waiting };
    });
    const { body } = await answer;
    expect(body.data).toMatchObject({ customFields: { theirs: 1, own: 2 }, revision: 3 });
  });
});
