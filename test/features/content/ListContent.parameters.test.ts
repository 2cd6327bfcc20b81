import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../support/use-service.ts';
import type { TestSite } from '../../support/site.ts';
import { createItem, createItems, listItems } from './items.ts';

describe('GET /content: parameters', () => {
  const service = useService();
  let crowded: TestSite;

  beforeAll(async () => {
    crowded = await service.site();
    // 103 items by SQL: one is created as callers do, the others are its copies.
    const { _id } = await createItem(crowded, { title: 'Copied' });
    await service.app.database.forSite(crowded.id, 'background').rows(
      `insert into content_item select (jsonb_populate_record(c, jsonb_build_object(
         'id', gen_random_uuid(), 'external_id', 'copy-' || n, 'slug', 'copy-' || n))).*
       from content_item c, generate_series(1, 102) n where c.id = $1`,
      [_id],
    );
  });

  test('without parameters: the first 50, and where that page lies', async () => {
    const { items, pagination } = await listItems(crowded);
    expect(items).toHaveLength(50);
    expect(pagination).toEqual({ total: 103, limit: 50, offset: 0, hasMore: true });
  });

  test.each([
    ['limit=100', 100, 100],
    ['limit=101', 100, 100],
    ['limit=99999999999', 100, 100],
    ['limit=1', 1, 1],
    ['limit=100&offset=100', 100, 3],
  ])('%s gives a page of at most %i: %i items', async (query, limit, count) => {
    const { items, pagination } = await listItems(crowded, query);
    expect(pagination.limit).toBe(limit);
    expect(items).toHaveLength(count);
  });

  test('hasMore is false on the page that ends with the last item, and behind the end the page is empty', async () => {
    expect((await listItems(crowded, 'limit=3&offset=100')).pagination).toEqual({
      total: 103,
      limit: 3,
      offset: 100,
      hasMore: false,
    });
    expect((await listItems(crowded, 'limit=2&offset=100')).pagination.hasMore).toBe(true);
    const behind = await listItems(crowded, 'offset=4000000000');
    expect(behind.items).toEqual([]);
    expect(behind.pagination).toMatchObject({ total: 103, hasMore: false });
  });

  test.each([
    ['limit=0', 'limit must be at least 1'],
    ['limit=-5', 'limit must be at least 1'],
    ['limit=ten', 'limit must be an integer'],
    ['limit=1.5', 'limit must be an integer'],
    ['limit=', 'limit must be an integer'],
    ['limit=5&limit=6', 'limit must be given only once'],
    ['filter[title]=a&filter[title]=b', 'filter[title] must be given only once'],
    ['filter[title][eq]=a&filter[title]=b', 'filter[title][eq] must be given only once'],
    [
      'filter[or][0][sortOrder][gte]=1&filter[or][0][sortOrder][gte]=2',
      'filter[or][0][sortOrder][gte] must be given only once',
    ],
    ['filter[tags]=a&filter[tags]=b', 'filter[tags] must be given only once'],
    ['offset=-1', 'offset must be at least 0'],
    ['offset=x', 'offset must be an integer'],
    ['status=live', 'status must be "draft", "published" or "archived"'],
    ['status=Published', 'status must be "draft", "published" or "archived"'],
    ['accessLevel=gold', 'accessLevel must be "public", "authenticated", "premium" or "subscription"'],
    ['sort=name', 'sort must be "publishedAt", "sortOrder", "createdAt" or "title"'],
    ['sortDir=up', 'sortDir must be "asc" or "desc"'],
    ['expand=yes', 'expand must be true or false'],
    ['includeRestricted=TRUE', 'includeRestricted must be true or false'],
    ['includeSortOrder=2', 'includeSortOrder must be true or false'],
    ['includeContent=', 'includeContent must be true or false'],
    [`search=${'a'.repeat(301)}`, 'search must have at most 300 characters'],
  ])('%s is 400 "%s", with details', async (query, message) => {
    const { status, body } = await crowded.get(`/content?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, error: message, details: [{ field: message.split(' ')[0], message }] });
  });

  test('several errors: the first as the error, all of them as details', async () => {
    const { body } = await crowded.get('/content?sortDir=x&limit=many&expand=perhaps');
    expect(body.details?.map(({ field }) => field)).toEqual(['limit', 'expand', 'sortDir']);
    expect(body.error).toBe('limit must be an integer');
  });

  test.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('booleans may be written %s', async (text, isOn) => {
    const { items } = await listItems(crowded, `limit=1&includeSortOrder=${text}`);
    expect('_sortOrder' in items[0]!).toBe(isOn);
  });

  test('unknown parameters are ignored', async () => {
    expect((await listItems(crowded, 'limit=1&utm_source=mail&page=7')).items).toHaveLength(1);
  });

  test('filters by type, status, access level and collection, alone and together', async () => {
    const site = await service.site();
    const { data } = await site.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "Guides" }) { id } }',
    );
    const collectionId = data!.createCollection.id;
    await createItems(site, [
      { title: 'a', type: 'faq', status: 'published' },
      { title: 'b', status: 'archived', collectionId },
      { title: 'c', status: 'published', collectionId },
      { title: 'd', status: 'draft', accessLevel: 'premium' },
    ]);
    const titles = async (query: string) => (await listItems(site, query)).titles.toSorted().join('');
    expect(await titles('')).toBe('abc');
    expect(await titles('type=faq')).toBe('a');
    expect(await titles('status=published')).toBe('ac');
    expect(await titles('status=draft')).toBe('');
    expect(await titles('accessLevel=public')).toBe('abc');
    expect(await titles('accessLevel=premium')).toBe('');
    expect(await titles('accessLevel=premium&includeRestricted=true')).toBe('d');
    expect(await titles(`collectionId=${collectionId}`)).toBe('bc');
    expect(await titles(`collectionId=${collectionId}&status=published&type=article`)).toBe('c');
    expect(await titles(`collectionId=${collectionId}&type=faq`)).toBe('');
  });

  test.each([
    ['an unknown type', 'type=novel'],
    ['a malformed type', 'type=%00%27'],
    ['an unknown collection', 'collectionId=01890000-0000-7000-8000-000000000000'],
    ['a malformed collection id', 'collectionId=%00nope'],
  ])('%s filters everything out and is no error', async (_name, query) => {
    const { items, pagination } = await listItems(crowded, query);
    expect(items).toEqual([]);
    expect(pagination).toEqual({ total: 0, limit: 50, offset: 0, hasMore: false });
  });

  test('the collection of another site filters everything out', async () => {
    const [mine, theirs] = await Promise.all([service.site(), service.site()]);
    const { data } = await theirs.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "Theirs" }) { id } }',
    );
    await createItem(theirs, { collectionId: data!.createCollection.id });
    await createItem(mine);
    expect((await listItems(mine, `collectionId=${data!.createCollection.id}`)).items).toEqual([]);
  });

  test('a site sees its own items only', async () => {
    const [mine, theirs] = await Promise.all([service.site(), service.site()]);
    await createItem(theirs, { title: 'theirs' });
    await createItem(mine, { title: 'mine' });
    expect((await listItems(mine)).titles).toEqual(['mine']);
  });
});
