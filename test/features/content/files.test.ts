import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { type User, headersOf } from '../access/world.ts';
import { pdf, picture } from '../asset/sample-files.ts';
import { here } from '../asset/uploading.ts';
import { ask } from '../site-schema/types.ts';
import { PREMIUM, usePages } from './file-pages.ts';
import { type Item, anItem, createType } from './items.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const pages = usePages();
const { service, site } = pages;

describe('a field of type media or file', () => {
  test('stores an id, which is shown as it is without expand and as the file with it', async () => {
    const id = await pages.file('cover.png', await picture('png'));
    await site.put(`/assets/${id}`, { alt: 'A wheel', focalPoint: { x: 0.2, y: 0.4 } });
    const item = await pages.page({ cover: id, plain: id });
    expect(item.customFields).toEqual({ cover: id, plain: id });
    const { cover, plain } = await pages.expanded(item._id);
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
      const item = await pages.page({ cover });
      expect(item.customFields).toEqual({ cover });
      expect(await pages.expanded(item._id)).toEqual({ cover });
    },
  );

  test('rejects unknown ids, those of another site, and files of another type or size than it allows', async () => {
    const other = await service.site('Other');
    const [theirs, text, large] = [
      await pages.file('a.png', await picture('png'), {}, other),
      await pages.file('a.pdf', pdf),
      await pages.file('a.jpg', await picture('jpeg', { width: 1500, height: 1500 })),
    ];
    const unknown = 'customFields.cover must be the id of an uploaded file of this site';
    for (const [cover, message] of [
      [UNKNOWN, unknown],
      [theirs, unknown],
      [text, 'customFields.cover must be a file of type "image/*"'],
      [large, 'customFields.cover must be at most 5000 bytes'],
    ] as const) {
      const { status, body } = await pages.post({ cover });
      expect([status, body.details?.[0]?.message]).toEqual([400, message]);
      const item = await pages.page({});
      const changed = await site.put(`/content/${item._id}`, { customFields: { cover } });
      expect([changed.status, changed.body.details?.[0]?.message]).toEqual([400, message]);
    }
    expect((await pages.post({ manual: text })).status).toBe(200);
    expect((await pages.usedBy(theirs, other)).total).toBe(0);
  });

  test('shows the files of referenced items', async () => {
    const id = await pages.file('cover.png', await picture('png'));
    const target = await pages.page({ cover: id });
    const { next } = await pages.expanded((await pages.page({ next: target._id }))._id);
    expect(next).toMatchObject({ customFields: { cover: { _id: id } } });
  });
});

describe('a file in the typed schema', () => {
  const FILE = 'id url fileName mimeType size width height alt caption focalPoint { x y } blurhash key value';
  type Pages = { pages: { items: { cover: { url: string } | null }[] } };
  const typedPages = async (fields: string, user: User | null = null) => {
    const { data, errors } = await ask<Pages>(site, `{ pages { items { ${fields} } } }`, {
      headers: await headersOf(site, user),
    });
    expect(errors).toBeUndefined();
    return data?.pages.items ?? [];
  };

  test('is the uploaded file of an id, and what was stored with a URL', async () => {
    const id = await pages.file('cover.png', await picture('png'));
    await site.put(`/assets/${id}`, { alt: 'A wheel', focalPoint: { x: 0.2, y: 0.4 } });
    const item = await pages.page({ cover: id, manual: { url: '/a.pdf', size: 5 } });
    const { _id, ...known } = (await pages.expanded(item._id))['cover'] as Record<string, unknown>;
    const [{ cover, manual } = { cover: null, manual: null }] = (await typedPages(
      `cover { ${FILE} } manual { id url size width value }`,
    )) as { cover: unknown; manual?: unknown }[];
    expect(cover).toEqual({ ...known, id, key: null, value: id });
    expect(known).toMatchObject({ alt: 'A wheel', width: 80, focalPoint: { x: 0.2, y: 0.4 } });
    expect(manual).toEqual({ id: null, url: '/a.pdf', size: 5, width: null, value: { url: '/a.pdf', size: 5 } });
  });

  test('is what is known of an uploaded file at its URL too, for who may see it; the URL stays as it is', async () => {
    const id = await pages.file('cover.png', await picture('png'));
    const hidden = await pages.file('hidden.png', await picture('png'), { folderId: await pages.folder('premium') });
    const theirs = await pages.file('a.png', await picture('png'), {}, await service.site('Other'));
    const { system } = service.app.database;
    const files = await system.rows<{ id: string; key: string }>('select id, key from asset');
    const keyOf = (file: string) => files.find((row) => row.id === file)?.key ?? '';
    await site.put(`/assets/${id}`, { alt: 'A wheel' });
    const { data } = await site.graphql<{ asset: { url: string } }>(`{ asset(id: "${id}") { url } }`);
    const [url, hiddenUrl, other] = [id, hidden, theirs].map(
      (file) => `${data?.asset.url.replace(keyOf(id), keyOf(file)) ?? ''}?w=10`,
    );
    await pages.page({ cover: url, manual: { url: hiddenUrl, mimeType: 'image/png' } });
    const fields = 'id url width alt mimeType size';
    const read = (user: User | null) => typedPages(`cover { ${fields} } manual { ${fields} }`, user);
    const known = { id, url, width: 80, alt: 'A wheel', mimeType: 'image/png', size: expect.any(Number) as number };
    const stored = { id: null, url: hiddenUrl, width: null, alt: null, mimeType: 'image/png', size: null };
    expect(await read(null)).toEqual([{ cover: known, manual: stored }]);
    const seen = { ...stored, id: hidden, width: 80, size: expect.any(Number) as number };
    expect(await read(PREMIUM)).toEqual([{ cover: known, manual: seen }]);
    await pages.page({ cover: other, manual: 'https://example.org/a.png' });
    expect(await typedPages('cover { id url width }')).toContainEqual({ cover: { id: null, url: other, width: null } });
  });

  test('is null for who may not see it, signed for who may, and null once it is deleted', async () => {
    const id = await pages.file('cover.png', await picture('png'), { folderId: await pages.folder('premium') });
    await pages.page({ cover: id });
    expect(await typedPages('cover { url fileName }')).toEqual([{ cover: null }]);
    expect(await typedPages('cover { url fileName }', {})).toEqual([{ cover: null }]);
    const [seen] = await typedPages('cover { url }', PREMIUM);
    expect(seen?.cover?.url).toMatch(/\?expires=\d+&signature=/);
    expect((await fetch(here(site, seen?.cover?.url ?? ''))).status).toBe(200);
    expect((await site.delete(`/assets/${id}?force=true`)).status).toBe(200);
    expect(await typedPages('cover { url }', PREMIUM)).toEqual([{ cover: null }]);
  });
});

