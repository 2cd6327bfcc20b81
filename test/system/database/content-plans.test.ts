import { beforeAll, describe, expect, test } from 'vitest';
import { createItem, createType } from '../../features/content/items.ts';
import { TestSite } from '../../support/site.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import type { RowAccess } from '../../../src/database/connection/session.ts';
import { type PlanNode, nodesOf, useExplainer } from '../../database/explainer.ts';

/** Items of the site; 100,000 with `PLAN_ITEMS=100000`. Another site has as many. */
const ITEMS = Number(process.env['PLAN_ITEMS'] ?? 8_000);
/** Every value of a filter has this many items; a page and its total are to be read from few more rows. */
const SAME = 20;
const MAX_ROWS = 500;
/** What a statement of a page of the change feed looks at, with those that the caller cannot see. */
const MAX_FEED_ROWS = 5_001;
/** md5 of 5. */
const WRITER = 'e4da3b7f-bbce-2345-d777-2b0674a318d5';

const service = useOwnService();
const site = useSite(service);
const other = useSite(service);
const { owner, explain } = useExplainer(service, site);
const ofOther = useExplainer(service, other);

const FILL = `insert into content_item (id, site_id, external_id, type, content_type_id, title, title_folded, slug, language,
    categories, tags, status, access_level, required_subscriptions, author, custom_fields, ai_indexed, sort_order,
    published_at, created_at, updated_at, created_by)
  select gen_random_uuid(), t.site_id, 'e' || n, 'post', t.id, 'Title ' || n, 'title ' || n, 's' || n, 'en-l' || same,
    array['c' || same, 'all'], array['t' || same, 'all'], 'published', 'public', '{}', 'Author ' || same,
    jsonb_strip_nulls(jsonb_build_object('rating', same, 'amount', n, 'name', 'Name ' || same, 'kinds', jsonb_build_array('k' || same),
      'writer', md5(same::text)::uuid, 'at', moment, 'featured', same = 5,
      'rare', case when same = 5 then n end, 'usual', case when same <> 5 then n end,
      'note', case when same = 5 then 'A' end)), true, n, moment, moment, moment,
    'key:' || md5(same::text)::uuid || ' Name'
  from content_type t, generate_series(1, $2::int) n, lateral (
    select n % ($2 / ${SAME}) as same, timestamptz '2026-01-01' + n * interval '1 minute' as moment) each
  where t.slug = 'post' and t.site_id = any ($1::uuid[])`;

const ADD_WRITER = `insert into content_item select (jsonb_populate_record(c, jsonb_build_object('id', $2::text,
    'external_id', 'ann', 'slug', 'ann', 'author', 'Ann'))).* from content_item c where c.id = $1`;

const FILL_FILES = `insert into asset (id, site_id, key, file_name, content_type, kind, status, size, expires_at, created_at,
    updated_at)
  select gen_random_uuid(), s, s || '/' || n, 'Wheel ' || n || '.png', 'image/png', 'image', 'live', 1, moment, moment, moment
  from unnest($1::uuid[]) s, generate_series(1, $2::int) n, lateral (
    select timestamptz '2026-01-01' + n * interval '1 minute' as moment) each`;

beforeAll(async () => {
  const fields = Object.entries(FIELDS).map(([name, type]) => ({
    name,
    type,
    ...(name === 'amount' ? { filterable: true } : { sortable: type !== 'multiselect' }),
    validation: type === 'multiselect' ? { options: ['k5'] } : {},
  }));
  for (const each of [site, other]) await createType(each, 'post', fields);
  await owner.query(FILL, [[site.id, other.id], ITEMS]);
  const writer = await createItem(site, { title: 'Ben' });
  await owner.query(ADD_WRITER, [writer._id, WRITER]);
  await owner.query(FILL_FILES, [[site.id, other.id], ITEMS]);
  await owner.query('vacuum analyze');
}, 300_000);

const FIELDS = {
  rating: 'number',
  amount: 'number',
  name: 'text',
  kinds: 'multiselect',
  writer: 'reference',
  at: 'datetime',
  featured: 'boolean',
  rare: 'number',
  usual: 'number',
  note: 'text',
};

