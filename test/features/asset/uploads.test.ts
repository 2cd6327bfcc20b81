import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDiskFileStorage } from '../../../src/adapters/file-storage/disk.ts';
import { ofOneInstance } from '../../support/instances.ts';
import { type TestService, startService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { doc, docx, hugePng, mp3, mp4, pdf, picture, scriptSvg, svg, webm, zip } from './sample-files.ts';
import { cdn, grant, here, put, sendForm, upload, uploadAsset } from './uploading.ts';

let service: TestService;
let site: TestSite;
let png: Buffer<ArrayBuffer>;

beforeAll(async () => {
  service = await startService();
  site = await service.site();
  png = Buffer.from(await picture('png'));
});
afterAll(() => service.stop());

const MB = 1024 * 1024;
const ascii = (text: string) => Buffer.from(text);

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
    expect(await statusOf(key)).toBe('live');
  });

  test('before the PUT nothing is there, and the row says pending', async () => {
    const { key } = await grant(site, 'a.png', 'image/png');
    expect((await cdn(site, key)).status).toBe(404);
    expect(await statusOf(key)).toBe('pending');
  });

  test('a PUT of another type than declared is 400 and leaves the grant good', async () => {
    const { uploadUrl } = await grant(site, 'a.png', 'image/png');
    const wrong = await put(uploadUrl, 'image/jpeg', png);
    expect([wrong.status, wrong.body.error]).toEqual([400, 'Content-Type must be image/png']);
    expect((await put(uploadUrl, 'image/png', png)).status).toBe(200);
  });

  test('content that is something else is 400 with the reason, is never served, and the row says refused', async () => {
    const { uploadUrl, key } = await grant(site, 'a.png', 'image/png');
    const { status, body } = await put(uploadUrl, 'image/png', ascii('<script>alert(1)</script>'));
    expect([status, body.error, body['reason']]).toEqual([
      400,
      'File type not supported',
      'The content is not image/png',
    ]);
    expect((await cdn(site, key)).status).toBe(404);
    expect(await statusOf(key)).toBe('refused');
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

describe('an upload URL that has expired', () => {
  test('is 400 with the words of the interface', async () => {
    const brief = await startService({ UPLOAD_URL_TTL_SECONDS: '1' });
    const its = await brief.site();
    const { uploadUrl, key, expiresIn } = await grant(its, 'a.png', 'image/png');
    expect(expiresIn).toBe(1);
    // No event tells of it: the URL holds its end itself.
    const expires = Number(new URL(uploadUrl).searchParams.get('expires')) * 1000;
    await expect.poll(() => Date.now(), { timeout: 5_000 }).toBeGreaterThan(expires);
    const { status, body } = await put(uploadUrl, 'image/png', png);
    expect([status, body.error]).toEqual([400, 'Upload URL has expired. Request a new one.']);
    expect((await cdn(its, key)).status).toBe(404);
    await brief.stop();
  });

  test('an abandoned grant is reaped', async () => {
    const { key } = await grant(site, 'forgotten.png', 'image/png');
    const { system } = service.app.database;
    await system.rows(`update asset set expires_at = now() - interval '1 day' where key = $1`, [key]);
    await system.rows(`update job set run_at = now() where kind = 'check-upload' and payload->>'key' = $1`, [key]);
    await service.noticeJobs();
    await expect
      .poll(() => system.rows('select 1 from asset where key = $1', [key]), { timeout: 10_000 })
      .toHaveLength(0);
  });

  test('what came but was not looked at, as the process died, is looked at by the job', async () => {
    const { key } = await grant(site, 'late.png', 'image/png');
    const { system } = service.app.database;
    const disk = await openDiskFileStorage({ dir: `${service.dataDir}/files`, uploadUrl: '', secret: '' });
    await disk.write(`staged/${key}`, Readable.from([png]), { contentType: 'image/png' });
    await system.rows(`update job set run_at = now() where kind = 'check-upload' and payload->>'key' = $1`, [key]);
    await service.noticeJobs();
    await expect.poll(() => statusOf(key), { timeout: 10_000 }).toBe('live');
  });
});

describe('POST /assets/upload as a form', () => {
  test('answers {key, url}, and the file is at once at the url', async () => {
    const { status, body } = await sendForm(site, 'Straße.png', png, { type: 'image/png' });
    expect(status).toBe(200);
    expect(Object.keys(body.data).toSorted()).toEqual(['key', 'url']);
    expect(body.data.key).toMatch(/-strasse\.png$/);
    expect(Buffer.from(await (await cdn(site, body.data.key)).arrayBuffer()).equals(png)).toBe(true);
    expect(body.data.url).toContain(body.data.key);
  });

  test('needs a key, as every endpoint does, before anything is read', async () => {
    const response = await fetch(`${service.url}/api/sdk/assets/upload`, { method: 'POST', body: new FormData() });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ success: false, error: 'API key required' });
  });

  test('a read-only key is 403', async () => {
    const { secret } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const form = new FormData();
    form.append('file', new Blob([png]), 'a.png');
    const headers = { 'x-svc-api-key': secret };
    const response = await fetch(`${service.url}/api/sdk/assets/upload`, { method: 'POST', body: form, headers });
    expect(response.status).toBe(403);
  });

  test('a sender that knows no type says none: then the name alone says it', async () => {
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    const response = await fetch(`${service.url}/api/sdk/assets/upload`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key, 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.concat([ascii(head), png, ascii('\r\n--x--\r\n')]),
    });
    expect(response.status).toBe(200);
    expect((await sendForm(site, 'a.png', png, { type: 'application/octet-stream' })).status).toBe(200);
    expect((await sendForm(site, 'a.png', png, { type: 'image/gif' })).status).toBe(400);
  });

  test('without a field named file it is 400 file is required', async () => {
    const { status, body } = await sendForm(site, 'a.png', png, { field: 'photo' });
    expect([status, body.error]).toEqual([400, 'file is required']);
  });

  test('a form that is cut off is 400 and leaves nothing', async () => {
    const text = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it';
    const response = await fetch(`${service.url}/api/sdk/assets/upload`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key, 'content-type': 'multipart/form-data; boundary=x' },
      body: text,
    });
    expect(response.status).toBe(400);
    const rows = await service.app.database.system.rows(`select 1 from asset where file_name = 'a.txt'`);
    expect(rows).toEqual([]);
  });

  test('puts the file into a folder, by id or by path', async () => {
    const { _id } = await site.create('/assets/folders', { name: 'Photos', slug: 'photos' });
    for (const fields of [{ folderId: _id }, { folder: '/photos' }] as Record<string, string>[]) {
      const key = await upload(site, 'a.png', png, fields);
      expect(key).toMatch(new RegExp(`^${site.id}/photos/[0-9a-f-]{36}-a\\.png$`));
      expect(await fieldOf(key, 'folderId')).toBe(_id);
    }
  });

  test('a path that no folder has is part of the key alone, made safe', async () => {
    const key = await upload(site, 'a.png', png, { folder: '../../Été 2026//x/./' });
    expect(key).toMatch(new RegExp(`^${site.id}/ete-2026/x/[0-9a-f-]{36}-a\\.png$`));
    expect(await fieldOf(key, 'folderId')).toBe(null);
  });

  test('an unknown folderId is 404 Folder not found', async () => {
    const { status, body } = await sendForm(site, 'a.png', png, { fields: { folderId: 'nope' } });
    expect([status, body.error]).toEqual([404, 'Folder not found']);
  });
});

