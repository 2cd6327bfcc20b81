import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { useOwnService, useService, useSite, useSiteForEach } from '../../support/use-service.ts';
import { type User, headersOf } from '../access/world.ts';
import { processFile } from '../file/processing.ts';
import { picture } from './sample-files.ts';
import { cdn, here, upload } from './uploading.ts';

const PREMIUM: User = { tier: 'premium' };
const SECRET = 'The members’ handbook';

const service = useService();
const site = useSiteForEach(service);

async function folder(slug: string, accessLevel: string, of = site): Promise<string> {
  return (await of.create('/assets/folders', { name: slug, slug, accessLevel }))._id;
}

interface Listed {
  id: string;
  key: string;
  url: string;
}

async function ask<T>(user: User | null, query: string, variables: object = {}, of = site) {
  const headers = { 'x-svc-api-key': of.key, ...(await headersOf(of, user)) };
  return of.service.graphql<T>(query, variables, headers);
}

async function listed(user: User | null, of = site): Promise<{ total: number; items: Listed[] }> {
  const { data } = await ask<{ assets: { total: number; items: Listed[] } }>(
    user,
    '{ assets { total items { id key url } } }',
    {},
    of,
  );
  return data?.assets ?? { total: -1, items: [] };
}

async function urlOf(user: User | null, key: string, of = site): Promise<string> {
  const { items } = await listed(user, of);
  return here(of, items.find((item) => item.key === key)?.url ?? '');
}

async function codeOf(user: User | null, query: string, id: string): Promise<unknown> {
  const { errors } = await ask(user, `query ($id: ID!) { ${query} }`, { id });
  return errors?.[0]?.extensions['code'] ?? 'OK';
}

/** Whatever differs by the request alone taken out. */
async function answered(response: Response) {
  const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

describe('a file in a premium folder', () => {
  test('is listed, counted and shown by id and by key only for viewers with access', async () => {
    const folderId = await folder('members', 'premium');
    const key = await upload(site, 'handbook.txt', SECRET, { folderId });
    const open = await upload(site, 'open.txt', 'Open');
    expect((await listed(PREMIUM)).items.map((item) => item.key)).toEqual([open, key]);
    const { id } = (await listed(PREMIUM)).items[1]!;
    for (const [user, code] of [
      [null, 'FORBIDDEN'],
      [{ tier: 'basic' } as User, 'FORBIDDEN'],
    ] as const) {
      expect(await listed(user)).toMatchObject({ total: 1, items: [{ key: open }] });
      expect(await codeOf(user, 'asset(id: $id) { id }', id)).toBe(code);
      expect(await codeOf(user, 'asset(id: $id) { id }', key)).toBe(code);
    }
    expect(await codeOf(PREMIUM, 'asset(id: $id) { id }', key)).toBe('OK');
  });

  test('is served by its signed URL only; without it the CDN answers as for an unknown key', async () => {
    const key = await upload(site, 'handbook.txt', SECRET, { folderId: await folder('members', 'premium') });
    const signed = await urlOf(PREMIUM, key);
    const response = await fetch(signed);
    expect([response.status, await response.text()]).toEqual([200, SECRET]);
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d{1,3}$/);
    const unknown = await answered(await cdn(site, key.replace(/[0-9a-f]{8}-/, '00000000-')));
    expect(unknown.status).toBe(404);
    expect(await answered(await cdn(site, key))).toEqual(unknown);
    expect(await answered(await cdn(site, `${key}?w=10`))).toEqual(unknown);
    expect(await answered(await cdn(site, key, { headers: { range: 'bytes=0-1', 'if-none-match': '*' } }))).toEqual(
      unknown,
    );
  });

  test('a signature is for one key and one time, and no part of it can be changed', async () => {
    const folderId = await folder('members', 'premium');
    const key = await upload(site, 'handbook.txt', SECRET, { folderId });
    const other = await upload(site, 'other.txt', SECRET, { folderId });
    const url = new URL(await urlOf(PREMIUM, key));
    const { search } = url;
    const later = String(Number(url.searchParams.get('expires')) + 1);
    const status = async (path: string) => (await fetch(`${service.url}/cdn/${path}`)).status;
    expect(await status(key + search)).toBe(200);
    expect(await status(other + search)).toBe(404);
    expect(await status(key + search.replace(/expires=\d+/, `expires=${later}`))).toBe(404);
    expect(await status(`${key}${search.slice(0, -1)}`)).toBe(404);
    expect(await status(`${key}${search}&signature=x`)).toBe(404);
    expect(await status(`${key}${search}&expires=1`)).toBe(404);
    expect(await status(`${key}?expires=NaN&signature=`)).toBe(404);
  });

  test('is transformed under its signature, and its variants are served under none', async () => {
    const key = await upload(site, 'a.png', await picture('png'), { folderId: await folder('members', 'premium') });
    const signed = await urlOf(PREMIUM, key);
    const transformed = await fetch(`${signed}&w=8&f=webp`);
    expect([transformed.status, transformed.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(transformed.headers.get('cache-control')).toMatch(/^private/);
    expect((await cdn(site, `${key}?w=8&f=webp`)).status).toBe(404);
  });

  test('a URL is not signed for who may not see the file, not even when it is moved or uploaded by that caller', async () => {
    const folderId = await folder('members', 'premium');
    const form = new FormData();
    form.append('folderId', folderId);
    form.append('file', new Blob([SECRET]), 'a.txt');
    const sent = await fetch(`${service.url}/api/sdk/assets/upload`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key },
      body: form,
    });
    const { data } = (await sent.json()) as { data: Listed };
    expect(data.url).toBe(`${new URL(data.url).origin}/cdn/${data.key}`);
    const { items } = await listed(PREMIUM);
    const move = 'mutation ($id: ID!, $to: ID!) { moveAsset(id: $id, folderId: $to) { url } }';
    const moved = await ask<{ moveAsset: Listed }>(null, move, { id: items[0]?.id, to: folderId });
    expect(moved.data?.moveAsset.url).toBe(data.url);
  });
});

