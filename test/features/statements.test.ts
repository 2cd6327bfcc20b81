import { beforeAll, describe, expect, test } from 'vitest';
import type { AccessLevel } from '../../src/access/access-level.ts';
import { statementsOf } from '../support/statements.ts';
import { addVideo } from '../support/stored-video.ts';
import { useService, useSite } from '../support/use-service.ts';
import { type Plan, type World, buildWorld, headersOf } from './access/world.ts';
import { useAgent } from './agent/agent-service.ts';
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
    await service.app.database.forSite(site.id).rows(
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
    ['a plain list', 2, ''],
    ['with bodies', 3, '&includeContent=true'],
    ['with includeRestricted and _sortOrder', 2, '&includeRestricted=true&includeSortOrder=true'],
    ['expanded three levels deep', 6, '&expand=true'],
    ['expanded with includeRestricted', 6, '&expand=true&includeRestricted=true'],
  ])('REST, %s: %i statements, for 1 item as for 100', async (_name, expected, query) => {
    const one = await rest(`limit=1${query}`);
    const hundred = await rest(`limit=100${query}`);
    expect([one.count, hundred.count]).toEqual([1, 100]);
    expect(one.statements).toHaveLength(expected);
    expect(hundred.statements).toHaveLength(expected);
  });

  test('the expanded list really goes three levels deep', async () => {
    const { body } = await rest('limit=1&expand=true');
    expect(JSON.stringify(body).match(/"customFields"/g)?.length).toBeGreaterThan(1 + 3 + 9);
  });

  const related = (depth: number): string =>
    depth === 0 ? 'id' : `id references(field: "related") { ${related(depth - 1)} }`;

  // What an operation may cost keeps three levels from 100 items: 30 is a page that is allowed.
  test.each([
    [6, 3, 30],
    [5, 2, 100],
    [4, 1, 100],
  ])(
    'GraphQL, with bodies and references: %i statements for %i levels, for 1 item as for %i',
    async (expected, depth, most) => {
      const query = `query ($limit: Int) {
      contents(order: { sort: sortOrder, direction: asc }, page: { limit: $limit }) { items { content ${related(depth)} } }
    }`;
      for (const limit of [1, most]) {
        const { answer, statements } = await statementsOf(() =>
          site.graphql<{ contents: { items: unknown[] } }>(query, { limit }),
        );
        expect(answer.errors).toBeUndefined();
        expect(answer.data?.contents.items).toHaveLength(limit);
        expect(statements).toHaveLength(expected);
      }
    },
  );

  test('GraphQL, several reference fields of one level are read together', async () => {
    const query = `{ contents(page: { limit: 20 }) { items {
      references(field: "related") { id } next: references(field: "next") { id } none: references(field: "none") { id }
    } } }`;
    const { answer, statements } = await statementsOf(() => site.graphql(query));
    expect(answer.errors).toBeUndefined();
    expect(statements).toHaveLength(3);
  });

  test('GET by id: 1 statement, expanded 5', async () => {
    const [first] = (await site.get<{ _id: string }[]>('/content?limit=1&sort=sortOrder&sortDir=asc')).body.data;
    for (const [query, expected] of [
      ['', 1],
      ['?expand=true', 5],
    ] as const) {
      const { statements } = await statementsOf(() => site.get(`/content/${first!._id}${query}`));
      expect(statements).toHaveLength(expected);
    }
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

  test('a list of restricted files with their signed URLs takes the two statements of any list', async () => {
    const folder = await site.create('/assets/folders', { name: 'Members', slug: 'members', accessLevel: 'premium' });
    for (const name of ['1.txt', '2.txt', '3.txt']) await upload(site, name, 'Text', { folderId: folder._id });
    const headers = { 'x-svc-api-key': site.key, ...(await headersOf(site, { tier: 'premium' })) };
    const list = () => site.service.graphql('{ assets { total items { id key url } } }', {}, headers);
    expect(await list()).toMatchObject({ data: { assets: { total: 3 } } });
    const { statements } = await statementsOf(list);
    expect(statements.filter((text) => text.includes('asset'))).toHaveLength(2);
  });
});

describe('videos', () => {
  const site = useSite(service);
  const agent = useAgent();
  const agentSite = useSite(agent.service);

  const MINUTES = ['Look at the rim.', 'Loosen a spoke.', 'Ride away.'];
  const videoStatements = (statements: readonly string[]) => statements.filter((text) => /\bvideo\b/.test(text));

  test('the URLs of any number of videos take one statement', async () => {
    for (const title of ['One', 'Two', 'Three']) await addVideo(service, site, { title, minutes: MINUTES });
    const search = () => site.post<{ results: { metadata: object }[] }>('/rag/search', { query: 'loosen a spoke' });
    const { answer, statements } = await statementsOf(search);
    const { results } = answer.body.data;
    expect(results.length).toBeGreaterThan(3);
    expect(results.every(({ metadata }) => 'url' in metadata)).toBe(true);
    expect(videoStatements(statements)).toHaveLength(1);
  });

  test('what is said around the current second takes one statement, and the URLs of what is cited another', async () => {
    const { url } = await addVideo(agent.service, agentSite, { title: 'Truing', minutes: MINUTES });
    const context = { video: { videoId: url, currentTimestamp: 90 } };
    const ask = () => agentSite.post('/agent/chat', { message: 'zzz', context });
    const { statements } = await statementsOf(ask);
    expect(videoStatements(statements)).toHaveLength(2);
  });
});
