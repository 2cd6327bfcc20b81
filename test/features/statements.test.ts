import { beforeAll, describe, expect, test } from 'vitest';
import type { AccessLevel } from '../../src/access/access-level.ts';
import { statementsOf } from '../support/statements.ts';
import { addVideo } from '../support/stored-video.ts';
import { useService, useSite } from '../support/use-service.ts';
import { type Plan, type World, buildWorld, headersOf } from './access/world.ts';
import { upload } from './asset/uploading.ts';
import { createItem, createType } from './content/items.ts';

const service = useService();

const PER_LEVEL = 100;
const LEVELS = 4;

/** Four levels of 100 items; each names three items of the next level, every other one of another type, a tenth is restricted. */
describe('SQL statements of reading content do not grow with the number of items', () => {
  const site = useSite(service);

  beforeAll(async () => {
    const fields = [
      { name: 'related', type: 'references' },
      { name: 'next', type: 'reference' },
    ];
    for (const slug of ['even', 'odd']) await createType(site, slug, fields);
    const seeds = [await createItem(site, { type: 'even' }), await createItem(site, { type: 'odd' })];
    await service.app.database.forSite(site.id, 'background').rows(
      `with numbers as (
         select level, n, md5(level || '-' || n)::uuid as id from generate_series(1, $2::int) level, generate_series(0, $3::int - 1) n
       )
       insert into content_item select (jsonb_populate_record(c, jsonb_build_object(
         'id', a.id, 'external_id', a.level || '-' || a.n, 'slug', 'l' || a.level || '-' || a.n, 'sort_order', a.level,
         'access_level', case when a.n % 10 = 9 then 'premium' else 'public' end,
         'custom_fields', case when a.level = $2 then '{}' else jsonb_build_object(
           'next', (select id from numbers where level = a.level + 1 and n = a.n),
           'related', (select jsonb_agg(id) from numbers where level = a.level + 1 and n in (a.n, (a.n + 1) % $3, (a.n + 7) % $3))
         ) end))).*
       from content_item c, numbers a
       where c.id = any($1::uuid[]) and c.type = case when a.n % 2 = 0 then 'even' else 'odd' end`,
      [seeds.map(({ _id }) => _id), LEVELS, PER_LEVEL],
    );
    for (const { _id } of seeds) await site.delete(`/content/${_id}`);
    // What runs in the background for these writes has ended.
    await site.indexed();
    // The key is known and the connection open from here on.
    await site.get('/content?limit=1');
  });

  const rest = async (query: string) => {
    const { answer, statements } = await statementsOf(() =>
      site.get<unknown[]>(`/content?sort=sortOrder&sortDir=asc&${query}`),
    );
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return { count: answer.body.data.length, body: answer.body, statements };
  };

  test.each([
    ['a plain list', ''],
    ['with bodies', '&includeContent=true'],
    ['with includeRestricted and _sortOrder', '&includeRestricted=true&includeSortOrder=true'],
    ['expanded three levels deep', '&expand=true'],
    ['expanded with includeRestricted', '&expand=true&includeRestricted=true'],
  ])('REST, %s', async (_name, query) => {
    const one = await rest(`limit=1${query}`);
    const hundred = await rest(`limit=100${query}`);
    expect([one.count, hundred.count]).toEqual([1, 100]);
    expect(hundred.statements.length).toBe(one.statements.length);
  });

  test('the expanded list really goes three levels deep', async () => {
    const { body } = await rest('limit=1&expand=true');
    expect(JSON.stringify(body).match(/"customFields"/g)?.length).toBeGreaterThan(1 + 3 + 9);
  });

  const related = (depth: number): string =>
    depth === 0 ? 'id' : `id references(field: "related") { ${related(depth - 1)} }`;

  // What an operation may cost keeps three levels from 100 items: 30 is a page that is allowed.
  test.each([
    [3, 30],
    [2, 100],
    [1, 100],
  ])('GraphQL, with bodies and references of %i levels, of 1 item and of %i', async (depth, most) => {
    const query = `query ($limit: Int) {
      contents(order: { sort: sortOrder, direction: asc }, page: { limit: $limit }) { items { content ${related(depth)} } }
    }`;
    const read = async (limit: number) => {
      const { answer, statements } = await statementsOf(() =>
        site.graphql<{ contents: { items: unknown[] } }>(query, { limit }),
      );
      expect(answer.errors).toBeUndefined();
      expect(answer.data?.contents.items).toHaveLength(limit);
      return statements.length;
    };
    expect(await read(most)).toBe(await read(1));
  });
});

