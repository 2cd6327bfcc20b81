import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { untilBlocking } from '../../support/locks.ts';
import { useService } from '../../support/use-service.ts';
import { type Item, anItem, createItem, createType, listItems } from './items.ts';

const TAKEN_ID = 'Content with this externalId already exists';

describe('POST /content: externalId and slug', () => {
  const service = useService();

  test('a second POST of an externalId is 409 with the id of the first', async () => {
    const site = await service.site();
    const first = await createItem(site, { externalId: 'same' });
    const { status, body } = await site.post('/content', anItem({ externalId: 'same', type: 'faq' }));
    expect(status).toBe(409);
    expect(body).toEqual({ success: false, ...conflictAt('externalId', TAKEN_ID), id: first._id });
    expect((await listItems(site)).items).toHaveLength(1);
  });

  test('other sites may have the same externalId and slug', async () => {
    const input = anItem({ externalId: 'same', slug: 'same' });
    const [one, two] = [await service.site(), await service.site()];
    expect((await one.post('/content', input)).status).toBe(200);
    expect((await two.post('/content', input)).status).toBe(200);
  });

  test('an externalId can be used again after its item is deleted', async () => {
    const site = await service.site();
    const { _id } = await createItem(site, { externalId: 'same', slug: 'same' });
    await site.delete(`/content/${_id}`);
    expect((await createItem(site, { externalId: 'same', slug: 'same' }))._id).not.toBe(_id);
  });

  test.each([{}, { slug: 'same' }])(
    'of twenty creations of one externalId at once, %j besides, one succeeds and the others learn its id',
    async (more) => {
      const site = await service.site();
      const input = { ...anItem({ externalId: 'same' }), ...more };
      const answers = await Promise.all(Array.from({ length: 20 }, () => site.post<Item>('/content', input)));
      const [created, ...others] = answers.toSorted((x, y) => x.status - y.status);
      expect(created!.status).toBe(200);
      for (const { status, body } of others) {
        expect({ status, body }).toEqual({
          status: 409,
          body: { success: false, ...conflictAt('externalId', TAKEN_ID), id: created!.body.data._id },
        });
      }
    },
  );

  test('a collection that is deleted while an item is put into it is an unknown one', async () => {
    const site = await service.site();
    const { data } = await site.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "Fading" }) { id } }',
    );
    const collectionId = data!.createCollection.id;
    const answer = await service.app.database.forSite(site.id, 'background').write(async (tx) => {
      await tx.rows('delete from collection where id = $1', [collectionId]);
      const creation = site.post('/content', anItem({ collectionId }));
      // The deletion is committed only once the creation waits for it.
      await untilBlocking(service.app.database, tx);
      return { creation };
    });
    const { status, body } = await answer.creation;
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'collectionId must be the id of a collection of this site',
    });
  });

  test('the slug of a title is numbered when items of the type have it, and only then', async () => {
    const site = await service.site();
    const slugs: string[] = [];
    for (const type of ['article', 'article', 'faq', 'article']) {
      slugs.push((await createItem(site, { type, title: 'Same title' })).slug);
    }
    expect(slugs).toEqual(['same-title', 'same-title-2', 'same-title', 'same-title-3']);
  });

  test('numbers that are taken by other slugs are passed over, and gaps are used', async () => {
    const site = await service.site();
    for (const slug of ['report', 'report-2', 'report-4', 'report-2026', 'report-999999', 'report-x']) {
      await createItem(site, { slug });
    }
    expect((await createItem(site, { title: 'Report' })).slug).toBe('report-3');
    expect((await createItem(site, { title: 'Report' })).slug).toBe('report-5');
  });

  test('long titles, whose slugs are cut, get slugs of their own too', async () => {
    const site = await service.site();
    const title = 'a very long title indeed '.repeat(10);
    const slugs = new Set<string>();
    for (let n = 0; n < 25; n++) slugs.add((await createItem(site, { title })).slug);
    expect(slugs.size).toBe(25);
    for (const slug of slugs) expect(slug.length).toBeLessThanOrEqual(96);
  });

  test('each of hundreds with one title gets a different slug', async () => {
    const site = await service.site();
    const { _id } = await createItem(site, { title: 'Copy' });
    await service.app.database.forSite(site.id, 'background').rows(
      `insert into content_item select (jsonb_populate_record(c, jsonb_build_object(
         'id', gen_random_uuid(), 'external_id', 'copy-' || n, 'slug', 'copy-' || n))).*
       from content_item c, generate_series(2, 400) n where c.id = $1`,
      [_id],
    );
    expect((await createItem(site, { title: 'Copy' })).slug).toBe('copy-401');
  });

  test('thirty creations of one title at once all succeed, numbered without a gap', async () => {
    const site = await service.site();
    const items = await Promise.all(Array.from({ length: 30 }, () => createItem(site, { title: 'Rush' })));
    const expected = ['rush', ...Array.from({ length: 29 }, (_, index) => `rush-${index + 2}`)];
    expect(items.map(({ slug }) => slug).toSorted()).toEqual(expected.toSorted());
  });

  test('a title without letters takes the name of its type', async () => {
    const site = await service.site();
    expect((await createItem(site, { title: '!!!' })).slug).toBe('article');
    expect((await createItem(site, { title: '日本' })).slug).toMatch(/^[a-z-]+$/);
  });

  test('an explicit slug that is taken in the type is 409, in another type it is not', async () => {
    const site = await service.site();
    await createItem(site, { slug: 'mine' });
    const { status, body } = await site.post('/content', anItem({ slug: 'mine' }));
    expect({ status, body }).toEqual({
      status: 409,
      body: { success: false, ...conflictAt('slug', 'Content with this slug already exists') },
    });
    expect((await createItem(site, { slug: 'mine', type: 'faq' })).slug).toBe('mine');
  });

  test('of ten creations of one explicit slug at once, one succeeds and nine are 409', async () => {
    const site = await service.site();
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.post('/content', anItem({ slug: 'one' }))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.error).toBe('Content with this slug already exists');
  });

  test('items created while their type is renamed move with it, and while it is deleted are 400', async () => {
    const site = await service.site();
    await createType(site, 'before', []);
    const rename = site.put('/content-types/before', { slug: 'after' });
    const creations = await Promise.all(
      Array.from({ length: 20 }, () => site.post<Item>('/content', anItem({ type: 'before' }))),
    );
    expect((await rename).status).toBe(200);
    for (const { status, body } of creations) {
      if (status !== 200) expect(body.error).toBe('Unknown content type: before');
    }
    const { pagination } = await listItems(site, 'type=after');
    expect(pagination.total).toBe(creations.filter(({ status }) => status === 200).length);
    const removal = site.delete('/content-types/after');
    const later = await Promise.all(
      Array.from({ length: 20 }, () => site.post<Item>('/content', anItem({ type: 'after' }))),
    );
    expect((await removal).status).toBe(200);
    expect(later.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });

  test('a type is deleted while a job writes the sources of its items, which are locked first', async () => {
    const site = await service.site();
    await createType(site, 'locked', []);
    const { _id } = await createItem(site, { type: 'locked' });
    const { removal } = await service.app.database.forSite(site.id, 'background').write(async (tx) => {
      await tx.rows('select id from content_item where id = $1 for share', [_id]);
      const waiting = site.delete('/content-types/locked');
      await untilBlocking(service.app.database, tx);
      await tx.rows('update knowledge_source set title = title where id = $1', [_id]);
      return { removal: waiting };
    });
    expect((await removal).status).toBe(200);
  });
});
