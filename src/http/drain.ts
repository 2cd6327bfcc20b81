import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Maximum time and bytes of an unread body that are still read after the response. */
const LINGER_MS = 5_000;
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

/**
 * A client that is answered before it has sent its whole body only reads the response if sending does not fail. On
 * every route, the rest of the body is therefore read and discarded for a while before the connection is closed.
 */
export function drainAnsweredBodies(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (bringsBody(request)) drainAfter(request.raw, reply.raw);
  });
  server.addHook('onSend', async (request, reply) => {
    // Node closes the connection as soon as a response with `Connection: close` is sent, even if the client is still
    // sending.
    if (bringsBody(request) && !request.raw.complete) reply.removeHeader('connection');
  });
}

export function bringsBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function drainAfter(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    request.once('end', () => clearTimeout(cut));
    request.once('close', () => clearTimeout(cut));
    request.unpipe();
    let drained = 0;
    request.on('data', (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > MAX_DRAINED_BYTES) socket.destroy();
    });
    request.resume();
  });
}