describe('a file that becomes restricted', () => {
  const served = async (key: string) => (await cdn(site, key)).status;

  test('by its folder is served publicly no more from that answer on, image variants included', async () => {
    const folderId = await folder('turning', 'public');
    const key = await upload(site, 'a.png', await picture('png'), { folderId });
    expect((await cdn(site, `${key}?w=8`)).headers.get('cache-control')).toBe('public, max-age=3600');
    await site.put(`/assets/folders/${folderId}`, { accessLevel: 'authenticated' });
    expect([await served(key), await served(`${key}?w=8`)]).toEqual([404, 404]);
    expect((await fetch(await urlOf({}, key))).status).toBe(200);
    await site.put(`/assets/folders/${folderId}`, { accessLevel: 'public' });
    expect([await served(key), await served(`${key}?w=8`)]).toEqual([200, 200]);
  });

  test('by a move; and stays so when it is moved out of the folder or the folder is deleted', async () => {
    const [folderId, other] = [await folder('one', 'premium'), await folder('two', 'public')];
    const key = await upload(site, 'a.txt', SECRET);
    const move = async (to: string | null) => {
      const { id } = (await listed(PREMIUM)).items[0]!;
      const { errors } = await ask(null, 'mutation ($id: ID!, $to: ID) { moveAsset(id: $id, folderId: $to) { id } }', {
        id,
        to,
      });
      expect(errors).toBeUndefined();
      return served(key);
    };
    expect(await move(folderId)).toBe(404);
    expect(await move(null)).toBe(404);
    expect(await move(other)).toBe(200);
    expect(await move(folderId)).toBe(404);
    await site.delete(`/assets/folders/${folderId}`);
    expect(await served(key)).toBe(404);
    expect((await listed(null)).total).toBe(0);
  });

  test('by the level given to its processing, subscriptions included; a wider one than the folder’s opens nothing', async () => {
    const key = await upload(site, 'a.txt', SECRET);
    const gold = { accessLevel: 'subscription', requiredSubscriptions: ['gold'] };
    expect((await processFile(site, key, 'a.txt', gold)).status).toBe(200);
    expect(await served(key)).toBe(404);
    expect((await listed(PREMIUM)).total).toBe(0);
    expect((await fetch(await urlOf({ subscriptions: ['gold'] }, key))).status).toBe(200);
    const inside = await upload(site, 'b.txt', SECRET, { folderId: await folder('members', 'premium') });
    await processFile(site, inside, 'b.txt', { accessLevel: 'public' });
    expect(await served(inside)).toBe(404);
  });

  test('also if the level changes during an upload into the folder', async () => {
    const folderId = await folder('race', 'public');
    const uploads = Array.from({ length: 10 }, (_, at) => upload(site, `${at}.txt`, SECRET, { folderId }));
    await site.put(`/assets/folders/${folderId}`, { accessLevel: 'premium' });
    const keys = await Promise.all(uploads);
    expect(await Promise.all(keys.map(served))).toEqual(keys.map(() => 404));
  });
});

