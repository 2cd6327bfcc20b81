import { once } from 'node:events';
import { type Server as HttpServer } from 'node:http';
import { type AddressInfo, type Server, createServer } from 'node:net';

/** Starts a server of the tests, on a free port unless one is given. Answers its port. */
export async function listenLocally(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return portOf(server);
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Ends open connections as well. */
export async function closeServer(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** A port for a server in a process of its own. @throws if a given one is in use */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer();
  const port = await listenLocally(probe, '127.0.0.1', wanted);
  probe.close();
  await once(probe, 'close');
  return port;
}
