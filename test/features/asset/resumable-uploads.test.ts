import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HalfRequest } from '../../http/half-request.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { picture } from './sample-files.ts';
import { type Grant, cdn, fieldOf, here } from './uploading.ts';

const service = useService();
const site = useSite(service);
const MB = 1024 * 1024;
const TYPE = 'application/offset+octet-stream';

/** A file that is taken for an MP4 by its first bytes. */
function video(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.concat([
    Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
    randomBytes(bytes - 24),
  ]);
}

async function begin(size: number, filename = 'a.mp4', contentType = 'video/mp4') {
  const grant = await site.create<Grant & { resumableUrl: string }>('/assets/upload', { filename, contentType, size });
  return { key: grant.key, url: here(site, grant.resumableUrl) };
}

async function patch(url: string, offset: number | string, content: Uint8Array<ArrayBuffer>, more: object = {}) {
  const headers = { 'tus-resumable': '1.0.0', 'content-type': TYPE, 'upload-offset': String(offset), ...more };
  const response = await fetch(url, { method: 'PATCH', headers, body: content });
  const text = await response.text();
  const error = text === '' ? undefined : (JSON.parse(text) as { error: string }).error;
  return { status: response.status, offset: response.headers.get('upload-offset'), error };
}

async function head(url: string) {
  const { status, headers } = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  const [offset, length] = [headers.get('upload-offset'), headers.get('upload-length')].map(Number);
  return { status, offset, length };
}

const partsOf = (key: string) => readdir(join(service.dataDir, 'files', 'parts', key)).catch(() => []);

describe('an upload grant with a size', () => {
  test('has a URL whose HEAD tells what has arrived; without a size there is none', async () => {
    const { url } = await begin(5 * MB);
    expect(await head(url)).toEqual({ status: 200, offset: 0, length: 5 * MB });
    const { body } = await site.post('/assets/upload', { filename: 'a.mp4', contentType: 'video/mp4' });
    expect((body.data as unknown as { resumableUrl: unknown }).resumableUrl).toBeNull();
  });

  test.each([
    [500 * MB + 1, 413],
    [0, 400],
    [1.5, 400],
  ])('of %d bytes is %i', async (size, status) => {
    expect((await site.post('/assets/upload', { filename: 'a.mp4', contentType: 'video/mp4', size })).status).toBe(
      status,
    );
  });
});

