import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { closeServer, listenLocally } from '../../support/local-server.ts';

/** A server on loopback that records the connections to it. */
export interface Bystander {
  port: number;
  /** Connections so far, whether or not a request came over them. */
  connections: number;
  requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  close(): Promise<void>;
}

/** @param answer what it says; by default `{}` */
export async function startBystander(answer?: RequestListener, host = '127.0.0.1'): Promise<Bystander> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      bystander.requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (answer) answer(request, response);
      else response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.on('connection', () => {
    bystander.connections += 1;
  });
  const port = await listenLocally(server, host);
  const bystander: Bystander = {
    port,
    connections: 0,
    requests: [],
    async close() {
      await closeServer(server);
    },
  };
  return bystander;
}
