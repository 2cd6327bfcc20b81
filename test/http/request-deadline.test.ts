import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/http/server/create-server.ts';
import { currentDeadline } from '../../src/shared/deadline.ts';
import { createLogger } from '../../src/shared/log/logger.ts';

const DEADLINE_MS = 400;

let server: FastifyInstance;
let url: string;
/** Of the requests to /stops. */
let signals: AbortSignal[] = [];

beforeAll(async () => {
  server = createServer(createLogger('silent'), { deadlineMs: DEADLINE_MS });
  server.get('/stops', async () => {
    const { signal } = currentDeadline() ?? {};
    if (signal) signals.push(signal);
    await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  server.get('/ignores', () => new Promise(() => {}));
  server.get('/long', async () => {
    currentDeadline()?.restart(10 * DEADLINE_MS);
    await new Promise((resolve) => setTimeout(resolve, 3 * DEADLINE_MS));
    return { done: !currentDeadline()?.signal.aborted };
  });
  server.post('/body', async ({ body }) => ({ body, late: currentDeadline()?.signal.aborted }));
  server.register(async (scope) => {
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.put('/streamed', async ({ raw }) => {
      await raw.resume().toArray();
      await new Promise(() => {});
    });
  });
  server.get('/job', { config: { hasDeadline: false } }, async () => ({ deadline: currentDeadline() ?? null }));
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

describe('the deadline of a request', () => {
  for (const path of ['/stops', '/ignores']) {
    test(`is answered with 503 and Retry-After by an operation that ${path.slice(1)} at its signal`, async () => {
      const answer = await fetch(url + path);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await answer.json()).toMatchObject({ success: false, error: 'The request took too long' });
    });
  }

  test('is longer for operations that declare it', async () => {
    expect(await (await fetch(`${url}/long`)).json()).toEqual({ done: true });
  });

  test('does not count the time in which the body arrives', async () => {
    const sent = request(`${url}/body`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    sent.write('{"a":');
    await new Promise((resolve) => setTimeout(resolve, 2 * DEADLINE_MS));
    sent.end('1}');
    const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
    expect(JSON.parse(await text(response))).toEqual({ body: { a: 1 }, late: false });
  });

  test('starts when a streamed body has arrived, for what is done with it', async () => {
    const answer = await fetch(`${url}/streamed`, { method: 'PUT', body: Buffer.from('bytes') });
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'The request took too long' }]);
  });

  test('does not exist for deliveries of a queue', async () => {
    expect(await (await fetch(`${url}/job`)).json()).toEqual({ deadline: null });
  });

  test('ends when the caller disconnects', async () => {
    signals = [];
    const sent = request(`${url}/stops`).on('error', () => {});
    sent.end();
    await expect.poll(() => signals.length).toBe(1);
    sent.destroy();
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    expect(signals[0]?.reason).toMatchObject({ code: 'BAD_REQUEST' });
  });
});
