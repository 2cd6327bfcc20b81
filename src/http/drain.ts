import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long, and how many bytes, of a body that nobody wants any more may still come in after the answer. */
const LINGER_MS = 5_000;
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;

/**
 * A client that is answered before it has sent everything reads the answer only if its sending does not fail: on every
 * route the rest of the body is discarded for a while, then the connection is cut.
 */
export function drainAnsweredBodies(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    if (bringsBody(request)) drainAfter(request.raw, reply.raw);
  });
  server.addHook('onSend', async (request, reply) => {
    // Node hangs up as soon as an answer with `Connection: close` is out, whatever is still being sent.
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
