import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { fold } from '../../../src/text/folding.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createItems, listItems } from './items.ts';

const SORTS = ['publishedAt', 'createdAt', 'sortOrder', 'title'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;
const ORDERS = SORTS.flatMap((sort) => DIRECTIONS.map((direction) => ({ sort, direction })));
const COUNT = 40;

interface Sortable {
  _id: string;
  title: string;
  sortOrder: number;
  createdAt: string;
  publishedAt: string | null;
}

/** Compares as the rule says: by value, ties by id, in one direction; what has no value last. */
function inOrder(items: Sortable[], sort: (typeof SORTS)[number], direction: (typeof DIRECTIONS)[number]): Sortable[] {
  const turn = direction === 'asc' ? 1 : -1;
  const compare = <T extends string | number>(a: T, b: T) => (a < b ? -turn : a > b ? turn : 0);
  const valueOf = (item: Sortable) => (sort === 'title' ? fold(item.title) : item[sort]);
  return items.toSorted((a, b) => {
    const [one, two] = [valueOf(a), valueOf(b)];
    if (one === null || two === null) return Number(one === null) - Number(two === null) || compare(a._id, b._id);
    return compare(one, two) || compare(a._id, b._id);
  });
}

describe('GET /content: order and pages', () => {
  const service = useService();
  const site = useSite(service);

  beforeAll(async () => {
    const { _id } = await createItem(site);
    // Few distinct values, so that every sort has ties; a third of the items is unpublished.
    await service.app.database.forSite(site.id, 'background').rows(
      `insert into content_item select (jsonb_populate_record(c, jsonb_build_object(
         'id', gen_random_uuid(), 'external_id', 'e' || n, 'slug', 's' || n,
         'title', (array['Ärger', 'arger', 'Zebra', 'b'])[1 + n % 4],
         'title_folded', (array['arger', 'arger', 'zebra', 'b'])[1 + n % 4],
         'sort_order', (array[-5, 0, 7, 999999999])[1 + n % 4],
         'created_at', timestamptz '2026-01-01T00:00:00.123Z' + make_interval(days => n % 5),
         'published_at', case when n % 3 > 0 then timestamptz '2026-02-01T00:00:00.5Z' + make_interval(days => n % 4) end
       ))).* from content_item c, generate_series(1, $2 - 1) n where c.id = $1`,
      [_id, COUNT],
    );
  });

  const ids = async (query: string) => (await listItems(site, query)).items.map((item) => item._id);

  test.each(ORDERS)('sort=$sort&sortDir=$direction: ties by id, missing values last', async ({ sort, direction }) => {
    const { items } = await listItems(site, `limit=100&sort=${sort}&sortDir=${direction}`);
    const found = items as unknown as Sortable[];
    expect(found).toHaveLength(COUNT);
    expect(found.map(({ _id }) => _id)).toEqual(inOrder(found, sort, direction).map(({ _id }) => _id));
    if (sort === 'publishedAt') expect(found.at(-1)?.publishedAt).toBeNull();
  });

  test('the default is publishedAt, falling; sortDir alone turns it', async () => {
    expect(await ids('')).toEqual(await ids('sort=publishedAt&sortDir=desc'));
    expect(await ids('sortDir=asc')).toEqual(await ids('sort=publishedAt&sortDir=asc'));
    expect(await ids('sort=title')).toEqual(await ids('sort=title&sortDir=desc'));
  });

  test('pages by offset give each item once, in every order and size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ORDERS), fc.integer({ min: 3, max: 17 }), async (order, limit) => {
        const query = `sort=${order.sort}&sortDir=${order.direction}`;
        const whole = (await listItems(site, `limit=100&${query}`)).items.map(({ _id }) => _id);
        const walked: string[] = [];
        for (let offset = 0, more = true; more; offset += limit) {
          const page = await listItems(site, `${query}&limit=${limit}&offset=${offset}`);
          walked.push(...page.items.map(({ _id }) => _id));
          more = page.pagination.hasMore;
        }
        expect(walked).toEqual(whole);
      }),
      { numRuns: 12 },
    );
  });

  const WALK = `query ($order: ContentOrder, $page: PageInput) {
    contents(order: $order, page: $page) { items { id } total hasMore endCursor }
  }`;
  type Walked = { contents: { items: { id: string }[]; total: number; hasMore: boolean; endCursor: string | null } };

  test('pages by cursor give each item once, in every order and size, also past missing values', async () => {
    for (const order of ORDERS) {
      const query = `limit=100&sort=${order.sort}&sortDir=${order.direction}`;
      const whole = (await listItems(site, query)).items.map(({ _id }) => _id);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 4, max: 45 }), async (limit) => {
          const walked: string[] = [];
          let after: string | null = null;
          for (let more = true; more;) {
            const page: object = { limit, after };
            const { contents }: Walked = (await site.graphql<Walked>(WALK, { order, page })).data!;
            expect(contents.total).toBe(COUNT);
            walked.push(...contents.items.map(({ id }) => id));
            after = contents.endCursor;
            more = contents.hasMore;
          }
          expect(walked).toEqual(whole);
        }),
        { numRuns: 3 },
      );
    }
  });

  test('a cursor stays good when items come and go around it', async () => {
    const own = await service.site();
    const items = await createItems(
      own,
      ['b', 'd', 'f'].map((title) => ({ title })),
    );
    const order = { sort: 'title', direction: 'asc' };
    const first = await own.graphql<Walked>(WALK, { order, page: { limit: 2 } });
    await own.delete(`/content/${items[1]!._id}`);
    await createItems(
      own,
      ['a', 'e'].map((title) => ({ title })),
    );
    const rest = await own.graphql<Walked>(WALK, { order, page: { after: first.data!.contents.endCursor } });
    expect(rest.data!.contents.items).toHaveLength(2);
    expect(rest.data!.contents.items.at(-1)?.id).toBe(items[2]!._id);
  });

  test.each(['nonsense', Buffer.from('["5","x"]').toString('base64url'), '%00'])(
    'the cursor %s is 400',
    async (after) => {
      const { errors } = await site.graphql(WALK, { page: { after } });
      expect(errors?.[0]).toMatchObject({
        message: 'after must be an endCursor of this list',
        extensions: { code: 'BAD_REQUEST' },
      });
    },
  );

  test('a cursor of a sort by title is rejected by a sort by time', async () => {
    const byTitle = await site.graphql<Walked>(WALK, { order: { sort: 'title' }, page: { limit: 1 } });
    const page = { after: byTitle.data!.contents.endCursor };
    const { errors } = await site.graphql(WALK, { order: { sort: 'createdAt' }, page });
    expect(errors?.[0]?.message).toBe('after must be an endCursor of this list');
  });
});
