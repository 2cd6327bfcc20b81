import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { cdn, upload } from './uploading.ts';

interface Folder extends Record<string, unknown> {
  _id: string;
  parentId: string | null;
  path: string;
  depth: number;
  children?: Folder[];
}

const service = useService();
const site = useSiteForEach(service);

const make = (slug: string, parentId: string | null = null, more: object = {}) =>
  site.create<Folder>('/assets/folders', { name: slug.toUpperCase(), slug, parentId, ...more });
const list = async (query = '') => (await site.get<Folder[]>(`/assets/folders${query}`)).body.data;
const paths = async (query = '') => (await list(query)).map(({ path }) => path);
const change = (id: string, body: object) => site.put<Folder>(`/assets/folders/${id}`, body);
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

describe('POST /assets/folders', () => {
  test('answers the whole folder, with its defaults', async () => {
    const { status, body } = await site.post('/assets/folders', { name: 'Photos', slug: 'photos' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      _id: expect.any(String),
      name: 'Photos',
      slug: 'photos',
      description: null,
      parentId: null,
      coverImage: null,
      color: null,
      icon: null,
      order: 0,
      accessLevel: 'public',
      metadata: {},
      path: '/photos',
      depth: 0,
      status: 'active',
      revision: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  test('keeps every field', async () => {
    const fields = {
      description: 'D',
      coverImage: 'https://example.org/a.png',
      color: '#fff',
      icon: 'camera',
      order: 3,
      accessLevel: 'premium',
      metadata: { a: [1] },
      status: 'archived',
    };
    expect(await make('a', null, fields)).toMatchObject(fields);
  });

  test('name and slug are required', async () => {
    expect((await site.post('/assets/folders', { slug: 'a' })).body.error).toBe('name is required');
    expect((await site.post('/assets/folders', { name: 'A' })).body.error).toBe('slug is required');
  });

  test.each([
    [{ slug: 'A b' }, /^slug must have only lower-case letters/],
    [{ accessLevel: 'subscription' }, 'accessLevel must be "public", "authenticated" or "premium"'],
    [{ status: 'draft' }, 'status must be "active" or "archived"'],
    [{ metadata: [] }, /^metadata must be an object/],
  ])('%j is 400', async (wrong, error) => {
    const { status, body } = await site.post('/assets/folders', { name: 'A', slug: 'a', ...wrong });
    expect(status).toBe(400);
    expect(body.error).toMatch(error);
  });

  test('the same slug under one parent is 409, also at the root; elsewhere it is free', async () => {
    const parent = await make('a');
    await make('b', parent._id);
    for (const parentId of [null, parent._id]) {
      const slug = parentId ? 'b' : 'a';
      const { status, body } = await site.post('/assets/folders', { name: 'X', slug, parentId });
      expect([status, body]).toMatchObject([409, conflictAt('slug', 'Folder with this slug already exists')]);
    }
    expect((await make('a', parent._id)).path).toBe('/a/a');
  });

  test('an unknown parent, and one of another site, is 404 Folder not found', async () => {
    const other = await service.site('Other');
    const theirs = await other.create<Folder>('/assets/folders', { name: 'T', slug: 't' });
    for (const parentId of [UNKNOWN, 'nope', theirs._id]) {
      const { status, body } = await site.post('/assets/folders', { name: 'A', slug: 'a', parentId });
      expect([status, body.error]).toEqual([404, 'Folder not found']);
    }
  });

  test('folders lie in each other at most 8 deep', async () => {
    let parentId: string | null = null;
    for (let depth = 0; depth < 8; depth++) parentId = (await make('a', parentId))._id;
    const { status, body } = await site.post('/assets/folders', { name: 'A', slug: 'a', parentId });
    expect([status, body.error]).toEqual([400, 'parentId must not create more than 8 levels']);
  });
});

describe('GET /assets/folders', () => {
  test('lists all; by parent, with the word null for the root; by path; by status', async () => {
    const a = await make('a', null, { order: 2 });
    const b = await make('b', null, { order: 1 });
    await make('c', a._id, { status: 'archived' });
    await make('d', a._id);
    expect(await paths()).toEqual(['/a/c', '/a/d', '/b', '/a']);
    expect(await paths('?parentId=null')).toEqual(['/b', '/a']);
    expect(await paths(`?parentId=${a._id}`)).toEqual(['/a/c', '/a/d']);
    expect(await paths(`?parentId=${b._id}`)).toEqual([]);
    expect(await paths(`?parentId=${UNKNOWN}`)).toEqual([]);
    expect(await paths('?path=/a/d')).toEqual(['/a/d']);
    expect(await paths('?path=/a/')).toEqual([]);
    expect(await paths('?status=archived')).toEqual(['/a/c']);
    expect(await paths(`?status=active&parentId=${a._id}`)).toEqual(['/a/d']);
    expect((await site.get('/assets/folders?status=draft')).status).toBe(400);
  });

  test('tree=true nests all children; without it there is no field children', async () => {
    const a = await make('a');
    const b = await make('b', a._id);
    await make('c', b._id);
    await make('z');
    const [first, second] = await list('?tree=true');
    expect([first?.path, second?.path, second?.children]).toEqual(['/a', '/z', []]);
    const c = first?.children?.[0]?.children?.[0];
    expect(c).toMatchObject({ path: '/a/b/c', depth: 2, children: [] });
    expect(Object.keys(c ?? {}).toSorted()).toEqual(Object.keys(second ?? {}).toSorted());
    expect((await list())[0]).not.toHaveProperty('children');
    expect((await list(`?tree=true&parentId=${a._id}`)).map(({ path }) => path)).toEqual(['/a/b']);
    expect((await list('?tree=true&path=/a/b'))[0]?.children).toHaveLength(1);
  });

  test('GraphQL gives children level by level', async () => {
    const a = await make('a');
    await make('b', a._id);
    const { data } = await site.graphql(
      '{ assetFolders(filter: { parentId: "null" }) { slug children { slug children { slug } } } }',
    );
    expect(data).toEqual({ assetFolders: [{ slug: 'a', children: [{ slug: 'b', children: [] }] }] });
  });
});

describe('PUT /assets/folders/:id', () => {
  test('absent stays, null clears', async () => {
    const { _id } = await make('a', null, { description: 'D', color: 'red', order: 5 });
    const { body } = await change(_id, { color: null, name: 'New' });
    expect(body.data).toMatchObject({ name: 'New', description: 'D', color: null, order: 5, slug: 'a', path: '/a' });
  });

  test('a new parent or slug takes everything below along', async () => {
    const [a, b] = [await make('a'), await make('b')];
    const x = await make('x', a._id);
    await make('y', x._id);
    await make('xx', a._id);
    expect((await change(x._id, { parentId: b._id, slug: 'n' })).body.data).toMatchObject({ path: '/b/n', depth: 1 });
    expect((await paths()).toSorted()).toEqual(['/a', '/a/xx', '/b', '/b/n', '/b/n/y']);
    await change(x._id, { parentId: null });
    expect((await list('?path=/n/y'))[0]).toMatchObject({ depth: 1, parentId: x._id });
    await change(a._id, { slug: 'c' });
    expect((await paths()).toSorted()).toEqual(['/b', '/c', '/c/xx', '/n', '/n/y']);
  });

  test('into itself or below is 400, and changes nothing', async () => {
    const a = await make('a');
    const b = await make('b', a._id);
    for (const parentId of [a._id, b._id]) {
      const { status, body } = await change(a._id, { parentId, name: 'Other' });
      expect([status, body.error]).toEqual([400, 'parentId must not be the folder itself or one below it']);
    }
    expect((await list('?path=/a'))[0]).toMatchObject({ name: 'A', parentId: null });
  });

  test('to a slug that a neighbour has is 409', async () => {
    await make('a');
    const b = await make('b');
    expect((await change(b._id, { slug: 'a' })).status).toBe(409);
    expect(await paths()).toEqual(['/a', '/b']);
  });

  test('deeper than folders go is 400', async () => {
    const a = await make('a');
    await make('b', a._id);
    let parentId: string | null = null;
    for (let depth = 0; depth < 7; depth++) parentId = (await make(`p${depth}`, parentId))._id;
    expect((await change(a._id, { parentId })).status).toBe(400);
  });

  test('an unknown id, a malformed one and another site’s are 404 Folder not found', async () => {
    const other = await service.site('Other');
    const theirs = await other.create<Folder>('/assets/folders', { name: 'T', slug: 't' });
    for (const id of [UNKNOWN, 'nope', theirs._id]) {
      const answer = await change(id, { name: 'X' });
      expect([answer.status, answer.body.error]).toEqual([404, 'Folder not found']);
      expect((await site.delete(`/assets/folders/${id}`)).status).toBe(404);
    }
  });
});

test('after concurrent moves of folders the paths and depths of the tree are right', async () => {
  const folders: Folder[] = [];
  for (let index = 0; index < 8; index++) folders.push(await make(`f${index}`));
  const ids = folders.map(({ _id }) => _id);
  const moves = Array.from({ length: 60 }, (_, index) => {
    const [id, parentId] = [ids[(index * 7) % 8] ?? '', ids[(index * 5 + 3) % 8] ?? ''];
    return index % 6 === 0 ? change(id, { parentId: null }) : change(id, { parentId });
  });
  const answers = await Promise.all(moves);
  expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
  const byId = new Map((await list()).map((folder) => [folder._id, folder]));
  for (const folder of byId.values()) {
    const parent = folder.parentId === null ? null : byId.get(folder.parentId);
    expect(folder.path).toBe(`${parent?.path ?? ''}/${String(folder['slug'])}`);
    expect(folder.depth).toBe(parent ? parent.depth + 1 : 0);
  }
});

test('of twenty equal folders made at once, one is made', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => site.post('/assets/folders', { name: 'A', slug: 'a' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
});

describe('files in folders', () => {
  const files = async (folderId: string) => {
    const { data } = await site.graphql<{ assets: { total: number; items: { key: string }[] } }>(
      'query ($filter: AssetFilter) { assets(filter: $filter, page: { limit: 2 }) { total items { key } } }',
      { filter: { folderId } },
    );
    return data?.assets ?? { total: -1, items: [] };
  };

  test('are listed by folder, page by page; the word null lists those in none', async () => {
    const { _id } = await make('a');
    const keys: string[] = [];
    for (const name of ['1.txt', '2.txt', '3.txt']) keys.push(await upload(site, name, name, { folderId: _id }));
    const loose = await upload(site, 'loose.txt', 'x');
    expect(await files(_id)).toEqual({ total: 3, items: [{ key: keys[2] }, { key: keys[1] }] });
    expect(await files('null')).toEqual({ total: 1, items: [{ key: loose }] });
    expect((await files('nope')).total).toBe(0);
  });

  test('can be moved; key and URL stay', async () => {
    const { _id } = await make('a');
    const key = await upload(site, 'a.txt', 'x');
    const { data: found } = await site.graphql<{ asset: { id: string } }>(`{ asset(id: "${key}") { id } }`);
    const move = 'mutation ($id: ID!, $to: ID) { moveAsset(id: $id, folderId: $to) { key folderId } }';
    const { data } = await site.graphql(move, { id: found?.asset.id, to: _id });
    expect(data).toEqual({ moveAsset: { key, folderId: _id } });
    expect((await site.graphql(move, { id: found?.asset.id, to: UNKNOWN })).errors?.[0]?.message).toBe(
      'Folder not found',
    );
    expect((await cdn(site, key)).status).toBe(200);
  });

  test('stay when their folder is deleted with all below it, and are then in no folder', async () => {
    const a = await make('a');
    const b = await make('b', a._id);
    await make('c');
    const key = await upload(site, 'a.txt', 'kept', { folderId: b._id });
    const { body } = await site.delete(`/assets/folders/${a._id}`);
    expect(body).toEqual({ success: true, data: { id: a._id, deleted: true } });
    expect(await paths()).toEqual(['/c']);
    expect((await files('null')).items).toEqual([{ key }]);
    expect(await (await cdn(site, key)).text()).toBe('kept');
  });
});
