import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

/** Connections that send these bytes and then nothing more, all from one address. */
export async function openStalled(
  url: string,
  count: number,
  text: string,
  from = '127.0.0.9',
): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () =>
    connect({ host: hostname, port: Number(port), localAddress: from }),
  );
  for (const socket of sockets) socket.on('error', () => {}).resume();
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  for (const socket of sockets) socket.write(text);
  return sockets;
}

/** How many of them the service has not closed after so long. */
export async function stillOpen(sockets: readonly Socket[], withinMs: number): Promise<number> {
  const closed = sockets.map((socket) => (socket.closed ? Promise.resolve() : once(socket, 'close')));
  const timeout = new Promise((resolve) => void setTimeout(resolve, withinMs).unref());
  await Promise.race([Promise.all(closed), timeout]);
  const open = sockets.filter((socket) => !socket.closed);
  for (const socket of open) socket.destroy();
  return open.length;
}

/** A request's head, and the start of its body. */
export function unfinished(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}
