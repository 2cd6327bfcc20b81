import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { useTarget } from '../use-target.ts';

const attacked = useTarget();

const at = (path: string, init: RequestInit = {}) => fetch(`${attacked.target.url}${path}`, init);

describe('a body that is too large', () => {
  /** Sends on whatever comes back, as a client does that reads the answer when it has sent everything. */
  async function sendAll(bytes: number): Promise<string> {
    const { hostname, port } = new URL(attacked.target.url);
    const socket = connect(Number(port), hostname);
    let broken = '';
    socket.on('error', (error) => (broken = error.message));
    const answer = text(socket).catch(() => broken);
    const head = [
      'POST /api/sdk/content HTTP/1.1',
      'host: x',
      'connection: close',
      `x-svc-api-key: ${attacked.site.key}`,
    ];
    socket.write(`${[...head, 'content-type: application/json', `content-length: ${bytes}`].join('\r\n')}\r\n\r\n`);
    const chunk = Buffer.alloc(64 * 1024, 'x');
    for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length) {
      if (!socket.write(chunk.subarray(0, bytes - sent)))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    }
    return broken === '' ? answer : `${broken}: ${await answer}`;
  }

  test('is answered with a 413 that every client can read', async () => {
    const answers = await Promise.all([2_000_000, 2_000_000, 3_000_000, 3_000_000].map(sendAll));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 .*exceeds maximum size/s);
  });
});

test('of two equal creations with one Idempotency-Key at the same time one creates, and another body is rejected', async () => {
  const create = (title: string) =>
    attacked.target.rest<{ id: string }>(
      'POST',
      '/knowledge/documents',
      { ...attacked.key, 'idempotency-key': 'once' },
      { title, content: 'Once.' },
    );
  const answers = await Promise.all(Array.from({ length: 6 }, () => create('Once')));
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ data }) => data.id));
  expect(ids.size).toBe(1);
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  expect((await create('Once')).data.id).toBe([...ids][0]);
  expect((await create('Twice')).status).toBe(409);
});

test('a form field of 100,000 characters is taken', async () => {
  const { admin } = attacked.target;
  const query = 'mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }';
  const input = { forms: { enabled: true, recipients: ['desk@example.org'] } };
  await admin.call(attacked.target, query, { id: attacked.site.id, input });
  const body = { formName: 'Contact', fields: { message: 'x'.repeat(100_000) } };
  expect((await attacked.target.rest('POST', '/forms/submit', attacked.key, body)).status).toBe(200);
});

test('readiness asked for without end is cheap, and limited per address', async () => {
  const answers: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    answers.push(
      ...(await Promise.all(Array.from({ length: 20 }, () => at('/health/ready').then(({ status }) => status)))),
    );
  }
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  expect((await at('/health/live')).status).toBe(200);
});

test('OPTIONS names the methods of a path with parameters', async () => {
  const answer = await at('/api/sdk/content/some-id', { method: 'OPTIONS' });
  expect([answer.status, answer.headers.get('allow')?.split(', ').toSorted()]).toEqual([
    204,
    expect.arrayContaining(['DELETE', 'GET', 'PUT']),
  ]);
});

test.each([
  ['/', '/admin/'],
  ['/api/sdk', 'openapi.json'],
])('%s leads on to %s', async (path, next) => {
  const answer = await at(path, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(next);
});