describe('a signed URL that is valid for two seconds', () => {
  const brief = useSite(useOwnService({ FILE_URL_TTL_SECONDS: '2' }));

  test('is 404 after them', async () => {
    const folderId = await folder('members', 'premium', brief);
    const key = await upload(brief, 'a.txt', SECRET, { folderId });
    const url = await urlOf(PREMIUM, key, brief);
    expect((await fetch(url)).status).toBe(200);
    await delay(Number(new URL(url).searchParams.get('expires')) * 1000 - Date.now() + 5);
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('processing jobs', () => {
  const jobs = async (user: User | null, filter: object = {}) => {
    const { data } = await ask<{ fileProcessingJobs: { total: number; items: { fileName: string }[] } }>(
      user,
      'query ($filter: FileJobFilter) { fileProcessingJobs(filter: $filter) { total items { fileName } } }',
      { filter },
    );
    return data?.fileProcessingJobs;
  };

  test('of restricted files are listed, counted and shown to who may see their text alone', async () => {
    const fileKey = await upload(site, 'secret-plan.txt', SECRET, { folderId: await folder('members', 'premium') });
    const { body } = await processFile(site, fileKey, 'secret-plan.txt');
    await site.indexed();
    for (const filter of [{}, { status: 'completed' }]) {
      expect(await jobs(null, filter)).toEqual({ total: 0, items: [] });
      expect(await jobs(PREMIUM, filter)).toEqual({ total: 1, items: [{ fileName: 'secret-plan.txt' }] });
    }
    const path = `/knowledge/process/${body.data.jobId}`;
    const refused = await site.get(path);
    expect([refused.status, refused.body.error]).toEqual([403, 'Premium membership required']);
    expect(JSON.stringify(refused.body)).not.toContain('secret-plan');
    expect((await site.get(path, await headersOf(site, PREMIUM))).status).toBe(200);
    expect(await codeOf(null, 'fileProcessingJob(id: $id) { id }', body.data.jobId)).toBe('FORBIDDEN');
  });
});

describe('restricted folders', () => {
  test('are listed, nested and shown to who may see them alone; their writer is answered whole', async () => {
    const id = await folder('members', 'premium');
    await site.create('/assets/folders', { name: 'Inner', slug: 'inner', parentId: id, accessLevel: 'premium' });
    const open = await folder('open', 'public');
    await site.create('/assets/folders', { name: 'Hidden', slug: 'hidden', parentId: open, accessLevel: 'premium' });
    const paths = async (query: string, user: User | null) => {
      const { body } = await site.get<{ path: string }[]>(`/assets/folders${query}`, await headersOf(site, user));
      return JSON.stringify(body.data);
    };
    for (const query of ['', '?tree=true', `?parentId=${open}`, '?path=/members']) {
      expect(await paths(query, null)).not.toMatch(/members|hidden/);
      expect(await paths(query, PREMIUM)).toMatch(/members|hidden/);
    }
    const nested = '{ assetFolders(filter: { parentId: "null" }) { slug children { slug } } }';
    expect((await ask(null, nested)).data).toEqual({ assetFolders: [{ slug: 'open', children: [] }] });
    expect(await codeOf(null, 'assetFolder(id: $id) { id }', id)).toBe('FORBIDDEN');
    const { body } = await site.put<{ name: string }>(`/assets/folders/${id}`, { name: 'Renamed' });
    expect(body.data.name).toBe('Renamed');
  });
});
