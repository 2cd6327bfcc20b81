import { once } from 'node:events';
import { type ServerResponse, createServer, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onClosed } from '../../src/http/server/response-closed.ts';
import { listenLocally } from '../support/local-server.ts';

const server = createServer();
let port = 0;

beforeAll(async () => {
  port = await listenLocally(server);
});
afterAll(() => server.close());

async function ask() {
  const sent = request({ port, host: '127.0.0.1', agent: false }).on('error', () => {});
  sent.end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const calls: string[] = [];
  onClosed(response, ({ writableFinished }) => calls.push(`first ${writableFinished}`));
  const listeners = response.listenerCount('close');
  onClosed(response, ({ writableFinished }) => calls.push(`second ${writableFinished}`));
  expect(response.listenerCount('close')).toBe(listeners);
  return { sent, response, calls };
}

describe('onClosed', () => {
  test('runs all work once, in order, when the response is sent', async () => {
    const { response, calls } = await ask();
    expect(calls).toEqual([]);
    response.end('text');
    await expect.poll(() => calls).toEqual(['first true', 'second true']);
    response.emit('close');
    expect(calls).toHaveLength(2);
  });

  test('runs it when the client disconnects before', async () => {
    const { sent, calls } = await ask();
    sent.destroy();
    await expect.poll(() => calls).toEqual(['first false', 'second false']);
  });
});