describe('a resumable upload', () => {
  test('arrives in several requests, and is only served when it is complete', async () => {
    const png = Buffer.from(await picture('png'));
    const { url, key } = await begin(png.length, 'a.png', 'image/png');
    expect(await patch(url, 0, png.subarray(0, 10))).toMatchObject({ status: 204, offset: '10' });
    expect((await cdn(site, key)).status).toBe(404);
    expect(await head(url)).toMatchObject({ offset: 10 });
    expect(await patch(url, 10, png.subarray(10))).toMatchObject({ status: 204, offset: String(png.length) });
    expect(Buffer.from(await (await cdn(site, key)).arrayBuffer()).equals(png)).toBe(true);
    expect([await fieldOf(site, key, 'status'), await partsOf(key)]).toEqual(['live', []]);
    expect(await head(url)).toMatchObject({ status: 200, offset: png.length });
    expect((await patch(url, png.length, Buffer.alloc(0))).status).toBe(409);
  });

  test('continues after a broken connection with what had arrived', async () => {
    const content = video(12 * MB);
    const { url, key } = await begin(content.length);
    const { pathname, search } = new URL(url);
    const headers = { 'content-type': TYPE, 'upload-offset': 0, 'content-length': content.length };
    const broken = await HalfRequest.open(service.url, 'PATCH', pathname + search, headers);
    await broken.send(content.subarray(0, 10 * MB));
    await expect.poll(() => partsOf(key), { timeout: 10_000 }).toHaveLength(1);
    broken.close();
    const { offset = 0 } = await head(url);
    expect(offset).toBeGreaterThanOrEqual(8 * MB);
    expect(await patch(url, offset, content.subarray(offset))).toMatchObject({ status: 204 });
    expect(Buffer.from(await (await cdn(site, key)).arrayBuffer()).equals(content)).toBe(true);
  });

  test('a connection that the client has lost, but not the service, is ended by the next request', async () => {
    const content = video(3 * MB);
    const { url, key } = await begin(content.length);
    const { pathname, search } = new URL(url);
    const headers = { 'content-type': TYPE, 'upload-offset': 0, 'content-length': content.length };
    const silent = await HalfRequest.open(service.url, 'PATCH', pathname + search, headers);
    await silent.send(content.subarray(0, MB));
    // Nothing tells the client when the service has read it.
    await expect
      .poll(async () => (await readdir(join(service.dataDir, 'files', '.incoming'))).length)
      .toBeGreaterThan(0);
    const { offset = 0 } = await head(url);
    await expect.poll(() => silent.isClosed).toBe(true);
    expect((await patch(url, offset, content.subarray(offset))).status).toBe(204);
    expect(Buffer.from(await (await cdn(site, key)).arrayBuffer()).equals(content)).toBe(true);
  });

  test('of two that send the same bytes one fails, and the file is whole', async () => {
    const content = video(2 * MB);
    const { url, key } = await begin(content.length);
    const answers = await Promise.all([0, 1, 2].map(() => patch(url, 0, content).catch(() => ({ status: 0 }))));
    expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
    const { offset = 0 } = await head(url);
    if (offset < content.length) await patch(url, offset, content.subarray(offset));
    expect(Buffer.from(await (await cdn(site, key)).arrayBuffer()).equals(content)).toBe(true);
  });

  test('takes no other offset, no more bytes than were declared, and no other content type', async () => {
    const { url } = await begin(100);
    expect(await patch(url, 5, Buffer.alloc(5))).toMatchObject({ status: 409, error: 'Upload-Offset must be 0' });
    expect((await patch(url, 0, Buffer.alloc(101))).status).toBe(413);
    expect((await patch(url, 'x', Buffer.alloc(5))).status).toBe(400);
    expect((await patch(url, 0, Buffer.alloc(5), { 'content-type': 'video/mp4' })).status).toBe(415);
    expect((await patch(url, 0, Buffer.alloc(5), { 'tus-resumable': '0.2.2' })).status).toBe(412);
    expect((await head(url)).offset).toBe(0);
  });

  test('content that is something else is 400 with the reason, and leaves no bytes', async () => {
    const { url, key } = await begin(9, 'a.png', 'image/png');
    expect(await patch(url, 0, Buffer.from('no image!'))).toMatchObject({
      status: 400,
      error: 'File type not supported',
    });
    expect([await fieldOf(site, key, 'status'), await partsOf(key)]).toEqual(['refused', []]);
    expect((await head(url)).status).toBe(400);
  });

  test('DELETE removes what has arrived', async () => {
    const { url, key } = await begin(100);
    await patch(url, 0, Buffer.alloc(50));
    expect(await partsOf(key)).toHaveLength(1);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
    expect([await partsOf(key), (await head(url)).status]).toEqual([[], 404]);
  });

  test('that is abandoned is removed with its parts', async () => {
    const { url, key } = await begin(100);
    await patch(url, 0, Buffer.alloc(50));
    const { system } = service.app.database;
    await system.rows(`update asset set expires_at = now() - interval '1 day' where key = $1`, [key]);
    await system.rows(`update job set run_at = now() where kind = 'check-upload' and payload->>'key' = $1`, [key]);
    await service.noticeJobs();
    await expect.poll(() => partsOf(key), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => system.rows('select 1 from asset where key = $1', [key])).toEqual([]);
  });

  test('whose last bytes arrived before a crash is completed by the next HEAD', async () => {
    const png = Buffer.from(await picture('png'));
    const { url, key } = await begin(png.length + 1, 'a.png', 'image/png');
    await patch(url, 0, png);
    await service.app.database.system.rows('update asset set upload_size = $2 where key = $1', [key, png.length]);
    expect(await head(url)).toMatchObject({ status: 200, offset: png.length });
    expect(await fieldOf(site, key, 'status')).toBe('live');
  });

  test('a URL changed to another key or size, or used for the other kind of upload, is 403', async () => {
    const { url } = await begin(100);
    const changed = new URL(url);
    changed.searchParams.set('most', '999');
    expect((await patch(changed.href, 0, Buffer.alloc(5))).status).toBe(403);
    expect((await patch(url.replace('a.mp4', 'b.mp4'), 0, Buffer.alloc(5))).status).toBe(403);
    const plain = url.replace('/uploads/resumable/', '/uploads/staged/');
    expect((await fetch(plain, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: 'x' })).status).toBe(
      403,
    );
  });

  test('pages of other origins may use it', async () => {
    const response = await fetch((await begin(100)).url, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('tus-version')]).toEqual([204, '1.0.0']);
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(response.headers.get('access-control-expose-headers')).toContain('upload-offset');
  });
});
