import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { createServer } from '../../src/http/server/create-server.ts';
import { createLogger } from '../../src/shared/log/logger.ts';

const PER_ADDRESS = 3;

let stop: () => Promise<void>;
afterEach(() => stop());

async function start(proxies: number): Promise<() => Promise<Socket>> {
  const server = createServer(createLogger('silent'), { proxies, connections: { total: 6, perAddress: PER_ADDRESS } });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  stop = async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  };
  return async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET /nothing HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  return (await text(socket)).split('\r\n', 1)[0] ?? '';
}

test('connections of one address are limited: the next is answered with 503, and accepted after one has ended', async () => {
  const open = await start(0);
  const held = [await open(), await open(), await open()];
  const refused = await open();
  expect(await text(refused)).toMatch(/^HTTP\/1\.1 503 [^]*Retry-After: 5[^]*Too many connections from this address/);
  held[0]?.destroy();
  await expect.poll(async () => ask(await open())).toBe('HTTP/1.1 404 Not Found');
});

test('behind a proxy only the total of connections is limited', async () => {
  const open = await start(1);
  for (let n = 0; n < 5; n++) await open();
  expect(await ask(await open())).toBe('HTTP/1.1 404 Not Found');
});
