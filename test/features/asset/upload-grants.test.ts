import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDiskFileStorage } from '../../../src/adapters/file-storage/disk.ts';
import { ofOneInstance } from '../../support/instances.ts';
import { useOwnService, useService, useSite } from '../../support/use-service.ts';
import { picture } from './sample-files.ts';
import { cdn, fieldOf, grant, here, put } from './uploading.ts';

const service = useService();
const site = useSite(service);
let png: Buffer<ArrayBuffer>;

beforeAll(async () => {
  png = Buffer.from(await picture('png'));
});

describe('POST /assets/upload as JSON', () => {
  test('answers a grant: where to put the bytes, where they will be, their key, and 3600 seconds', async () => {
    const { status, body } = await site.post('/assets/upload', { filename: 'My Photo.PNG', contentType: 'image/png' });
    expect(status).toBe(200);
    const { uploadUrl, cdnUrl, key, expiresIn } = body.data as Record<string, string>;
    expect(key).toMatch(new RegExp(`^${site.id}/[0-9a-f-]{36}-my-photo\\.png$`));
    expect(cdnUrl).toMatch(new RegExp(`/cdn/${key}$`));
    expect(uploadUrl).toContain('/uploads/');
    expect(expiresIn).toBe(3600);
  });

  test('after a PUT with the declared type the file is at cdnUrl, byte for byte', async () => {
    const { uploadUrl, cdnUrl, key } = await grant(site, 'a.png', 'image/png');
    expect((await put(uploadUrl, 'image/png', png)).status).toBe(200);
    const served = await fetch(here(site, cdnUrl));
    expect(served.status).toBe(200);
    expect(Buffer.from(await served.arrayBuffer()).equals(png)).toBe(true);
    expect(await fieldOf(site, key, 'status')).toBe('live');
  });

  test('before the PUT nothing is there, and the row says pending', async () => {
    const { key } = await grant(site, 'a.png', 'image/png');
    expect((await cdn(site, key)).status).toBe(404);
    expect(await fieldOf(site, key, 'status')).toBe('pending');
  });

  test('a PUT of another type than declared is 400 and leaves the grant good', async () => {
    const { uploadUrl } = await grant(site, 'a.png', 'image/png');
    const wrong = await put(uploadUrl, 'image/jpeg', png);
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Content-Type must be image/png']);
    expect((await put(uploadUrl, 'image/png', png)).status).toBe(200);
  });

  test('content that is something else is 400 with the reason, is never served, and its status is `refused`', async () => {
    const { uploadUrl, key } = await grant(site, 'a.png', 'image/png');
    const { status, body } = await put(uploadUrl, 'image/png', Buffer.from('<script>alert(1)</script>'));
    expect([status, body.error, body['reason']]).toEqual([
      400,
      'File type not supported',
      'The content is not image/png',
    ]);
    expect((await cdn(site, key)).status).toBe(404);
    expect(await fieldOf(site, key, 'status')).toBe('refused');
  });

  test('a grant is used up by one upload: 409', async () => {
    const { uploadUrl } = await grant(site, 'a.png', 'image/png');
    await put(uploadUrl, 'image/png', png);
    const again = await put(uploadUrl, 'image/png', png);
    expect([again.status, again.body.error]).toEqual([409, 'Upload URL has been used. Request a new one.']);
  });

  test.each([
    ['another key', (url: URL) => (url.pathname = url.pathname.replace(/.{10}$/, 'other1.png'))],
    ['a larger size', (url: URL) => url.searchParams.set('most', '999999999999')],
    ['another type', (url: URL) => url.searchParams.set('type', 'text/html')],
    ['a later expiry', (url: URL) => url.searchParams.set('expires', '99999999999')],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
  ])('an upload URL changed to %s is 403', async (_what, change) => {
    const url = new URL((await grant(site, 'a.png', 'image/png')).uploadUrl);
    change(url);
    expect((await put(url.href, 'image/png', png)).status).toBe(403);
  });

  test('a page of another site may PUT: the preflight is answered', async () => {
    const { uploadUrl } = await grant(site, 'a.png', 'image/png');
    const preflight = await fetch(uploadUrl, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  });

  test.each([
    ['an unknown extension', { filename: 'a.exe', contentType: 'image/png' }],
    ['no extension', { filename: 'png', contentType: 'image/png' }],
    ['a type that the name contradicts', { filename: 'a.png', contentType: 'image/jpeg' }],
    ['a type of its own', { filename: 'a.png', contentType: 'application/octet-stream' }],
  ])('%s is 400 File type not supported', async (_what, body) => {
    const answer = await site.post('/assets/upload', body);
    expect([answer.status, answer.body.error]).toEqual([400, 'File type not supported']);
  });

  test('filename and contentType are required', async () => {
    expect((await site.post('/assets/upload', { contentType: 'image/png' })).body.error).toBe('filename is required');
    expect((await site.post('/assets/upload', { filename: 'a.png' })).body.error).toBe('contentType is required');
  });
});

describe('an address that tries signatures', ofOneInstance, () => {
  const guarded = useSite(useOwnService());

  test('is answered with 429, and a valid one from there is accepted', async () => {
    const { uploadUrl } = await grant(guarded, 'a.png', 'image/png');
    const guess = `${uploadUrl.slice(0, -4)}none`;
    const statuses: number[] = [];
    for (let tries = 0; tries < 31; tries++) statuses.push((await put(guess, 'image/png', png)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(403), 429]);
    expect((await put(uploadUrl, 'image/png', png)).status).toBe(200);
  });
});

describe('an upload URL that has expired', () => {
  const brief = useSite(useOwnService({ UPLOAD_URL_TTL_SECONDS: '1' }));

  test('is 400 with the words of the interface', async () => {
    const { uploadUrl, key, expiresIn } = await grant(brief, 'a.png', 'image/png');
    expect(expiresIn).toBe(1);
    // There is no event to wait for: the URL contains the time.
    const expires = Number(new URL(uploadUrl).searchParams.get('expires')) * 1000;
    await expect.poll(() => Date.now(), { timeout: 5_000 }).toBeGreaterThan(expires);
    const { status, body } = await put(uploadUrl, 'image/png', png);
    expect([status, body.error]).toEqual([400, 'Upload URL has expired. Request a new one.']);
    expect((await cdn(brief, key)).status).toBe(404);
  });

  test('a grant that was not used is deleted', async () => {
    const { key } = await grant(site, 'forgotten.png', 'image/png');
    const { system } = service.app.database;
    await system.rows(`update asset set expires_at = now() - interval '1 day' where key = $1`, [key]);
    await system.rows(`update job set run_at = now() where kind = 'check-upload' and payload->>'key' = $1`, [key]);
    await service.noticeJobs();
    await expect
      .poll(() => system.rows('select 1 from asset where key = $1', [key]), { timeout: 10_000 })
      .toHaveLength(0);
  });

  test('a file that arrived before the process was killed is checked by the job', async () => {
    const { key } = await grant(site, 'late.png', 'image/png');
    const { system } = service.app.database;
    const disk = await openDiskFileStorage({ dir: `${service.dataDir}/files`, uploadUrl: '', secret: '' });
    await disk.write(`staged/${key}`, Readable.from([png]), { contentType: 'image/png' });
    await system.rows(`update job set run_at = now() where kind = 'check-upload' and payload->>'key' = $1`, [key]);
    await service.noticeJobs();
    await expect.poll(() => fieldOf(site, key, 'status'), { timeout: 10_000 }).toBe('live');
  });
});
