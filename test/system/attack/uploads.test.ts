import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openStalled, stillOpen, unfinished } from './connections.ts';
import { FULL, useTarget } from './use-target.ts';

const attacked = useTarget();

/** The timer that ended the process ran so long after the upload. */
const TIMER_MS = FULL ? 65_000 : 500;

const FOLDERS: Readonly<Record<string, string>> = {
  'of 251 characters': 'f'.repeat(251),
  'of 251 characters in its second segment': `a/${'f'.repeat(251)}`,
  'of 4,000 characters': 'x'.repeat(4_000),
};

async function upload(folder: string): Promise<Response> {
  const form = new FormData();
  form.append('folder', folder);
  form.append('file', new Blob(['Some text.'], { type: 'text/plain' }), 'a.txt');
  return fetch(`${attacked.target.url}/api/sdk/assets/upload`, { method: 'POST', headers: attacked.key, body: form });
}

async function uploadByGraphQL(folder: string): Promise<{ status: number; body: string }> {
  const form = new FormData();
  const query =
    'mutation ($file: Upload!, $folder: String) { uploadAsset(file: $file, target: { folder: $folder }) { id } }';
  form.append('operations', JSON.stringify({ query, variables: { file: null, folder } }));
  form.append('map', JSON.stringify({ 0: ['variables.file'] }));
  form.append('0', new Blob(['Some text.']), 'a.txt');
  const headers = { ...attacked.key, 'apollo-require-preflight': 'true' };
  const response = await fetch(`${attacked.target.url}/graphql`, { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.text() };
}

describe('an upload into a folder', () => {
  test.each(Object.entries(FOLDERS))('%s is rejected with 400, and ends nothing later', async (_name, folder) => {
    expect((await upload(folder)).status).toBe(400);
    const { body } = await uploadByGraphQL(folder);
    expect(body).toContain('BAD_REQUEST');
    const grant = { filename: 'a.txt', contentType: 'text/plain', folder };
    expect((await attacked.target.rest('POST', '/assets/upload', attacked.key, grant)).status).toBe(400);
  });

  test('the process is there after the time that once ended it', async () => {
    await delay(TIMER_MS);
    expect((await fetch(`${attacked.target.url}/health/live`)).status).toBe(200);
  });
});

test('storage that fails under an upload costs that upload alone', async () => {
  const folder = join(attacked.target.dataDir, 'files');
  await upload('before');
  await rename(folder, `${folder}-away`);
  await writeFile(folder, 'a file where the folder of all files was');
  const answers = await Promise.all(Array.from({ length: 10 }, () => upload('during').then(({ status }) => status)));
  expect(answers.filter((status) => status < 500)).toEqual([]);
  await rename(folder, `${folder}-wrong`);
  await rename(`${folder}-away`, folder);
  expect((await upload('after')).status).toBe(200);
});

test('uploads that are cut half-way leave nothing behind', async () => {
  const head = unfinished(
    'POST',
    '/api/sdk/assets/upload',
    { ...attacked.key, 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000' },
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nsome of it',
  );
  const sockets = await openStalled(attacked.target.url, 30, head);
  await delay(300);
  for (const socket of sockets) socket.destroy();
  expect((await upload('after')).status).toBe(200);
});

describe('connections that stop sending', () => {
  const COUNT = FULL ? 300 : 40;
  const form = { 'content-type': 'multipart/form-data; boundary=b', 'transfer-encoding': 'chunked' };
  const cases = {
    'a form to /graphql without a key': () =>
      unfinished('POST', '/graphql', { ...form, 'apollo-require-preflight': 'true' }),
    'a form to /graphql with a key': () =>
      unfinished('POST', '/graphql', { ...form, ...attacked.key, 'apollo-require-preflight': 'true' }),
    'a form to /assets/upload with a key': () =>
      unfinished('POST', '/api/sdk/assets/upload', { ...form, ...attacked.key }, '5\r\n--b\r\n\r\n'),
    'JSON to /content with a key': () =>
      unfinished(
        'POST',
        '/api/sdk/content',
        { ...attacked.key, 'content-type': 'application/json', 'content-length': '500' },
        '{',
      ),
    'headers that never end': () => 'GET /api/sdk/content HTTP/1.1\r\nhost: x\r\n',
  };
  /** Longest that a connection may be silent: seconds where nothing has proven who it is. */
  const LIMIT_MS = FULL ? 130_000 : 0;

  test.runIf(FULL).each(Object.entries(cases))(
    `%s: ${COUNT} are closed in time`,
    async (_name, head) => {
      const sockets = await openStalled(attacked.target.url, COUNT, head());
      expect(await stillOpen(sockets, LIMIT_MS)).toBe(0);
    },
    LIMIT_MS + 30_000,
  );

  test(`${COUNT} of them do not delay other callers`, async () => {
    const sockets = (
      await Promise.all(Object.values(cases).map((head) => openStalled(attacked.target.url, COUNT, head())))
    ).flat();
    const started = Date.now();
    const { status } = await attacked.target.rest('GET', '/content', attacked.key);
    expect(status).toBe(200);
    const ms = Date.now() - started;
    process.stdout.write(`answered ${ms} ms beside ${sockets.length} stalled connections\n`);
    expect(ms).toBeLessThan(5_000);
    for (const socket of sockets) socket.destroy();
  });
});