describe('the GraphQL twins', () => {
  test('uploadAsset takes the file of a multipart request', async () => {
    const { answer } = await uploadAsset(site, 'a.png', png);
    expect(answer.errors).toBeUndefined();
    expect(answer.data?.uploadAsset.status).toBe('live');
  });

  test('without the preflight header it is 400, and nothing of it is kept', async () => {
    const before = await count();
    const { status, answer } = await uploadAsset(site, 'a.png', png, {}, {});
    expect([status, answer.errors?.[0]?.message]).toEqual([
      400,
      'A multipart request needs the header Apollo-Require-Preflight',
    ]);
    expect(await count()).toBe(before);
  });

  test('its refusals carry code and reason', async () => {
    const { answer } = await uploadAsset(site, 'a.png', ascii('text'));
    expect(answer.errors?.[0]).toMatchObject({
      message: 'File type not supported',
      extensions: { code: 'BAD_REQUEST', reason: 'The content is not image/png' },
    });
  });

  test('createUploadGrant answers what REST answers', async () => {
    const query = `mutation { createUploadGrant(input: { filename: "a.mp4", contentType: "video/mp4" })
      { uploadUrl cdnUrl key expiresIn headers } }`;
    const { data } = await site.graphql<{ createUploadGrant: Record<string, unknown> }>(query);
    expect(data?.createUploadGrant['headers']).toEqual({ 'Content-Type': 'video/mp4' });
  });
});

describe('sizes', () => {
  test.each([
    ['an image', 'a.png', 'image/png', 10],
    ['a document', 'a.txt', 'text/plain', 50],
  ])('%s beyond its limit is 413 in both forms, and nothing of it is kept', async (_what, name, type, most) => {
    const large = Buffer.alloc(most * MB + 1, 'x');
    const message = `File exceeds maximum size of ${most}MB`;
    const form = await sendForm(site, name, large);
    expect([form.status, form.body.error]).toEqual([413, message]);
    const { uploadUrl, key } = await grant(site, name, type);
    const direct = await put(uploadUrl, type, large);
    expect([direct.status, direct.body.error]).toEqual([413, message]);
    expect((await cdn(site, key)).status).toBe(404);
  });

  test('the limit holds where no length is told beforehand, too', async () => {
    const { uploadUrl } = await grant(site, 'a.png', 'image/png');
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += MB;
        if (sent > 30 * MB) controller.close();
        else controller.enqueue(new Uint8Array(MB));
      },
    });
    const response = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: endless,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  test('a film beyond 500 MB is 413 before any of it is read', ofOneInstance, async () => {
    const { uploadUrl } = await grant(site, 'a.mp4', 'video/mp4');
    const sending = request(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', 'content-length': 500 * MB + 1 },
    });
    sending.flushHeaders();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      413,
      { success: false, error: 'File exceeds maximum size of 500MB' },
    ]);
    sending.destroy();
  });

  test('a document of exactly 50 MB is taken', async () => {
    const { status } = await sendForm(site, 'a.txt', Buffer.alloc(50 * MB, 'x'));
    expect(status).toBe(200);
  });
});

