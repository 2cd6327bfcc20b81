import { describe, expect, test } from 'vitest';
import { TIER_LEVELS } from '../../../src/access/access-level.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { TestSite } from '../../support/site.ts';
import { statementsOf } from '../../support/statements.ts';
import { anItem, createItem, createItems, createType, listItems } from './items.ts';

const WRITERS = 8;
const ROUNDS = 12;

const service = useService();
const site = useSiteForEach(service);

/** What lists answer, and the items counted one by one. */
async function totals(asked: TestSite, filter: string): Promise<{ total: number; counted: number }> {
  const { pagination } = await listItems(asked, `limit=1&includeRestricted=true&${filter}`);
  const condition = filter
    .replace('type=', "type = '")
    .replace('status=', "status = '")
    .replace('accessLevel=', "access_level = '");
  const [row] = await service.app.database
    .forSite(asked.id, 'background')
    .rows<{ counted: number }>(
      `select count(*)::int as counted from content_item where site_id = $1 ${filter === '' ? '' : `and ${condition}'`}`,
      [asked.id],
    );
  return { total: pagination.total, counted: row?.counted ?? 0 };
}

const FILTERS = ['', 'type=article', 'status=published', 'status=draft', 'accessLevel=public', 'accessLevel=premium'];

describe('totals of GET /content', () => {
  test('are exact after many writers have created, changed and deleted items at once', async () => {
    const writer = async (): Promise<void> => {
      const kept: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const accessLevel = TIER_LEVELS[round % TIER_LEVELS.length];
        const { _id } = await createItem(site, { accessLevel, status: round % 2 ? 'draft' : 'published' });
        kept.push(_id);
        if (round % 3 === 1) await site.put(`/content/${kept[0]}`, { accessLevel: 'premium', title: `Title ${round}` });
        if (round % 3 === 2) await site.delete(`/content/${kept.shift()}`);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    for (const filter of FILTERS) {
      const { total, counted } = await totals(site, filter);
      expect({ filter, total }).toEqual({ filter, total: counted });
    }
    expect((await totals(site, '')).total).toBe(WRITERS * (ROUNDS - ROUNDS / 3));
  });

  test('of what a condition excludes are exact for what each caller can read, and in each type', async () => {
    const fields = [
      { name: 'rating', type: 'number', filterable: true },
      { name: 'mood', type: 'text' },
    ];
    await createType(site, 'rated', fields);
    await createType(site, 'other', fields.slice(1));
    const rated = (customFields: object, more: object = {}) => ({
      type: 'rated',
      status: 'published',
      customFields,
      ...more,
    });
    await createItems(site, [
      rated({ rating: 1, mood: 'calm' }, { author: 'Ann' }),
      rated({ rating: 1 }, { accessLevel: 'premium', author: 'Ann' }),
      rated({ rating: 2, mood: 'loud' }, { accessLevel: 'premium' }),
      rated({}, { status: 'draft' }),
      { type: 'other', status: 'published', author: 'Ann', customFields: { mood: 'calm' } },
      { status: 'published' },
    ]);
    const delivery = new TestSite(
      service,
      site.id,
      (await service.key(site.id, { name: 'd', scopes: ['read'] })).secret,
    );
    for (const [filter, all, published] of [
      ['filter[author][ne]=Ann', 2, 1],
      ['type=rated&filter[author][notIn]=Ann,Ben', 1, 0],
      ['filter[author][exists]=true', 2, 2],
      ['filter[fields.rating][ne]=1', 1, 0],
      ['filter[fields.rating][exists]=true', 1, 1],
      ['filter[fields.rating][exists]=false', 1, 0],
      ['filter[fields.mood][notIn]=calm', 1, 0],
      ['filter[not][fields.rating]=1', 3, 2],
      ['filter[not][fields.mood]=calm&status=published', 1, 1],
      ['filter[not][or][0][author]=Ann&filter[not][or][1][status]=draft', 1, 1],
    ] as const) {
      for (const [asked, expected] of [
        [site, all],
        [delivery, published],
      ] as const) {
        const { pagination, items } = await listItems(asked, filter);
        expect([filter, pagination.total, items.length]).toEqual([filter, expected, expected]);
      }
    }
  });

  test('are not counted where no field needs them', async () => {
    await createItems(site, [{ status: 'published', tags: ['a'] }, { status: 'published' }]);
    await site.indexed();
    const read = async (fields: string) => {
      const query = `{ contents(filter: { tags: { contains: "a" } }) { ${fields} } }`;
      const { answer, statements } = await statementsOf(() => site.graphql<{ contents: object }>(query));
      return { contents: answer.data?.contents, count: statements.length };
    };
    const uncounted = await read('hasMore items { tags }');
    expect(uncounted.contents).toEqual({ hasMore: false, items: [{ tags: ['a'] }] });
    for (const [fields, contents] of [
      ['... on ContentItemPage { total }', { total: 1 }],
      ['pagination { total }', { pagination: { total: 1 } }],
    ] as const) {
      const counted = await read(fields);
      expect(counted.contents).toEqual(contents);
      expect(counted.count).toBeGreaterThan(uncounted.count);
    }
  });

  test('stay the same when counts are added up, even by several at once', async () => {
    await createItems(
      site,
      Array.from({ length: 10 }, () => ({ status: 'published' })),
    );
    const scope = service.app.database.forSite(site.id, 'background');
    const add = () => scope.rows('select compact_content_count($1)', [site.id]);
    await Promise.all([add(), add(), createItem(site), add(), add()]);
    await add();
    expect(await totals(site, '')).toEqual({ total: 11, counted: 11 });
    const rows = await scope.rows<{ items: number }>('select items from content_count where site_id = $1', [site.id]);
    expect(rows.map(({ items }) => items).toSorted()).toEqual([1, 10]);
  });

  test('do not count what was rolled back', async () => {
    const taken = anItem();
    await createItem(site, taken);
    const refused = await Promise.all(Array.from({ length: 5 }, () => site.post('/content', taken)));
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect((await totals(site, '')).total).toBe(1);
  });

  test('follow items whose collection was deleted', async () => {
    const { data } = await site.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "C", slug: "c" }) { id } }',
    );
    const id = data?.createCollection.id;
    await createItems(site, [{ collectionId: id }, { collectionId: id }, {}]);
    expect((await listItems(site, `collectionId=${id}`)).pagination.total).toBe(2);
    await site.graphql('mutation ($id: ID!) { deleteCollection(id: $id) { id } }', { id });
    expect((await listItems(site, `collectionId=${id}`)).pagination.total).toBe(0);
    expect((await listItems(site)).pagination.total).toBe(3);
  });

  test('go with their site', async () => {
    await createItem(site);
    await service.admin('mutation ($id: ID!) { deleteSite(id: $id) { id } }', { id: site.id });
    const rows = await service.app.database.system.rows('select from content_count where site_id = $1', [site.id]);
    expect(rows).toEqual([]);
  });
});
