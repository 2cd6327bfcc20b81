import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { useService } from '../../support/use-service.ts';

const service = useService();

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Not by `fetch`, which changes paths and headers. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(service.url, { path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

async function scriptPath(): Promise<string> {
  const { body } = await ask('/admin');
  return /src="([^"]+\.js)"/.exec(body.toString())?.[1] ?? '';
}

test('every path below /admin is the page, with a policy that allows no inline script and no frame', async () => {
  for (const path of ['/admin', '/admin/', '/admin/some-site/content/42?status=draft', '/admin/a/../../b']) {
    const { status, headers, body } = await ask(path);
    expect([path, status, headers['content-type'], headers['cache-control']]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w+/=]{24}'; /);
    expect(policy).toMatch(/frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/unsafe/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(body.toString()).toContain(`nonce="${nonce}"`);
    expect(body.toString()).not.toMatch(/<style|<script(?![^>]* src=)|__CSP/);
  }
});

test('each answer has a nonce of its own, and one that is still current keeps the stored one', async () => {
  const [one, other] = await Promise.all([ask('/admin'), ask('/admin')]);
  expect(one.headers['content-security-policy']).not.toBe(other.headers['content-security-policy']);
  expect(one.headers['etag']).toBe(other.headers['etag']);
  const again = await ask('/admin/x', { 'if-none-match': String(one.headers['etag']) });
  expect([again.status, again.body.length, again.headers['content-security-policy']]).toEqual([304, 0, undefined]);
});

test('files are kept for a year, compressed as the client can read them', async () => {
  const path = await scriptPath();
  const plain = await ask(path);
  expect([plain.status, plain.headers['content-type'], plain.headers['content-encoding']]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    undefined,
  ]);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['vary']).toBe('accept-encoding');
  const brotli = await ask(path, { 'accept-encoding': 'gzip, deflate, br' });
  const gzip = await ask(path, { 'accept-encoding': 'br;q=0, gzip' });
  expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(new Set([plain, brotli, gzip].map(({ headers }) => headers['etag'])).size).toBe(3);
  const again = await ask(path, { 'accept-encoding': 'br', 'if-none-match': String(brotli.headers['etag']) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test('HEAD answers without a body', async () => {
  for (const path of ['/admin', await scriptPath()]) {
    const head = await ask(path, {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(Number(head.headers['content-length'])).toBe((await ask(path)).body.length);
  }
});

test('nothing but the built files is read', async () => {
  for (const name of [
    'missing-12345678.js',
    '..%2f.stamp',
    '..%2f.vite%2fmanifest.json',
    '..%2f..%2f..%2fpackage.json',
    '%2e%2e%2fsupervisor.js',
    '..%5c..%5cpackage.json',
  ]) {
    const { status, body } = await ask(`/admin/assets/${name}`);
    expect([name, status, JSON.parse(body.toString())]).toEqual([
      name,
      404,
      { success: false, error: expect.any(String) },
    ]);
  }
  const outside = await ask('/admin/../package.json');
  expect(outside.body.toString()).not.toContain('devDependencies');
});

test('/ leads browsers to the dashboard, and other clients to the links', async () => {
  const browser = await ask('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([browser.status, browser.headers['location'], browser.headers['vary']]).toEqual([302, '/admin', 'accept']);
  expect((await ask('/', { accept: '*/*' })).body.toString()).toContain('/api/sdk/docs');
});