const GROWN = ['content_item', 'content_change', 'content_field_value', 'asset'];

/** Every scan of a table that grows with the items, with the number of rows that it has looked at. */
function scansOf(plan: PlanNode): { scan: string; rows: number }[] {
  return nodesOf(plan).flatMap((node) => {
    if (!GROWN.includes(node['Relation Name'] ?? '')) return [];
    const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
    const rows = ((node['Actual Rows'] ?? NaN) + filtered + rechecked) * (node['Actual Loops'] ?? NaN);
    return [{ scan: `${node['Node Type']} on ${node['Relation Name']}`, rows }];
  });
}

/** What the statements of a list read, as PostgreSQL runs them. */
async function readsOf(path: string) {
  let items = 0;
  const list = async () => {
    const answer = await site.get<unknown[]>(path);
    items = answer.body.data.length;
    return answer;
  };
  const explained = await explain(list, { run: true });
  return { items, found: explained.flatMap(({ plan }) => scansOf(plan)) };
}

/** Of the statements of a page of the change feed that run with this access: the bound is read without any rule. */
async function readsOfFeed(
  explainer: typeof explain,
  page: () => Promise<{ status: number }>,
  access: RowAccess | null,
): Promise<{ scan: string; rows: number }[]> {
  const explained = await explainer(page, { run: true, access });
  return explained
    .filter(
      ({ statement }) => statement.includes('content_change') && statement.includes('offset') === (access === null),
    )
    .flatMap(({ plan }) => scansOf(plan));
}

/** All items of a site but the last few are premium, and their changes those of items that have always been so. */
const RESTRICT = `update content_item set access_level = 'premium' where site_id = $1 and sort_order <= ${ITEMS} - $2::int`;
const RESTRICT_CHANGES = `update content_change k set levels = '{premium}', public_levels = '{premium}'
  from content_item c where c.id = k.item_id and c.site_id = $1 and c.access_level = 'premium'`;

