import { describe, expect, test, vi } from 'vitest';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { createItem, createItems, createType, listItems } from './items.ts';

const service = useService();
const site = useSiteForEach();
const rating = { name: 'rating', type: 'number', sortable: true };
const name = { name: 'name', type: 'text', sortable: true };

const rows = <T extends object>(sql: string) =>
  service.app.database.forSite(site.id, 'background').rows<T>(sql, [site.id]);
const indexes = () =>
  rows<{ id: string; ready: boolean }>('select id, ready from content_field_index where site_id = $1 order by name');
const values = async () => (await rows('select from content_field_value where site_id = $1')).length;
const post = (title: string, customFields: object) => ({ type: 'post', title, customFields });
const sorted = async (sort: string) => (await listItems(site, `type=post&sort=${sort}&sortDir=asc`)).titles.join('');

async function ready(): Promise<void> {
  await vi.waitFor(async () => expect((await indexes()).every((index) => index.ready)).toBe(true), 20_000);
}

describe('a field that is marked sortable', () => {
  test('has its values in the index as items are created, changed and deleted', async () => {
    await createType(site, 'post', [rating]);
    const [a, b] = await createItems(site, [post('a', { rating: 2 }), post('b', { rating: 3 }), post('c', {})]);
    expect(await values()).toBe(3);
    expect(await sorted('fields.rating')).toBe('abc');
    expect(await sorted('-fields.rating')).toBe('bac');
    await site.put(`/content/${a!._id}`, { customFields: { rating: 9 } });
    expect(await sorted('fields.rating')).toBe('bac');
    expect((await listItems(site, 'type=post&filter[fields.rating]=9')).titles).toEqual(['a']);
    expect((await listItems(site, 'type=post&filter[fields.rating]=2')).titles).toEqual([]);
    await site.delete(`/content/${b!._id}`);
    expect(await values()).toBe(2);
    expect(await sorted('fields.rating')).toBe('ac');
  });

  test('gets the values of the items that were there before', async () => {
    await createType(site, 'post', [{ ...rating, sortable: false }]);
    await createItems(site, [post('a', { rating: 2 }), post('b', {}), post('c', { rating: 1 })]);
    expect(await values()).toBe(0);
    await site.put('/content-types/post', { fields: [rating] });
    expect(await sorted('fields.rating')).toBe('cab');
    await ready();
    expect(await values()).toBe(3);
    expect(await sorted('fields.rating')).toBe('cab');
  });

  test('with another type of values has another index', async () => {
    await createType(site, 'post', [{ ...rating, type: 'text' }]);
    await createItems(site, [post('a', { rating: '10' }), post('b', { rating: '9' })]);
    await site.put('/content-types/post', { fields: [rating] });
    await ready();
    await createItem(site, post('c', { rating: 5 }));
    expect(await sorted('fields.rating')).toBe('cab');
    expect(await indexes()).toHaveLength(2);
  });

  test('is sorted by the whole of long texts', async () => {
    await createType(site, 'post', [name]);
    const long = 'x'.repeat(3_000);
    await createItems(site, [
      post('a', { name: `${long}2` }),
      post('b', { name: `${long}1` }),
      post('c', { name: 'y' }),
    ]);
    expect(await sorted('fields.name')).toBe('bac');
  });

  test('is one of at most 100 in a site', async () => {
    const fields = Array.from({ length: 60 }, (_, n) => ({ ...rating, name: `rating${n}` }));
    await createType(site, 'one', fields);
    const others = fields.map((field) => ({ ...field, sortable: false, filterable: true }));
    const { status, body } = await site.post('/content-types', { name: 'Two', slug: 'two', fields: others });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('A site has at most 100 sortable and filterable fields');
  });
});

test('a field that is marked filterable has an index, and lists cannot be sorted by it', async () => {
  await createType(site, 'post', [{ ...rating, sortable: false }]);
  await createItems(site, [post('a', { rating: 2 }), post('b', { rating: 5 }), post('c', {})]);
  await site.put('/content-types/post', { fields: [{ ...rating, sortable: false, filterable: true }] });
  await ready();
  await createItem(site, post('d', { rating: 4 }));
  expect([(await indexes()).length, await values()]).toEqual([1, 4]);
  await site.indexed();
  const query = 'type=post&filter[fields.rating][gte]=4&sort=title&sortDir=asc';
  expect((await listItems(site, query)).titles).toEqual(['b', 'd']);
  expect((await site.get('/content?type=post&sort=fields.rating')).status).toBe(400);
  await site.put('/content-types/post', { fields: [{ ...rating, sortable: true }] });
  expect(await indexes()).toHaveLength(1);
  await site.put('/content-types/post', { fields: [{ ...rating, sortable: false }] });
  expect((await listItems(site, query)).titles).toEqual(['b', 'd']);
  expect(
    (await rows('select from content_field_index where site_id = $1 and content_type_id is not null')).length,
  ).toBe(0);
});

describe('a field that is no longer marked', () => {
  test.each(['its mark', 'its type'])('without %s loses its values', async (what) => {
    await createType(site, 'post', [rating]);
    await createItems(site, [post('a', { rating: 2 }), post('b', { rating: 1 })]);
    if (what === 'its mark') await site.put('/content-types/post', { fields: [] });
    else await site.delete('/content-types/post');
    await createItem(site, { type: 'article' });
    // Lists that have begun may still read them.
    expect(await values()).toBe(2);
    await service.app.database.system.rows(
      `update job set run_at = now() where site_id = $1 and kind = 'clear-field-index'`,
      [site.id],
    );
    await vi.waitFor(async () => expect(await values()).toBe(0), 20_000);
    await vi.waitFor(async () => expect(await indexes()).toEqual([]), 20_000);
  });
});

test('a type that is deleted and made again has all items in its index', async () => {
  await createType(site, 'post', [rating]);
  await createItems(site, [post('a', { rating: 2 }), post('b', { rating: 1 })]);
  await site.delete('/content-types/post');
  await createType(site, 'post', [rating]);
  await ready();
  expect(await sorted('fields.rating')).toBe('ba');
});
