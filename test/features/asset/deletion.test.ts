import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { ended, processFile } from '../file/processing.ts';
import { picture } from './sample-files.ts';
import { cdn, grant, put, upload } from './uploading.ts';

const service = useOwnService();
const site = useSite(service);
let png: Buffer;

beforeAll(async () => {
  png = await picture('png');
});

const DELETE = 'mutation ($id: ID!) { deleteAsset(id: $id) { id deleted } }';
const remove = (id: string) => site.graphql<{ deleteAsset: { id: string; deleted: boolean } }>(DELETE, { id });

async function idOf(key: string): Promise<string> {
  const query = 'query ($id: ID!) { asset(id: $id) { id } }';
  const { data } = await site.graphql<{ asset: { id: string } | null }>(query, { id: key });
  return data?.asset?.id ?? '';
}

/** The stored files of a key, whatever they are kept for. */
async function kept(key: string): Promise<string[]> {
  const all = await readdir(`${service.dataDir}/files`, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((path) => path.includes(key));
}

const untilCleared = (key: string) => expect.poll(() => kept(key), { timeout: 10_000 }).toEqual([]);

/** The time is over in which something may still come for a file that was deleted. */
async function lastLook(id: string): Promise<void> {
  const { system } = service.app.database;
  const jobs = () =>
    system.rows<{ status: string }>(`select status from job where kind = 'clear-asset' and key = $1`, [id]);
  await expect.poll(async () => (await jobs()).map(({ status }) => status).toSorted()).toEqual(['completed', 'queued']);
  await system.rows(
    `update job set run_at = now(), payload = jsonb_set(payload, '{lastLook}', '0')
     where kind = 'clear-asset' and key = $1 and status = 'queued'`,
    [id],
  );
  await service.noticeJobs();
  await expect.poll(async () => (await jobs()).map(({ status }) => status)).toEqual(['completed', 'completed']);
}

describe('deleteAsset', () => {
  test.each(['id', 'key'] as const)('by %s: row and URL are removed at once, all its bytes soon', async (by) => {
    const key = await upload(site, 'a.png', png);
    for (const width of [10, 20]) expect((await cdn(site, `${key}?w=${width}`)).status).toBe(200);
    const id = await idOf(key);
    expect((await kept(key)).length).toBe(3);
    expect((await remove(by === 'id' ? id : key)).data).toEqual({ deleteAsset: { id, deleted: true } });
    for (const url of [key, `${key}?w=10`, `${key}?w=50`]) expect((await cdn(site, url)).status).toBe(404);
    expect(await idOf(key)).toBe('');
    await untilCleared(key);
  });

  test('its neighbours stay', async () => {
    const [key, other] = [await upload(site, 'a.png', png), await upload(site, 'a.png', png)];
    expect((await cdn(site, `${other}?w=8`)).status).toBe(200);
    await remove(key);
    await untilCleared(key);
    expect((await kept(other)).length).toBe(2);
    expect((await cdn(site, other)).status).toBe(200);
  });

  test.each(['nope', '01900000-0000-7000-8000-000000000000', '../../etc/passwd'])('%s is no file', async (id) => {
    const { errors } = await remove(id);
    expect(errors?.[0]).toMatchObject({ message: 'File not found', extensions: { code: 'NOT_FOUND' } });
  });

  test('a key that may only read may not', async () => {
    const key = await upload(site, 'a.png', png);
    const { secret } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const { errors } = await service.graphql(DELETE, { id: key }, { 'x-svc-api-key': secret });
    expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
    expect((await cdn(site, key)).status).toBe(200);
  });

  test('a deleted grant accepts no upload, and one that is in progress is deleted', async () => {
    const { key, uploadUrl } = await grant(site, 'a.png', 'image/png');
    const id = await idOf(key);
    await remove(key);
    expect((await put(uploadUrl, 'image/png', png)).status).toBe(404);
    // An upload that had begun before ends after the first look.
    const { storage } = service.app.ports;
    await storage.write(`staged/${key}`, Readable.from([png]), { contentType: 'image/png' });
    await storage.write(`variants/${key}/w8`, Readable.from([png]), { contentType: 'image/png' });
    await lastLook(id);
    expect(await kept(key)).toEqual([]);
  });
});

describe('the knowledge base, when a file is deleted', () => {
  const found = async (word: string) => {
    const { body } = await site.post<{ results: unknown[] }>('/rag/search', { query: word });
    return body.data.results.filter((hit) => JSON.stringify(hit).includes(word)).length;
  };

  test('has it no more at once: neither its text, nor its place in the list, nor its job', async () => {
    const key = await upload(site, 'marlin.txt', 'The marlinspike hangs by the door.');
    const { body } = await processFile(site, key, 'marlin.txt');
    await ended(site, body.data.jobId);
    expect(await found('marlinspike')).toBe(1);
    await remove(key);
    expect(await found('marlinspike')).toBe(0);
    expect(JSON.stringify((await site.get('/rag/documents')).body)).not.toContain('marlin.txt');
    expect((await site.get(`/knowledge/process/${body.data.jobId}`)).status).toBe(404);
    expect((await processFile(site, key, 'marlin.txt')).status).toBe(404);
  });

  test('a waiting job is deleted as well', async () => {
    const { database } = service.app;
    await service.stopFileJobs();
    const key = await upload(site, 'waiting.html', '<p>The fo’c’sle.</p>');
    await processFile(site, key, 'waiting.html');
    await remove(key);
    const waiting = await database.system.rows(
      `select id from job where kind = 'process-file' and site_id = $1 and status = 'queued'`,
      [site.id],
    );
    expect(waiting).toEqual([]);
    await service.startFileJobs();
  });

  test('a file that is deleted during requests to process it is not processed', async () => {
    const keys = await Promise.all(
      Array.from({ length: 12 }, (_, at) => upload(site, `race${at}.html`, '<p>Race</p>')),
    );
    await Promise.all(keys.flatMap((key, at) => [processFile(site, key, `race${at}.html`), remove(key)]));
    const left = await service.app.database.system.rows('select key from file where key = any($1)', [keys]);
    expect(left).toEqual([]);
  });
});

test('with a site, the bytes of all its files go', async () => {
  const other = await service.site('Doomed');
  const [mine, key] = [await upload(site, 'a.png', png), await upload(other, 'a.png', png)];
  expect((await cdn(other, `${key}?w=8`)).status).toBe(200);
  await service.admin('mutation ($id: ID!) { deleteSite(id: $id) { id } }', { id: other.id });
  await expect.poll(() => kept(other.id), { timeout: 10_000 }).toEqual([]);
  expect((await kept(mine)).length).toBe(1);
});