describe('a file of a restricted folder', () => {
  test('is null for who may not see it, and has a signed URL, which works, for who may', async () => {
    const id = await pages.file('cover.png', await picture('png'), { folderId: await pages.folder('premium') });
    const item = await pages.page({ cover: id });
    expect(await pages.expanded(item._id)).toEqual({ cover: null });
    expect(await pages.expanded(item._id, {})).toEqual({ cover: null });
    const { cover } = (await pages.expanded(item._id, PREMIUM)) as { cover: { url: string } };
    expect(cover.url).toMatch(/\?expires=\d+&signature=/);
    expect((await fetch(here(site, cover.url))).status).toBe(200);
    const list = await site.get('/content?type=page&expand=true&includeRestricted=true');
    expect(JSON.stringify(list.body)).not.toContain('cover.png');
  });

  test('is never answered from memory: its URL expires', async () => {
    const id = await pages.file('cover.png', await picture('png'), { folderId: await pages.folder('premium') });
    const item = await pages.page({ cover: id });
    await site.indexed();
    const headers = await headersOf(site, PREMIUM);
    const path = `/content/${item._id}?expand=true`;
    const etag = (await site.get(path, headers)).headers.get('etag') ?? '';
    const again = () => site.get(path, { ...headers, 'if-none-match': etag });
    expect((await again()).status).toBe(304);
    const { statements } = await statementsOf(again);
    expect(statements.join()).toMatch(/\basset\b/);
  });

  test('disappears from a known answer when its folder becomes restricted, and when its text changes', async () => {
    const folderId = await pages.folder('public');
    const id = await pages.file('cover.png', await picture('png'), { folderId });
    const path = `/content/${(await pages.page({ cover: id }))._id}?expand=true`;
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

test('expansion takes as many statements for many files as for one', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map(async (name) => pages.file(`${name}.png`, await picture('png'))));
  const target = await pages.page({ cover: ids[2] });
  const statementsFor = async () => {
    const { statements } = await statementsOf(() => site.get('/content?type=page&expand=true'));
    // Of a list that was asked for before.
    return statements.filter((text) => !text.includes('site_revision'));
  };
  await pages.page({ cover: ids[0], next: target._id });
  await site.indexed();
  const few = await statementsFor();
  for (const cover of ids) await pages.page({ cover, next: target._id });
  await site.indexed();
  const many = await statementsFor();
  expect(many).toHaveLength(few.length);
});

test('more than 10,000 files in one answer are rejected before they are read', async () => {
  const fields = Array.from({ length: 110 }, (_, at) => ({ name: `m${at}`, type: 'media' }));
  await createType(site, 'gallery', fields);
  const id = await pages.file('a.png', await picture('png'));
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
  expect(await pages.usedBy(id)).toMatchObject({ total: 100, hasMore: true });
});