test('with CDN_URL a CDN in front is what every answer names', async () => {
  const behind = await startService({ CDN_URL: 'https://cdn.example.org/files' });
  const its = await behind.site();
  const { cdnUrl, key } = await grant(its, 'a.png', 'image/png');
  expect(cdnUrl).toBe(`https://cdn.example.org/files/${key}`);
  const { body } = await sendForm(its, 'a.png', png);
  expect(body.data.url).toBe(`https://cdn.example.org/files/${body.data.key}`);
  expect((await cdn(its, body.data.key)).status).toBe(200);
  await behind.stop();
});

describe('name, declared type and content agree', () => {
  test('every type of the interface is taken by what it is', async () => {
    const files: Record<string, Buffer | string> = {
      'a.jpg': await picture('jpeg'),
      'a.jpeg': await picture('jpeg'),
      'a.png': png,
      'a.gif': await picture('gif'),
      'a.webp': await picture('webp'),
      'a.svg': svg,
      'script.svg': scriptSvg,
      'a.pdf': pdf,
      'a.docx': docx,
      'a.doc': doc,
      'a.txt': 'Grüße',
      'utf16.txt': Buffer.from('Grüße an alle', 'utf16le'),
      'latin1.txt': Buffer.from('Grüße', 'latin1'),
      'a.md': '# Title',
      'a.html': '<!doctype html><p>Hello',
      'a.mp4': mp4(),
      'a.mp3': mp3,
      'a.webm': webm,
    };
    for (const [name, content] of Object.entries(files)) {
      const { status, body } = await sendForm(site, name, Buffer.from(content as string));
      expect([name, status, body.error]).toEqual([name, 200, undefined]);
    }
  });

  test('what is something else under another name is refused', async () => {
    const gif = await picture('gif');
    const jpeg = await picture('jpeg');
    const files: Record<string, Buffer | string> = {
      'png named.jpg': png,
      'gif named.png': gif,
      'html named.png': '<html><script>alert(1)</script>',
      'svg named.png': svg,
      'truncated.png': png.subarray(0, png.length / 2),
      'truncated.jpg': jpeg.subarray(0, jpeg.length / 2),
      'header only.png': png.subarray(0, 8),
      'empty.png': '',
      'huge.png': hugePng(50_000, 50_000),
      'wide.png': hugePng(60_000, 1_000),
      'zip named.docx': zip({ 'a.txt': 'Hello' }),
      'almost.docx': zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '' }),
      'text named.docx': 'PK\u0003\u0004 but no zip',
      'cut.docx': docx.subarray(0, 40),
      'docx named.doc': docx,
      'compound but no word.doc': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5_000)]),
      'text named.pdf': 'Hello',
      'docx named.pdf': docx,
      'binary.txt': Buffer.from([1, 2, 3, 0, 0, 0, 255]),
      'elf.txt': Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex'),
      'pdf named.txt': pdf,
      'png named.md': png,
      'plain.html': 'no tag at all',
      'no drawing.svg': '<html><svg/></html>',
      'entities.svg': '<!DOCTYPE svg [<!ENTITY a "aa">]><svg>&a;</svg>',
      'text named.mp4': 'Hello',
      'playlist named.mp4': '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd',
      'text named.mp3': 'Hello',
      'mp4 named.webm': mp4(),
    };
    for (const [name, content] of Object.entries(files)) {
      const { status, body } = await sendForm(site, name, Buffer.from(content as string));
      const error = /^(File type not supported|Image is damaged|Image exceeds maximum of 50 megapixels)$/;
      expect([name, status]).toEqual([name, 400]);
      expect(body.error).toMatch(error);
    }
    const { system } = service.app.database;
    const names = Object.keys(files);
    expect(await system.rows(`select file_name from asset where file_name = any($1)`, [names])).toEqual([]);
  });

  test('a picture with a page behind it stays a picture: it is served as that and as nothing else', async () => {
    const polyglot = Buffer.concat([await picture('gif'), ascii('<html><script>alert(1)</script></html>')]);
    const key = await upload(site, 'polyglot.gif', polyglot);
    const { headers } = await cdn(site, key);
    expect(headers.get('content-type')).toBe('image/gif');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

async function fieldOf(key: string, field: string): Promise<unknown> {
  const { data } = await site.graphql<{ asset: Record<string, unknown> }>(
    `query ($id: ID!) { asset(id: $id) { ${field} } }`,
    { id: key },
  );
  return data?.asset[field];
}

function statusOf(key: string): Promise<unknown> {
  return fieldOf(key, 'status');
}

async function count(): Promise<number> {
  const { data } = await site.graphql<{ assets: { total: number } }>('{ assets { total } }');
  return data?.assets.total ?? 0;
}
