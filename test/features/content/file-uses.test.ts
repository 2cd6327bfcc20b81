import { describe, expect, test } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { headersOf } from '../access/world.ts';
import { picture } from '../asset/sample-files.ts';
import { fieldOf, upload } from '../asset/uploading.ts';
import { PREMIUM, usePages } from './file-pages.ts';
import { type Item, createItem } from './items.ts';

const pages = usePages();
const { service, site } = pages;

describe('usedBy', () => {
  test('follows the item: written, changed, cleared, deleted', async () => {
    const [one, two] = [
      await pages.file('1.png', await picture('png')),
      await pages.file('2.png', await picture('png')),
    ];
    const item = await pages.page({ cover: one, manual: one });
    const totals = async () => [(await pages.usedBy(one)).total, (await pages.usedBy(two)).total];
    expect(await totals()).toEqual([1, 0]);
    expect((await pages.usedBy(one)).items).toEqual([
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
    const id = await pages.file('a.png', await picture('png'));
    const open = [await pages.page({ cover: id }), await pages.page({ cover: id })];
    const secret = await pages.page({ cover: id }, { accessLevel: 'premium' });
    const draft = await pages.page({ cover: id }, { status: 'draft' });
    const { secret: key } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
    const delivery = { 'x-svc-api-key': key };
    const idsOf = async (headers: Record<string, string>) =>
      (await pages.usedBy(id, site, headers)).items.map(({ _id }) => _id);
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
    expect((await pages.usedBy(id)).total).toBe(0);
    const item = await createItem(site, { status: 'published', content: `<img src="${url}?w=20"> and ${url}.` });
    expect((await pages.usedBy(id)).items.map(({ _id }) => _id)).toEqual([item._id]);
    const deletion = await site.delete(`/assets/${id}`);
    expect([deletion.status, deletion.body['usedBy']]).toEqual([409, [expect.objectContaining({ id: item._id })]]);
    const both = await pages.page({ cover: id, plain: `See ${url}` }, { featuredImage: url });
    expect(await pages.usedBy(id)).toMatchObject({ total: 2, items: [{ _id: both._id }, { _id: item._id }] });
    await site.put(`/content/${both._id}`, { customFields: { cover: null } });
    await site.put(`/content/${both._id}`, { customFields: { plain: null } });
    expect((await pages.usedBy(id)).total).toBe(2);
    await site.put(`/content/${both._id}`, { featuredImage: null });
    await site.put(`/content/${item._id}`, { content: `${key.slice(0, -4)} is no URL of it` });
    expect((await pages.usedBy(id)).total).toBe(0);
    expect((await site.delete(`/assets/${id}`)).status).toBe(200);
  });

  test('are looked for in a text of nothing but beginnings of keys within seconds', async () => {
    const started = performance.now();
    await createItem(site, { content: `${site.id}/`.repeat(25_000), aiIndexed: false });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test('of three files take as many statements as of one', async () => {
    for (const name of ['a', 'b', 'c'])
      await pages.page({ cover: await pages.file(`${name}.png`, await picture('png')) });
    await site.indexed();
    const query =
      'query ($limit: Int) { assets(page: { limit: $limit }) { items { usedBy(limit: 2) { total items { title } } } } }';
    const read = async (limit: number) => {
      const { answer, statements } = await statementsOf(() =>
        site.graphql<{ assets: { items: { usedBy: { total: number } }[] } }>(query, { limit }),
      );
      expect(answer.data?.assets.items.map((each) => each.usedBy.total)).toEqual(
        Array.from({ length: limit }, () => 1),
      );
      return statements.length;
    };
    expect(await read(3)).toBe(await read(1));
  });
});

describe('a file that only a draft uses', () => {
  const FORCED = 'Content items use this file';
  const draftOf = (id: string, values: object) => site.put(`/content/${id}/draft`, values);

  test('is used by the item of the draft, by its id or URL, until the draft is saved without it, published or discarded', async () => {
    const key = await upload(site, 'a.png', await picture('png'));
    const byUrl = String(await fieldOf(site, key, 'id'));
    const byId = await pages.file('b.png', await picture('png'));
    const item = await pages.page({ plain: 'x' }, { accessLevel: 'public' });
    await draftOf(item._id, {
      customFields: { cover: byId.toUpperCase() },
      content: `See https://cdn.example.org/${key}.`,
    });
    for (const id of [byId, byUrl]) {
      expect((await pages.usedBy(id)).items.map(({ _id }) => _id)).toEqual([item._id]);
      const { status, body } = await site.delete(`/assets/${id}`);
      expect([status, body.error]).toEqual([409, FORCED]);
      expect(body['usedBy']).toEqual([
        { id: item._id, type: 'page', title: item.title, slug: item.slug, inDraft: true },
      ]);
    }
    await draftOf(item._id, { content: 'Without it' });
    expect((await site.delete(`/assets/${byUrl}`)).status).toBe(200);
    expect((await site.call('POST', `/content/${item._id}/draft/publish`)).status).toBe(200);
    const { body } = await site.delete(`/assets/${byId}`);
    expect(body['usedBy']).toEqual([{ id: item._id, type: 'page', title: item.title, slug: item.slug }]);
    await draftOf(item._id, { customFields: { cover: null, manual: byId } });
    expect(await pages.usedBy(byId)).toMatchObject({ total: 1, items: [{ _id: item._id }] });
    await site.put(`/content/${item._id}`, { customFields: { cover: null } });
    expect((await site.delete(`/assets/${byId}`)).status).toBe(409);
    await site.delete(`/content/${item._id}/draft`);
    expect((await site.delete(`/assets/${byId}`)).status).toBe(200);
  });

  test('is unused for who sees no drafts, who learns nothing of the draft, only that something uses it', async () => {
    const id = await pages.file('a.png', await picture('png'));
    const item = await pages.page({ plain: 'x' });
    const secret = await pages.page({ plain: 'y' });
    await draftOf(item._id, { customFields: { cover: id } });
    await draftOf(secret._id, { customFields: { cover: id }, accessLevel: 'premium' });
    const { secret: key } = await service.key(site.id, { name: 'writer', scopes: ['read', 'write'] });
    const writer = { 'x-svc-api-key': key };
    const unused = async (headers: Record<string, string> = {}) =>
      (await site.get<{ _id: string }[]>('/assets?unused=true', headers)).body.data.map(({ _id }) => _id);
    expect([await unused(), await unused(writer)]).toEqual([[], [id]]);
    expect(await pages.usedBy(id, site, writer)).toMatchObject({ total: 0, items: [] });
    expect((await pages.usedBy(id)).items.map(({ _id }) => _id)).toEqual([item._id]);
    expect((await pages.usedBy(id, site, await headersOf(site, PREMIUM))).total).toBe(2);
    const refused = await site.call('DELETE', `/assets/${id}`, undefined, writer);
    expect([refused.status, refused.body.error, refused.body['usedBy']]).toEqual([409, FORCED, []]);
  });

  test('is so again after the trash, and no file of another site is', async () => {
    const id = await pages.file('a.png', await picture('png'));
    const other = await service.site('Other');
    const elsewhere = await createItem(other, { status: 'published' });
    expect((await other.put(`/content/${elsewhere._id}/draft`, { customFields: { any: id } })).status).toBe(200);
    expect((await pages.usedBy(id)).total).toBe(0);
    const item = await pages.page({ plain: 'x' });
    await draftOf(item._id, { customFields: { cover: id } });
    await site.delete(`/content/${item._id}`);
    expect((await pages.usedBy(id)).total).toBe(0);
    await site.post(`/content/trash/${item._id}/restore`, {});
    expect((await pages.usedBy(id)).total).toBe(1);
  });

  test('is deleted or used when both happen at once', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await pages.file(`${round}.png`, await picture('png'));
      const item = await pages.page({ plain: 'x' });
      const [removed, saved] = await Promise.all([
        site.delete(`/assets/${id}`),
        draftOf(item._id, { customFields: { cover: id } }),
      ]);
      expect([200, 409]).toContain(removed.status);
      if (removed.status === 409) expect(saved.status).toBe(200);
      else expect((await site.get(`/assets/${id}`)).status).toBe(404);
    }
  });
});

describe('unused', () => {
  test('selects files that no item uses, as far as the caller can read the items', async () => {
    const [used, drafted, free] = [
      await pages.file('used.png', await picture('png')),
      await pages.file('drafted.png', await picture('png')),
      await pages.file('free.png', await picture('png')),
    ];
    await pages.page({ cover: used });
    await pages.page({ cover: drafted }, { status: 'draft' });
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
    const id = await pages.file('a.png', await picture('png'));
    const item = await pages.page({ cover: id });
    const secret = await pages.page({ cover: id }, { accessLevel: 'premium', title: 'Secret plans' });
    const { status, body } = await site.delete(`/assets/${id}`);
    expect([status, body.error]).toEqual([409, 'Content items use this file']);
    expect(body['usedBy']).toEqual([{ id: item._id, type: 'page', title: item.title, slug: item.slug }]);
    expect(JSON.stringify(body)).not.toContain('Secret');
    expect((await site.get(`/assets/${id}`)).status).toBe(200);
    expect((await site.delete(`/assets/${id}?force=true`)).status).toBe(200);
    expect(await pages.expanded(item._id)).toEqual({ cover: null });
    // What was read can be written back, and another change does not fail.
    const kept = await site.put<Item>(`/content/${item._id}`, { customFields: { cover: id, plain: 'x' } });
    expect([kept.status, kept.body.data.customFields]).toEqual([200, { cover: id, plain: 'x' }]);
    expect((await site.put(`/content/${secret._id}`, { customFields: { manual: id } })).status).toBe(400);
  });

  test('works once no item uses it, also by its key', async () => {
    const key = await upload(site, 'a.png', await picture('png'));
    const item = await pages.page({ cover: await fieldOf(site, key, 'id') });
    const remove = () => site.graphql('mutation ($id: ID!) { deleteAsset(id: $id) { id } }', { id: key });
    expect((await remove()).errors?.[0]?.extensions['code']).toBe('CONFLICT');
    await site.delete(`/content/${item._id}`);
    expect((await remove()).errors).toBeUndefined();
  });

  test('at the same time as items begin to use it: either they fail, or it stays', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await pages.file(`${round}.png`, await picture('png'));
      const [removed, ...written] = await Promise.all([
        site.delete(`/assets/${id}`),
        ...Array.from({ length: 4 }, () => pages.post({ cover: id })),
      ]);
      const uses = written.filter(({ status }) => status === 200).length;
      expect([200, 409]).toContain(removed.status);
      for (const { status } of written) expect([200, 400]).toContain(status);
      if (removed.status === 200) expect(uses).toBe(0);
      else expect(uses).toBeGreaterThan(0);
    }
  });
});
