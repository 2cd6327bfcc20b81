import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { useOwnService, useService, useSite } from '../../support/use-service.ts';
import { picture } from './sample-files.ts';
import { cdn, fieldOf, grant, sendForm, upload, uploadAsset } from './uploading.ts';

const service = useService();
const site = useSite(service);
/** A header must not have the character. */
const MALFORMED_PART = '--x\r\nContent-Disposition: form-data; name="a\0b"\r\n\r\ntext\r\n';
let png: Buffer<ArrayBuffer>;

beforeAll(async () => {
  png = Buffer.from(await picture('png'));
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
      body: Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')]),
    });
    expect(response.status).toBe(200);
    expect((await sendForm(site, 'a.png', png, { type: 'application/octet-stream' })).status).toBe(200);
    expect((await sendForm(site, 'a.png', png, { type: 'image/gif' })).status).toBe(400);
  });

  test('without a field named file it is 400 file is required', async () => {
    const { status, body } = await sendForm(site, 'a.png', png, { field: 'photo' });
    expect([status, body.error]).toEqual([400, 'file is required']);
  });

  test.each([
    ['an incomplete form', 'half of it'],
    ['a form with a malformed part after the file', `whole\r\n${MALFORMED_PART}--x--\r\n`],
  ])('%s is 400 and stores nothing', async (_what, rest) => {
    const response = await fetch(`${service.url}/api/sdk/assets/upload`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key, 'content-type': 'multipart/form-data; boundary=x' },
      body: `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${rest}`,
      signal: AbortSignal.timeout(5_000),
    });
    expect(response.status).toBe(400);
    const rows = service.app.database.forSite(site.id, 'background');
    expect(await rows.rows(`select 1 from asset where file_name = 'a.txt' and status <> 'refused'`)).toEqual([]);
  });

  test('puts the file into a folder, by id or by path', async () => {
    const { _id } = await site.create('/assets/folders', { name: 'Photos', slug: 'photos' });
    for (const fields of [{ folderId: _id }, { folder: '/photos' }] as Record<string, string>[]) {
      const key = await upload(site, 'a.png', png, fields);
      expect(key).toMatch(new RegExp(`^${site.id}/photos/[0-9a-f-]{36}-a\\.png$`));
      expect(await fieldOf(site, key, 'folderId')).toBe(_id);
    }
  });

  test('a path that no folder has is part of the key alone, made safe', async () => {
    const key = await upload(site, 'a.png', png, { folder: '../../Été 2026//x/./' });
    expect(key).toMatch(new RegExp(`^${site.id}/ete-2026/x/[0-9a-f-]{36}-a\\.png$`));
    expect(await fieldOf(site, key, 'folderId')).toBe(null);
  });

  test('an unknown folderId is 404 Folder not found', async () => {
    const { status, body } = await sendForm(site, 'a.png', png, { fields: { folderId: 'nope' } });
    expect([status, body.error]).toEqual([404, 'Folder not found']);
  });
});

describe('the GraphQL mutations of the same', () => {
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

  describe('a form that is not as the specification has it', () => {
    const field = (name: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const query = 'mutation ($file: Upload!) { uploadAsset(file: $file) { id } }';
    const operations = field('operations', JSON.stringify({ query, variables: { file: null } }));
    const map = (value: unknown) => field('map', JSON.stringify(value));
    const wanted = map({ 0: ['variables.file'] });
    const file = field('0"; filename="b.txt', 'whole');

    test.each([
      ['with a malformed part after the file', operations + wanted + file + MALFORMED_PART, 'Malformed form'],
      ['with a malformed part before the file', operations + MALFORMED_PART + file, 'Malformed form'],
      [
        'with a field after the file',
        operations + wanted + file + field('late', 'x'),
        'late must come before the file',
      ],
      ['without operations', wanted + file, 'operations is required, before the file'],
      ['without a map', operations + file, 'map is required, before the file'],
      ['with its file first', file + operations + wanted, 'operations is required, before the file'],
      [
        'with operations that are a list',
        field('operations', '[]') + wanted + file,
        'operations must be a JSON object',
      ],
      ['with operations that are no JSON', field('operations', '{') + wanted + file, 'JSON'],
      ['without the file', operations + wanted, 'map must name the file of the form'],
      [
        'with another file',
        operations + wanted + field('1"; filename="b.txt', 'x'),
        'map must name the file of the form',
      ],
      [
        'with a file for two variables',
        operations + map({ 0: ['variables.file', 'variables.file'] }) + file,
        'one path',
      ],
      ['with two files', operations + map({ 0: ['variables.file'], 1: ['variables.file'] }) + file, 'one file'],
      ['with a path to the query', operations + map({ 0: ['query'] }) + file, 'a null in variables'],
      [
        'with a path to what is not there',
        operations + map({ 0: ['variables.__proto__.x'] }) + file,
        'a null in variables',
      ],
      [
        'with a wrong path and a large file',
        operations + map({ 0: ['query'] }) + field('0"; filename="b.txt', 'x'.repeat(5_000_000)),
        'a null in variables',
      ],
      ['with a long map', operations + field('map', 'x'.repeat(1024 * 1024 + 1)) + file, 'at most 1048576 bytes'],
    ])('%s is rejected, and the connection serves on', async (_what, parts, reason) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const post = (body: string) => postForm(agent, `${body}--x--\r\n`);
      const answer = await post(parts);
      expect([200, 400, 413]).toContain(answer.status);
      expect(JSON.stringify(answer.body.errors)).toContain(reason);
      expect((await post(operations + wanted + file)).body).toMatchObject({ data: { uploadAsset: {} } });
      agent.destroy();
    });
  });

  test('its rejections carry code and reason', async () => {
    const { answer } = await uploadAsset(site, 'a.png', Buffer.from('text'));
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

describe('with CDN_URL', () => {
  const behind = useSite(useOwnService({ CDN_URL: 'https://cdn.example.org/files' }));

  test('every answer has URLs of that CDN', async () => {
    const { cdnUrl, key } = await grant(behind, 'a.png', 'image/png');
    expect(cdnUrl).toBe(`https://cdn.example.org/files/${key}`);
    const { body } = await sendForm(behind, 'a.png', png);
    expect(body.data.url).toBe(`https://cdn.example.org/files/${body.data.key}`);
    expect((await cdn(behind, body.data.key)).status).toBe(200);
  });
});

async function count(): Promise<number> {
  const { data } = await site.graphql<{ assets: { total: number } }>('{ assets { total } }');
  return data?.assets.total ?? 0;
}

/** To `/graphql`, on a connection of the agent. */
function postForm(agent: Agent, body: string): Promise<{ status: number; body: { data?: unknown; errors?: unknown } }> {
  const headers = {
    'x-svc-api-key': site.key,
    'content-type': 'multipart/form-data; boundary=x',
    'apollo-require-preflight': 'true',
  };
  return new Promise((resolve, reject) => {
    const sent = request(`${service.url}/graphql`, { agent, method: 'POST', headers, timeout: 5_000 }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(answer) }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error('No answer within 5 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}
