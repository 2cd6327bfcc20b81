import { beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import type { TestSite } from '../../support/site.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { type User, headersOf } from '../access/world.ts';
import { pdf, picture } from '../asset/sample-files.ts';
import { fieldOf, here, upload } from '../asset/uploading.ts';
import { ask } from '../site-schema/types.ts';
import { type Item, anItem, createItem, createType } from './items.ts';

const PREMIUM: User = { tier: 'premium' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const service = useService();
const site = useSiteForEach(service);

beforeEach(async () => {
  await createType(site, 'page', [
    { name: 'cover', type: 'media', validation: { allowedTypes: ['image/*'], maxSize: 5_000 } },
    { name: 'manual', type: 'file' },
    { name: 'plain', type: 'text' },
    { name: 'next', type: 'reference' },
  ]);
});

async function file(name: string, content: Buffer, fields: Record<string, string> = {}, of = site): Promise<string> {
  return String(await ofAny(of, await upload(of, name, content, fields)));
}

/** Also of a restricted file. */
async function ofAny(of: TestSite, key: string): Promise<unknown> {
  const rows = await service.app.database.system.rows<{ id: string }>('select id from asset where key = $1', [key]);
  return rows[0]?.id ?? fieldOf(of, key, 'id');
}

const folder = async (accessLevel: string) =>
  (await site.create('/assets/folders', { name: accessLevel, slug: accessLevel, accessLevel }))._id;

const page = (customFields: object, more: object = {}) =>
  createItem(site, { type: 'page', status: 'published', customFields, ...more });

const post = (customFields: object) => site.post<Item>('/content', anItem({ type: 'page', customFields }));

async function expanded(id: string, user: User | null = null): Promise<Record<string, unknown>> {
  const { body } = await site.get<Item>(`/content/${id}?expand=true`, await headersOf(site, user));
  return body.data.customFields;
}

const usedBy = async (id: string, of = site, headers: Record<string, string> = {}) => {
  const { body } = await of.get<{ usedBy: { items: { _id: string }[]; total: number; hasMore: boolean } }>(
    `/assets/${id}?usedBy=true`,
    headers,
  );
  return body.data.usedBy;
};

describe('a field of type media or file', () => {
  test('stores an id, which is shown as it is without expand and as the file with it', async () => {
    const id = await file('cover.png', await picture('png'));
    await site.put(`/assets/${id}`, { alt: 'A wheel', focalPoint: { x: 0.2, y: 0.4 } });
    const item = await page({ cover: id, plain: id });
    expect(item.customFields).toEqual({ cover: id, plain: id });
    const { cover, plain } = await expanded(item._id);
    expect(plain).toBe(id);
    expect(cover).toEqual({
      _id: id,
      url: expect.stringMatching(/\/cdn\/[^?]+cover\.png$/),
      fileName: 'cover.png',
      mimeType: 'image/png',
      size: expect.any(Number),
      width: 80,
      height: 40,
      alt: 'A wheel',
      caption: null,
      focalPoint: { x: 0.2, y: 0.4 },
      blurhash: expect.any(String),
    });
    const { data } = await site.graphql<{ contents: { items: { customFields: object }[] } }>(
      '{ contents(filter: { type: "page" }) { items { customFields(expand: true) } } }',
    );
    expect(data?.contents.items[0]?.customFields).toEqual({ cover, plain });
  });

  test.each(['https://example.org/a.png', '/a.png', { url: 'https://example.org/a.png', alt: 'x' }, { key: 'a.png' }])(
    'keeps %j as it is, expanded as well',
    async (cover) => {
      const item = await page({ cover });
      expect(item.customFields).toEqual({ cover });
      expect(await expanded(item._id)).toEqual({ cover });
    },
  );

  test('rejects unknown ids, those of another site, and files of another type or size than it allows', async () => {
    const other = await service.site('Other');
    const [theirs, text, large] = [
      await file('a.png', await picture('png'), {}, other),
      await file('a.pdf', pdf),
      await file('a.jpg', await picture('jpeg', { width: 1500, height: 1500 })),
    ];
    const unknown = 'customFields.cover must be the id of an uploaded file of this site';
    for (const [cover, message] of [
      [UNKNOWN, unknown],
      [theirs, unknown],
      [text, 'customFields.cover must be a file of type "image/*"'],
      [large, 'customFields.cover must be at most 5000 bytes'],
    ] as const) {
      const { status, body } = await post({ cover });
      expect([status, body.details?.[0]?.message]).toEqual([400, message]);
      const item = await page({});
      const changed = await site.put(`/content/${item._id}`, { customFields: { cover } });
      expect([changed.status, changed.body.details?.[0]?.message]).toEqual([400, message]);
    }
    expect((await post({ manual: text })).status).toBe(200);
    expect((await usedBy(theirs, other)).total).toBe(0);
  });

  test('shows the files of referenced items', async () => {
    const id = await file('cover.png', await picture('png'));
    const target = await page({ cover: id });
    const { next } = await expanded((await page({ next: target._id }))._id);
    expect(next).toMatchObject({ customFields: { cover: { _id: id } } });
  });
});

describe('a file in the typed schema', () => {
  const FILE = 'id url fileName mimeType size width height alt caption focalPoint { x y } blurhash key value';
  type Pages = { pages: { items: { cover: { url: string } | null }[] } };
  const pages = async (fields: string, user: User | null = null) => {
    const { data, errors } = await ask<Pages>(site, `{ pages { items { ${fields} } } }`, {
      headers: await headersOf(site, user),
    });
    expect(errors).toBeUndefined();
    return data?.pages.items ?? [];
  };

  test('is the uploaded file of an id, and what was stored with a URL', async () => {
    const id = await file('cover.png', await picture('png'));
    await site.put(`/assets/${id}`, { alt: 'A wheel', focalPoint: { x: 0.2, y: 0.4 } });
    const item = await page({ cover: id, manual: { url: '/a.pdf', size: 5 } });
    const { _id, ...known } = (await expanded(item._id))['cover'] as Record<string, unknown>;
    const [{ cover, manual } = { cover: null, manual: null }] = (await pages(
      `cover { ${FILE} } manual { id url size width value }`,
    )) as { cover: unknown; manual?: unknown }[];
    expect(cover).toEqual({ ...known, id, key: null, value: id });
    expect(known).toMatchObject({ alt: 'A wheel', width: 80, focalPoint: { x: 0.2, y: 0.4 } });
    expect(manual).toEqual({ id: null, url: '/a.pdf', size: 5, width: null, value: { url: '/a.pdf', size: 5 } });
  });

  test('is null for who may not see it, signed for who may, and null once it is deleted', async () => {
    const id = await file('cover.png', await picture('png'), { folderId: await folder('premium') });
    await page({ cover: id });
    expect(await pages('cover { url fileName }')).toEqual([{ cover: null }]);
    expect(await pages('cover { url fileName }', {})).toEqual([{ cover: null }]);
    const [seen] = await pages('cover { url }', PREMIUM);
    expect(seen?.cover?.url).toMatch(/\?expires=\d+&signature=/);
    expect((await fetch(here(site, seen?.cover?.url ?? ''))).status).toBe(200);
    expect((await site.delete(`/assets/${id}?force=true`)).status).toBe(200);
    expect(await pages('cover { url }', PREMIUM)).toEqual([{ cover: null }]);
  });

  test('takes one statement for all items and fields', async () => {
    for (const name of ['a.png', 'b.png', 'c.png']) {
      const id = await file(name, await picture('png'));
      await page({ cover: id, manual: id });
    }
    await site.indexed();
    const { statements } = await statementsOf(() => pages('cover { url } manual { url }'));
    expect(statements.filter((text) => /from asset\b/.test(text))).toHaveLength(1);
  });
});

describe('a file of a restricted folder', () => {
  test('is null for who may not see it, and has a signed URL, which works, for who may', async () => {
    const id = await file('cover.png', await picture('png'), { folderId: await folder('premium') });
    const item = await page({ cover: id });
    expect(await expanded(item._id)).toEqual({ cover: null });
    expect(await expanded(item._id, {})).toEqual({ cover: null });
    const { cover } = (await expanded(item._id, PREMIUM)) as { cover: { url: string } };
    expect(cover.url).toMatch(/\?expires=\d+&signature=/);
    expect((await fetch(here(site, cover.url))).status).toBe(200);
    const list = await site.get('/content?type=page&expand=true&includeRestricted=true');
    expect(JSON.stringify(list.body)).not.toContain('cover.png');
  });

  test('is never answered from memory: its URL expires', async () => {
    const id = await file('cover.png', await picture('png'), { folderId: await folder('premium') });
    const item = await page({ cover: id });
    await site.indexed();
    const headers = await headersOf(site, PREMIUM);
    const path = `/content/${item._id}?expand=true`;
    const etag = (await site.get(path, headers)).headers.get('etag') ?? '';
    const again = () => site.get(path, { ...headers, 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    const { statements } = await statementsOf(again);
    expect(statements.filter((text) => /\basset\b/.test(text))).toHaveLength(1);
  });

  test('disappears from a known answer when its folder becomes restricted, and when its text changes', async () => {
    const folderId = await folder('public');
    const id = await file('cover.png', await picture('png'), { folderId });
    const path = `/content/${(await page({ cover: id }))._id}?expand=true`;
    const known = async () => {
      const etag = (await site.get(path)).headers.get('etag') ?? '';
      expect((await site.get(path, { 'if-none-match': etag })).status).toBe(304);
      return etag;
    };
    const first = await known();
    await site.put(`/assets/${id}`, { alt: 'New' });
    expect((await site.get(path, { 'if-none-match': first })).status).toBe(200);
    const second = await known();
    await site.put(`/assets/folders/${folderId}`, { accessLevel: 'premium' });
    const after = await site.get<Item>(path, { 'if-none-match': second });
    expect([after.status, after.body.data.customFields]).toEqual([200, { cover: null }]);
  });
});

test('expansion takes one statement for all files, whatever the number of items', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map(async (name) => file(`${name}.png`, await picture('png'))));
  const target = await page({ cover: ids[2] });
  const statementsFor = async () => {
    const { statements } = await statementsOf(() => site.get('/content?type=page&expand=true'));
    // Of a list that was asked for before.
    return statements.filter((text) => !text.includes('site_revision'));
  };
  await page({ cover: ids[0], next: target._id });
  await site.indexed();
  const few = await statementsFor();
  for (const cover of ids) await page({ cover, next: target._id });
  await site.indexed();
  const many = await statementsFor();
  expect(many).toHaveLength(few.length);
  expect(many.filter((text) => /\bfrom asset\b/.test(text))).toHaveLength(1);
});

test('more than 10,000 files in one answer are rejected before they are read', async () => {
  const fields = Array.from({ length: 110 }, (_, at) => ({ name: `m${at}`, type: 'media' }));
  await createType(site, 'gallery', fields);
  const id = await file('a.png', await picture('png'));
  const customFields = Object.fromEntries(fields.map(({ name }) => [name, id]));
  const items = Array.from({ length: 100 }, () => anItem({ type: 'gallery', status: 'published', customFields }));
  expect((await site.post('/content/batch', { items })).status).toBe(200);
  await site.indexed();
  const { answer, statements } = await statementsOf(() => site.get('/content?type=gallery&expand=true&limit=100'));
  expect([answer.status, answer.body.error]).toEqual([
    400,
    'expand would return more than 10000 items and files: request a smaller page',
  ]);
  expect(statements.filter((text) => /\bfrom asset\b/.test(text))).toEqual([]);
  expect((await site.get('/content?type=gallery&expand=true&limit=50')).status).toBe(200);
  expect(await usedBy(id)).toMatchObject({ total: 100, hasMore: true });
});

describe('usedBy', () => {
  test('follows the item: written, changed, cleared, deleted', async () => {
    const [one, two] = [await file('1.png', await picture('png')), await file('2.png', await picture('png'))];
    const item = await page({ cover: one, manual: one });
    const totals = async () => [(await usedBy(one)).total, (await usedBy(two)).total];
    expect(await totals()).toEqual([1, 0]);
    expect((await usedBy(one)).items).toEqual([
      { _id: item._id, type: 'page', title: item.title, slug: item.slug, language: 'en', status: 'published' },
    ]);
    await site.put(`/content/${item._id}`, { title: 'Other' });
    expect(await totals()).toEqual([1, 0]);
    await site.put(`/content/${item._id}`, { customFields: { cover: two } });
    expect(await totals()).toEqual([1, 1]);
    await site.put(`/content/${item._id}`, { customFields: { manual: null } });
    expect(await totals()).toEqual([0, 1]);
    await site.put(`/content/${item._id}`, { customFields: { manual: one }, slug: null });
    expect(await totals()).toEqual([1, 1]);
    await site.delete(`/content/${item._id}`);
    expect(await totals()).toEqual([0, 0]);
  });

  test('shows and counts the items that the caller can read, page by page', async () => {
    const id = await file('a.png', await picture('png'));
    const open = [await page({ cover: id }), await page({ cover: id })];
    const secret = await page({ cover: id }, { accessLevel: 'premium' });
    const draft = await page({ cover: id }, { status: 'draft' });
    const { secret: key } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
    const delivery = { 'x-svc-api-key': key };
    const idsOf = async (headers: Record<string, string>) =>
      (await usedBy(id, site, headers)).items.map(({ _id }) => _id);
    expect(await idsOf(delivery)).toEqual([open[1]?._id, open[0]?._id]);
    expect(await idsOf({})).toEqual([draft._id, open[1]?._id, open[0]?._id]);
    expect(await idsOf(await headersOf(site, PREMIUM))).toContain(secret._id);
    const { data } = await site.graphql<{ asset: { usedBy: object } }>(
      'query ($id: ID!) { asset(id: $id) { usedBy(limit: 1, offset: 1) { items { id } total limit offset hasMore } } }',
      { id },
    );
    expect(data?.asset.usedBy).toEqual({ items: [{ id: open[1]?._id }], total: 3, limit: 1, offset: 1, hasMore: true });
  });

  test('has the items with a URL of the file in any text, once each, until no text has it', async () => {
    const key = await upload(site, 'a.png', await picture('png'));
    const id = String(await fieldOf(site, key, 'id'));
    const url = `https://cdn.example.org/${key}`;
    const other = await service.site('Other');
    await createItem(other, { status: 'published', content: `${url} ${site.id}/none.png` });
    expect((await usedBy(id)).total).toBe(0);
    const item = await createItem(site, { status: 'published', content: `<img src="${url}?w=20"> and ${url}.` });
    expect((await usedBy(id)).items.map(({ _id }) => _id)).toEqual([item._id]);
    const deletion = await site.delete(`/assets/${id}`);
    expect([deletion.status, deletion.body['usedBy']]).toEqual([409, [expect.objectContaining({ id: item._id })]]);
    const both = await page({ cover: id, plain: `See ${url}` }, { featuredImage: url });
    expect(await usedBy(id)).toMatchObject({ total: 2, items: [{ _id: both._id }, { _id: item._id }] });
    await site.put(`/content/${both._id}`, { customFields: { cover: null } });
    await site.put(`/content/${both._id}`, { customFields: { plain: null } });
    expect((await usedBy(id)).total).toBe(2);
    await site.put(`/content/${both._id}`, { featuredImage: null });
    await site.put(`/content/${item._id}`, { content: `${key.slice(0, -4)} is no URL of it` });
    expect((await usedBy(id)).total).toBe(0);
    expect((await site.delete(`/assets/${id}`)).status).toBe(200);
  });

  test('are looked for in a text of nothing but beginnings of keys within seconds', async () => {
    const started = performance.now();
    await createItem(site, { content: `${site.id}/`.repeat(25_000), aiIndexed: false });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('of many files takes two statements', async () => {
    for (const name of ['a', 'b', 'c']) await page({ cover: await file(`${name}.png`, await picture('png')) });
    await site.indexed();
    const { answer, statements } = await statementsOf(() =>
      site.graphql<{ assets: { items: { usedBy: { total: number } }[] } }>(
        '{ assets(page: { limit: 3 }) { items { usedBy(limit: 2) { total items { title } } } } }',
      ),
    );
    expect(answer.data?.assets.items.map((each) => each.usedBy.total)).toEqual([1, 1, 1]);
    expect(statements.filter((text) => text.includes('asset_use'))).toHaveLength(2);
  });
});

describe('unused', () => {
  test('selects files that no item uses, as far as the caller can read the items', async () => {
    const [used, drafted, free] = [
      await file('used.png', await picture('png')),
      await file('drafted.png', await picture('png')),
      await file('free.png', await picture('png')),
    ];
    await page({ cover: used });
    await page({ cover: drafted }, { status: 'draft' });
    const { secret } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
    const ids = async (unused: boolean, headers: Record<string, string> = {}) =>
      (await site.get<{ _id: string }[]>(`/assets?unused=${unused}`, headers)).body.data.map(({ _id }) => _id);
    expect(await ids(true)).toEqual([free]);
    expect(await ids(false)).toEqual([drafted, used]);
    expect(await ids(true, { 'x-svc-api-key': secret })).toEqual([free, drafted]);
    expect(await ids(false, { 'x-svc-api-key': secret })).toEqual([used]);
  });
});

describe('deleting a file that items use', () => {
  test('is 409 with those that the caller can read; forced, it is deleted and the fields show none', async () => {
    const id = await file('a.png', await picture('png'));
    const item = await page({ cover: id });
    const secret = await page({ cover: id }, { accessLevel: 'premium', title: 'Secret plans' });
    const { status, body } = await site.delete(`/assets/${id}`);
    expect([status, body.error]).toEqual([409, 'Content items use this file']);
    expect(body['usedBy']).toEqual([{ id: item._id, type: 'page', title: item.title, slug: item.slug }]);
    expect(JSON.stringify(body)).not.toContain('Secret');
    expect((await site.get(`/assets/${id}`)).status).toBe(200);
    expect((await site.delete(`/assets/${id}?force=true`)).status).toBe(200);
    expect(await expanded(item._id)).toEqual({ cover: null });
    // What was read can be written back, and another change does not fail.
    const kept = await site.put<Item>(`/content/${item._id}`, { customFields: { cover: id, plain: 'x' } });
    expect([kept.status, kept.body.data.customFields]).toEqual([200, { cover: id, plain: 'x' }]);
    expect((await site.put(`/content/${secret._id}`, { customFields: { manual: id } })).status).toBe(400);
  });

  test('works once no item uses it, also by its key', async () => {
    const key = await upload(site, 'a.png', await picture('png'));
    const item = await page({ cover: await fieldOf(site, key, 'id') });
    const remove = () => site.graphql('mutation ($id: ID!) { deleteAsset(id: $id) { id } }', { id: key });
    expect((await remove()).errors?.[0]?.extensions['code']).toBe('CONFLICT');
    await site.delete(`/content/${item._id}`);
    expect((await remove()).errors).toBeUndefined();
  });

  test('at the same time as items begin to use it: either they fail, or it stays', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await file(`${round}.png`, await picture('png'));
      const [removed, ...written] = await Promise.all([
        site.delete(`/assets/${id}`),
        ...Array.from({ length: 4 }, () => post({ cover: id })),
      ]);
      const uses = written.filter(({ status }) => status === 200).length;
      expect([200, 409]).toContain(removed.status);
      for (const { status } of written) expect([200, 400]).toContain(status);
      if (removed.status === 200) expect(uses).toBe(0);
      else expect(uses).toBeGreaterThan(0);
    }
  });
});