const ONE = 's12';
describe(`of ${ITEMS} items, few are read for`, () => {
  test.each([
    'tag=t5',
    'filter[tags][in]=t5,t6',
    'filter[tags][containsAll]=t5,all',
    'category=c5',
    'filter[categories][contains]=c5',
    `slug=${ONE}`,
    `type=post&slug=${ONE}`,
    'filter[slug][in]=s12,s13',
    'language=en-l5',
    'filter[author]=Author 5',
    'filter[externalId]=e12',
    'filter[externalId][in]=e12,e13',
    'filter[title]=Title 12',
    'search=title 123',
    'filter[externalId][contains]=E123',
    'filter[slug][startsWith]=s123',
    'type=post&filter[author][contains]=hor 55',
    'type=post&filter[fields.name][contains]=AME 55',
    'type=post&filter[fields.name][startsWith]=name 55',
    'type=post&filter[fields.writer.slug]=ann',
    'filter[fields.writer.author][startsWith]=an&sort=title',
    'filter[fields.writer.id]=' + WRITER,
    'type=post&tag=t5&sort=title',
    'filter[publishedAt][between]=2026-01-01T00:00:00Z,2026-01-01T00:10:00Z',
    'filter[createdAt][lt]=2026-01-01T00:10:00Z',
    'filter[updatedAt][lt]=2026-01-01T00:10:00Z',
    'sort=publishedAt&sortDir=asc',
    'sort=-publishedAt',
    'sort=createdAt&sortDir=asc',
    'sort=-updatedAt',
    'sort=title',
    'sort=sortOrder&sortDir=asc',
    'type=post&sort=-publishedAt',
    'type=post&filter[fields.amount][between]=5,9',
    'filter[fields.amount][gt]=' + (ITEMS - 20),
    'type=post&filter[fields.amount][lt]=9&sort=-fields.rating',
    'type=post&filter[fields.rating]=5',
    'filter[fields.rating][in]=5,6',
    'type=post&filter[fields.rating][lt]=3',
    'type=post&filter[fields.rating][between]=3,5',
    'type=post&filter[fields.name]=Name 5',
    'type=post&filter[fields.featured]=true',
    `type=post&filter[fields.writer]=${WRITER}`,
    'type=post&filter[fields.at][lt]=2026-01-01T00:10:00Z',
    'type=post&filter[fields.rating]=5&sort=-fields.name',
    'filter[author][ne]=Author 5',
    'type=post&filter[externalId][notIn]=e12,e13',
    'filter[not][tags][contains]=t5',
    'type=post&filter[fields.rating][ne]=5',
    'filter[fields.name][notIn]=Name 5,Name 6',
    'type=post&filter[not][fields.writer]=' + WRITER,
    'type=post&filter[not][fields.rating][lt]=3&sort=-fields.rating',
    'type=post&filter[fields.rating][ne]=5&filter[fields.name][ne]=Name 6&filter[author][ne]=Author 7',
    'type=post&filter[not][or][0][fields.rating]=5&filter[not][or][1][slug]=s12',
    'filter[fields.rare][exists]=true',
    // Of fewer, PostgreSQL reads all values from the index of their parts.
    ...(ITEMS >= 30_000 ? ['type=post&filter[fields.note][exists]=true'] : []),
    'type=post&filter[fields.usual][exists]=false&sort=title',
    'filter[or][0][author]=Author 5&filter[or][1][slug]=s12',
    'filter[or][0][fields.rating]=5&filter[or][1][fields.name]=Name 6',
    'type=post&filter[or][0][fields.rating]=5&filter[or][1][fields.rating]=6&sort=-fields.rating',
    'type=post&filter[or][0][fields.at][lt]=2026-01-01T00:10:00Z&filter[or][1][slug]=s123',
    'filter[or][0][fields.name][contains]=AME 55&filter[or][1][tags]=t5&filter[or][2][fields.rare][exists]=true',
    'type=post&filter[or][0][fields.writer.slug]=ann&filter[or][1][fields.amount][gt]=' + (ITEMS - 20),
    'type=post&filter[or][0][fields.rating]=5&filter[or][0][fields.kinds]=k5&filter[or][1][fields.rating]=6',
    'type=post&filter[or][0][fields.rating]=5&filter[or][1][fields.name][ne]=Name 6',
    'filter[or][0][slug]=s12&filter[or][1][author][notIn]=Author 5,Author 6',
    'type=post&sort=fields.rating',
    'type=post&sort=-fields.rating',
    'type=post&sort=-fields.name,title',
    'type=post&sort=fields.at',
  ])('GET /content?%s', async (query) => {
    const { items, found } = await readsOf(`/content?limit=20&${query.replaceAll(' ', '%20')}`);
    expect(items).toBeGreaterThan(0);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ scan, rows }) => scan.startsWith('Seq Scan') || !(rows <= MAX_ROWS))).toEqual([]);
  });

  test('alternatives that most items match, without a total', async () => {
    const filter =
      '{ type: "post", or: [{ field: { name: "rating", gte: 3 } }, { field: { name: "name", eq: "Name 1" } }] }';
    const list = async () => {
      const { data } = await site.graphql<{ contents: { items: unknown[] } }>(
        `{ contents(filter: ${filter}) { items { id } } }`,
      );
      expect(data?.contents.items).toHaveLength(50);
      return { status: 200 };
    };
    const scans = (await explain(list, { run: true })).flatMap(({ plan }) => scansOf(plan));
    expect(scans.map(({ scan }) => scan)).toContain('Index Scan on content_item');
    expect(scans.filter(({ scan, rows }) => scan.endsWith('content_item') && !(rows <= MAX_ROWS))).toEqual([]);
    const query = 'type=post&filter[or][0][fields.rating][gte]=3&filter[or][1][fields.name]=Name%201';
    const { body } = await site.get(`/content?${query}`);
    expect(body['pagination']).toMatchObject({ total: ITEMS - 2 * SAME });
  });

  test.each(['name=wheel 123', 'name=wheel 123&mimeType=image/png'])('GET /assets?%s', async (query) => {
    const { items, found } = await readsOf(`/assets?limit=20&${query.replaceAll(' ', '%20')}`);
    expect(items).toBeGreaterThan(0);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter(({ scan, rows }) => scan.startsWith('Seq Scan') || !(rows <= MAX_ROWS))).toEqual([]);
  });

  test.each(['read', 'preview'])('GET /content/changes with the scope %s', async (scope) => {
    const { secret } = await service.key(site.id, { name: scope, scopes: ['read', scope] });
    const by = new TestSite(service, site.id, secret);
    const first = async () => (await by.get('/content/changes?limit=20')).body;
    // Other tests' transactions delay the feed.
    await expect.poll(async () => (await first())['hasMore']).toBe(true);
    const { cursor } = await first();
    const access = { levels: ['public'], subscriptions: [], unpublished: scope === 'preview' };
    const page = () => by.get(`/content/changes?limit=20&since=${String(cursor)}`);
    const found = [...(await readsOfFeed(explain, page, access)), ...(await readsOfFeed(explain, page, null))];
    expect(found.length).toBeGreaterThanOrEqual(2);
    expect(found.filter(({ scan, rows }) => scan.startsWith('Seq Scan') || !(rows > 0 && rows <= MAX_ROWS))).toEqual(
      [],
    );
  });

  test('GET /content/changes for a caller who sees few of many', async () => {
    // Without triggers: these are not writes of the service, and each would be recorded.
    await owner.query('set session_replication_role = replica');
    await owner.query(RESTRICT, [other.id, SAME]);
    await owner.query(RESTRICT_CHANGES, [other.id]);
    await owner.query('reset session_replication_role');
    await owner.query('vacuum analyze content_change');
    const { secret } = await service.key(other.id, { name: 'delivery', scopes: ['read'] });
    const by = new TestSite(service, other.id, secret);
    const seen: string[] = [];
    const access = { levels: ['public'], subscriptions: [], unpublished: false };
    let since = '';
    for (let pages = 1; ; pages += 1) {
      const get = () => by.get<{ _id: string }[]>(`/content/changes?limit=20${since && `&since=${since}`}`);
      if (since) {
        const found = [
          ...(await readsOfFeed(ofOther.explain, get, access)),
          ...(await readsOfFeed(ofOther.explain, get, null)),
        ];
        expect(found.length).toBeGreaterThanOrEqual(2);
        expect(found.filter(({ scan, rows }) => scan.startsWith('Seq Scan') || !(rows <= MAX_FEED_ROWS))).toEqual([]);
      }
      const { body } = await get();
      seen.push(...body.data.map(({ _id }) => _id));
      if (!body['hasMore'] && seen.length > 0) {
        expect(pages).toBeGreaterThan(ITEMS / MAX_FEED_ROWS);
        break;
      }
      since = String(body['cursor']);
      const [, id] = JSON.parse(Buffer.from(since.split('.')[0] ?? '', 'base64url').toString()) as string[];
      expect(
        (await owner.query('select from content_item where id = $1 and access_level = $2', [id, 'premium'])).rows,
      ).toEqual([]);
    }
    const { rows } = await owner.query<{ id: string }>(
      "select id from content_item where site_id = $1 and access_level = 'public'",
      [other.id],
    );
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  test.each(['', ', sort: ["-updatedAt"]'])('{ contents(createdByMe: true%s) }', async (sort) => {
    const { secret, id } = await service.key(site.id, { name: 'mine' });
    const change = `update content_item set created_by = 'key:' || $1 || ' Name' where created_by like 'key:' || $2 || ' %'`;
    await owner.query(change, [id, WRITER]);
    const list = async () => {
      const query = `{ contents(createdByMe: true${sort}) { total items { id } } }`;
      const { data } = await service.graphql<{ contents: { total: number } }>(query, {}, { 'x-svc-api-key': secret });
      expect(data?.contents.total).toBe(SAME);
      return { status: 200 };
    };
    const scans = (await explain(list, { run: true })).flatMap(({ plan }) => scansOf(plan));
    await owner.query(change, [WRITER, id]);
    expect(scans.filter(({ scan, rows }) => scan.startsWith('Seq Scan') || !(rows <= MAX_ROWS))).toEqual([]);
  });

  test('GET /content/by-slug/:type/:slug', async () => {
    const { found } = await readsOf('/content/by-slug/post/s12');
    expect(found.filter(({ rows }) => !(rows <= MAX_ROWS))).toEqual([]);
  });
});
