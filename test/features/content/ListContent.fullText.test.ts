import { beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { Admin } from '../site/admin.ts';
import { createItem, createItems, createType, listItems } from './items.ts';

const found = (site: TestSite, words: string, more = '') =>
  listItems(site, `fullText=${encodeURIComponent(words)}${more}`);

const service = useService();

describe('GET /content?fullText', () => {
  const site = useSite(service);

  beforeAll(async () => {
    await createType(site, 'recipe', [
      { name: 'origin', label: 'Origin', type: 'text' },
      { name: 'note', label: 'Note', type: 'textarea', searchable: false },
      { name: 'minutes', label: 'Minutes', type: 'number' },
      { name: 'vegan', label: 'Vegan', type: 'boolean' },
    ]);
    await createItems(site, [
      {
        title: 'Crème brûlée',
        type: 'recipe',
        customFields: { origin: 'Lyon', note: 'secretive', minutes: 45, vegan: true },
      },
      { title: 'Straße nach Łódź', excerpt: 'Ein Bericht über Häuser', content: 'Die alten Mühlen standen still.' },
      {
        title: 'Running shoes',
        content: '<p class="hidden">Made for &ouml;kologische <b>ath</b>letes</p><script>var spy</script>',
      },
      { title: 'Notes', content: "He ran. Shoes, socks and a backslash \\ quote ' here: C:\\temp" },
      { title: '東京の天気', content: '今日は晴れです' },
    ]);
  });

  test.each([
    ['creme', ['Crème brûlée'], 'a title without its accents'],
    ['CRÈME lyon', ['Crème brûlée'], 'words of the title and of a custom field'],
    ['secretive', [], 'no field that is not searchable'],
    ['45', ['Crème brûlée'], 'a number'],
    ['yes', [], 'no boolean'],
    ['haus', ['Straße nach Łódź'], 'another form of a word in the excerpt'],
    ['strasse muhle', ['Straße nach Łódź'], 'words of title and body'],
    ['shoe', ['Running shoes', 'Notes'], 'title and body'],
    ['athletes', ['Running shoes'], 'a word that a tag divides'],
    ['ökologisch', ['Running shoes'], 'a word with an entity'],
    ['class', [], 'no attribute'],
    ['spy', [], 'no script'],
    ['shoes -socks', ['Notes'], 'no operators'],
    ["temp' backslash:*", ['Notes'], 'signs as what divides words'],
    ["') | ('notes':*", ['Notes'], 'is never a query of PostgreSQL'],
    ['天気', ['東京の天気'], 'words of a script without spaces'],
    ['!?', [], 'nothing without words'],
    ['notes creme', [], 'only items with all words'],
  ])('%j → %j: %s', async (words, titles) => {
    const list = await found(site, words);
    expect(list.titles.toSorted()).toEqual(titles.toSorted());
    expect(list.pagination.total).toBe(titles.length);
  });

  test('an empty text asks for nothing; a part of a word is for `search`', async () => {
    expect((await found(site, '')).items).toHaveLength(5);
    expect((await found(site, 'brul')).items).toEqual([]);
    expect((await listItems(site, 'search=brul')).titles).toEqual(['Crème brûlée']);
    expect((await listItems(site, 'search=athletes')).titles).toEqual([]);
  });

  test('more than 300 characters are 400', async () => {
    const { status, body } = await site.get(`/content?fullText=${'a'.repeat(301)}`);
    expect([status, body.error]).toEqual([400, 'fullText must have at most 300 characters']);
  });

  test('finds the words of an update and no longer those before; not a deleted item', async () => {
    const { _id } = await createItem(site, { title: 'Before', excerpt: 'stays', content: 'oldword' });
    await site.put(`/content/${_id}`, { content: 'newword' });
    expect((await found(site, 'oldword')).items).toEqual([]);
    expect((await found(site, 'newword before stays')).titles).toEqual(['Before']);
    await site.put(`/content/${_id}`, { tags: ['x'] });
    expect((await found(site, 'newword')).titles).toEqual(['Before']);
    await site.delete(`/content/${_id}`);
    expect((await found(site, 'newword')).items).toEqual([]);
  });

  test('takes a body of many different words', async () => {
    const content = Array.from({ length: 60_000 }, (_, n) => `w${n.toString(36)}x${n}`).join(' ');
    await createItem(site, { title: 'Large', content, excerpt: 'bulky' });
    expect((await found(site, 'bulky w1x1')).titles).toEqual(['Large']);
  });

  test('finds nothing of another site', async () => {
    expect((await found(await service.site(), 'creme')).items).toEqual([]);
  });
});

describe('the order of a full-text search', () => {
  const site = useSite(service);

  beforeAll(async () => {
    await createType(site, 'animal', [{ name: 'habitat', label: 'Habitat', type: 'text', sortable: true }]);
    await createItems(site, [
      { title: 'D', type: 'animal', content: 'otter', tags: ['x'], customFields: { habitat: 'b' } },
      { title: 'B', type: 'animal', excerpt: 'otter', tags: ['x'], customFields: { habitat: 'c' } },
      { title: 'Otter', type: 'animal', tags: ['x'], customFields: { habitat: 'd' } },
      { title: 'C', type: 'animal', customFields: { habitat: 'otter' } },
      { title: 'E', type: 'animal', content: 'beaver', tags: ['x'] },
    ]);
  });

  test('is title, excerpt, custom fields, body', async () => {
    expect((await found(site, 'otters')).titles).toEqual(['Otter', 'B', 'C', 'D']);
  });

  test('is the one asked for', async () => {
    expect((await found(site, 'otter', '&sort=title')).titles).toEqual(['Otter', 'D', 'C', 'B']);
    expect((await found(site, 'otter', '&type=animal&sort=fields.habitat&sortDir=asc')).titles).toEqual([
      'D',
      'B',
      'Otter',
      'C',
    ]);
  });

  test('goes on behind a cursor', async () => {
    const titles: string[] = [];
    let after = '';
    for (let page = 0; page < 4; page++) {
      const list = await found(site, 'otter', `&limit=1${after && `&after=${after}`}`);
      titles.push(...list.titles);
      expect(list.pagination.total).toBe(4);
      after = String(list.body['endCursor']);
    }
    expect(titles).toEqual(['Otter', 'B', 'C', 'D']);
  });

  test('combines with every filter', async () => {
    expect((await found(site, 'otter', '&tag=x&filter[not][title]=B')).titles).toEqual(['Otter', 'D']);
  });

  test('GraphQL takes the same', async () => {
    const { data } = await site.graphql(
      `{ contents(fullText: "otter", filter: { tags: { contains: "x" } }, page: { limit: 2 }) { total totalIsExact items { title } } }`,
    );
    expect(data).toEqual({
      contents: { total: 3, totalIsExact: true, items: [{ title: 'Otter' }, { title: 'B' }] },
    });
  });
});

describe('a full-text search with more than 10,000 items', () => {
  const site = useSite(service);
  const FOUND = 10_001;

  beforeAll(async () => {
    // Ids in the order of creation; "needl" is the stem. The words of the titles of three items weigh most.
    await service.app.database.forSite(site.id, 'background').rows(
      `with item as (
        insert into content_item (id, site_id, external_id, type, title, title_folded, slug, language, categories, tags,
          status, access_level, required_subscriptions, custom_fields, ai_indexed, sort_order, created_at, updated_at)
        select (lpad(to_hex(n), 8, '0') || substr($1::uuid::text, 9))::uuid, $1, 'e' || n, 'article', 'T' || n, 't' || n,
          's' || n, 'en', '{}', array[case when n < 4 then 'few' else 'many' end], 'published', 'public', '{}', '{}', true,
          0, now(), now()
        from generate_series(1, ${FOUND}) n returning id, site_id, title
      ) insert into content_text (item_id, site_id, terms)
      select id, site_id, case when title in ('T1', 'T5001', 'T5002', 'T9000')
        then 'needl:1A'::tsvector else 'needl:1D'::tsvector end from item`,
      [site.id],
    );
  });

  const total = async (more: string) => {
    const { data } = await site.graphql<{ contents: object }>(
      `{ contents(fullText: "needle", page: { limit: 1 } ${more}) { total totalIsExact } }`,
    );
    return data?.contents;
  };

  test('is counted up to 10,000 in GraphQL, and whole if it is asked for; REST always counts all', async () => {
    expect(await total('')).toEqual({ total: 10_000, totalIsExact: false });
    expect(await total('exactTotal: true')).toEqual({ total: FOUND, totalIsExact: true });
    expect(await total('filter: { tags: { contains: "few" } }')).toEqual({ total: 3, totalIsExact: true });
    expect((await found(site, 'needle', '&limit=1')).pagination.total).toBe(FOUND);
  });

  test('ranks the 5,000 items that were created last; the others follow', async () => {
    expect((await found(site, 'needle', '&limit=3')).titles).toEqual(['T9000', 'T5002', 'T10001']);
    expect((await found(site, 'needle', '&limit=2&offset=4999')).titles).toEqual(['T5003', 'T5001']);
    expect((await found(site, 'needle', '&limit=2&offset=9999')).titles).toEqual(['T2', 'T1']);
  });
});

describe('what a full-text search tells of items that the viewer cannot read', () => {
  const site = useSite(service);
  let delivery: TestSite;

  beforeAll(async () => {
    await createType(site, 'paper', [{ name: 'theme', label: 'Theme', type: 'text' }]);
    const words = { type: 'paper', excerpt: 'abridged', content: 'bodyword', customFields: { theme: 'fieldword' } };
    await createItems(site, [
      { title: 'Open', status: 'published', ...words },
      { title: 'Closed', status: 'published', accessLevel: 'subscription', requiredSubscriptions: ['gold'], ...words },
      { title: 'Draft', status: 'draft', ...words },
    ]);
    const { data } = await new Admin(service).createApiKey(site.id, { name: 'key', scopes: ['read'] });
    delivery = new TestSite(service, site.id, data?.createApiKey.secret ?? '');
  });

  const titlesFor = async (by: TestSite, words: string, more = '') => (await found(by, words, more)).titles.toSorted();

  test.each(['bodyword', 'fieldword', 'abridged', 'abridged bodyword'])('%j finds what can be read', async (words) => {
    expect(await titlesFor(site, words)).toEqual(['Draft', 'Open']);
    expect(await titlesFor(delivery, words)).toEqual(['Open']);
    const headers = await headersOf(site, { subscriptions: ['gold'] });
    const { body } = await site.get<{ title: string }[]>(`/content?fullText=${encodeURIComponent(words)}`, headers);
    expect(body.data.map(({ title }) => title).toSorted()).toEqual(['Closed', 'Draft', 'Open']);
  });

  test('teasers are found by title and excerpt only, and not counted otherwise', async () => {
    const restricted = '&includeRestricted=true';
    expect(await titlesFor(delivery, 'abridged', restricted)).toEqual(['Closed', 'Open']);
    expect(await titlesFor(delivery, 'closed abridged', restricted)).toEqual(['Closed']);
    for (const words of ['bodyword', 'fieldword', 'abridged bodyword', 'closed fieldword']) {
      const list = await found(delivery, words, restricted);
      expect(list.titles).toEqual(words.startsWith('closed') ? [] : ['Open']);
      expect(list.body['_accessSummary']).toMatchObject({ restrictedItems: 0 });
    }
    expect(await titlesFor(site, 'bodyword', restricted)).toEqual(['Draft', 'Open']);
  });

  test('teasers come last, whatever their body has', async () => {
    const { _id } = (await found(site, 'closed', '&includeRestricted=true')).items[0]!;
    await site.put(`/content/${_id}`, { content: 'abridged '.repeat(50), title: 'Abridged' });
    const { titles, body } = await found(delivery, 'abridged', '&includeRestricted=true&limit=1');
    expect(titles).toEqual(['Open']);
    const next = await found(
      delivery,
      'abridged',
      `&includeRestricted=true&limit=1&after=${String(body['endCursor'])}`,
    );
    expect(next.titles).toEqual(['Abridged']);
    expect(next.pagination).toMatchObject({ total: 2, hasMore: false });
  });
});

describe('a change of what is searchable', () => {
  const site = useSite(service);

  test('is followed by a job for all items of the type, without a new revision of any', async () => {
    const field = { name: 'code', label: 'Code', type: 'text', searchable: false };
    await createType(site, 'part', [field], { aiConfig: { indexed: false } });
    const [item] = await createItems(site, [{ type: 'part', title: 'Wheel', customFields: { code: 'rarecode' } }]);
    expect((await found(site, 'rarecode')).items).toEqual([]);
    await site.put('/content-types/part', { fields: [{ ...field, searchable: true }] });
    await expect.poll(async () => (await found(site, 'rarecode')).titles, { timeout: 10_000 }).toEqual(['Wheel']);
    const { body } = await site.get<{ revision: number; updatedAt: string }>(`/content/${item!._id}`);
    expect(body.data).toMatchObject({ revision: 1, updatedAt: item!['updatedAt'] });
    await site.put('/content-types/part', { fields: [field] });
    await expect.poll(async () => (await found(site, 'rarecode')).items, { timeout: 10_000 }).toEqual([]);
  });

  test('items of a type without a definition are found by all but their custom fields', async () => {
    await createType(site, 'gone', [{ name: 'code', label: 'Code', type: 'text' }]);
    await createItem(site, { type: 'gone', title: 'Orphan', content: 'lonely' });
    await site.delete('/content-types/gone');
    expect((await found(site, 'orphan lonely')).titles).toEqual(['Orphan']);
  });
});

test('the job of the migration indexes every item of a site, also of a type without a definition', async () => {
  const site = await service.site();
  await createType(site, 'gone', [{ name: 'code', label: 'Code', type: 'text' }]);
  await createItems(site, [{ title: 'First' }, { title: 'Second', type: 'gone' }]);
  await site.delete('/content-types/gone');
  const scope = service.app.database.forSite(site.id, 'background');
  await scope.rows('delete from content_text where site_id = $1', [site.id]);
  expect((await found(site, 'first')).items).toEqual([]);
  await scope.rows(
    `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
     values (gen_random_uuid(), $1::uuid, $1::uuid, 'index-content-text', $1, '{}', 'queued', 0, now(), now())`,
    [site.id],
  );
  await expect.poll(async () => (await found(site, 'second')).titles, { timeout: 30_000 }).toEqual(['Second']);
  expect((await found(site, 'first')).titles).toEqual(['First']);
}, 40_000);