/** Three levels of three items below the hundred, the first of each open to all, the last to holders of gold only. */
const BELOW = 9;
const LISTED = 100;

interface Item {
  customFields: { related?: (Item | string)[] };
}

describe('what an item names, by access level', () => {
  let world: World;

  beforeAll(async () => {
    const below = Array.from({ length: BELOW }, (_, index): Plan => {
      const level = (['public', 'authenticated', 'subscription'] as const)[index % 3] ?? 'public';
      return item(level, index - (index % 3));
    });
    const plans = [...below, ...Array.from({ length: LISTED }, () => item('premium', BELOW))];
    world = await buildWorld(service, plans, [{ slug: 'all', grants: ['gold'] }]);
  });

  test.each([
    ['a premium user', { tier: 'premium' as const }],
    ['a premium user who holds what all of them require', { tier: 'premium' as const, subscriptions: ['all'] }],
  ])(
    '%s: a list of 100 items, expanded three levels deep, takes as many statements as one of 1',
    async (_name, user) => {
      const headers = await headersOf(world.site, user);
      const list = async (limit: number) => {
        const query = `accessLevel=premium&expand=true&limit=${limit}`;
        const { answer, statements } = await statementsOf(() => world.site.get<Item[]>(`/content?${query}`, headers));
        // Of a list that was asked for before.
        return { items: answer.body.data, statements: statements.filter((text) => !text.includes('site_revision')) };
      };
      await list(1);
      const one = await list(1);
      const hundred = await list(LISTED);
      expect(one.items).toHaveLength(1);
      expect(hundred.items).toHaveLength(LISTED);
      expect(Math.max(...one.items.map(depthOf))).toBe(4);
      expect(hundred.statements).toEqual(one.statements);
    },
  );
});

/** An item that names the three before a position. */
function item(level: AccessLevel, before: number): Plan {
  return { kind: 'item', level, required: ['gold'], references: [before - 3, before - 2, before - 1], draft: true };
}

function depthOf({ customFields }: Item): number {
  const below = (customFields.related ?? []).flatMap((one) => (typeof one === 'string' ? [] : depthOf(one)));
  return 1 + Math.max(0, ...below);
}

describe('files', () => {
  const site = useSite(service);

  test('a list of restricted files with their signed URLs takes as many statements for two as for one', async () => {
    const folder = await site.create('/assets/folders', { name: 'Members', slug: 'members', accessLevel: 'premium' });
    for (const name of ['1.txt', '2.txt', '3.txt']) await upload(site, name, 'Text', { folderId: folder._id });
    const headers = { 'x-svc-api-key': site.key, ...(await headersOf(site, { tier: 'premium' })) };
    const query = 'query ($limit: Int) { assets(page: { limit: $limit }) { total items { id key url } } }';
    const list = async (limit: number) => {
      const { answer, statements } = await statementsOf(() => site.service.graphql(query, { limit }, headers));
      expect(answer).toMatchObject({ data: { assets: { total: 3 } } });
      return statements.length;
    };
    expect(await list(2)).toBe(await list(1));
  });
});

describe('videos', () => {
  const site = useSite(service);
  const MINUTES = ['Look at the rim.', 'Loosen a spoke.', 'Ride away.'];
  const videoStatements = (statements: readonly string[]) => statements.filter((text) => /\bvideo\b/.test(text));

  test('the URLs of the videos of a search, of any number', async () => {
    const search = async () => {
      const { answer, statements } = await statementsOf(() =>
        site.post<{ results: { metadata: object }[] }>('/rag/search', { query: 'loosen a spoke' }),
      );
      const { results } = answer.body.data;
      expect(results.every(({ metadata }) => 'url' in metadata)).toBe(true);
      return [results.length, videoStatements(statements).length] as const;
    };
    await addVideo(service, site, { title: 'One', minutes: MINUTES });
    const [few, ofFew] = await search();
    for (const title of ['Two', 'Three']) await addVideo(service, site, { title, minutes: MINUTES });
    const [many, ofMany] = await search();
    expect(many).toBeGreaterThan(few);
    expect(ofMany).toBe(ofFew);
  });
});
