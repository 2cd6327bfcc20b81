import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody } from './request-body.ts';

/** Maximum time and bytes of an unread body that are still read after the response. */
export interface DrainLimits {
  lingerMs: number;
  maxBytes: number;
}

const DRAIN: DrainLimits = { lingerMs: 5_000, maxBytes: 32 * 1024 * 1024 };
const CHECK_MS = 50;
/** The reads of all connections together, each of 64 to 128 kB: about 100 MB/s, which other requests do not notice. */
const READS_PER_TURN = 2;
const TURN_MS = 1;
/** The limits of an address that is over its rate limit. */
export const SMALL_DRAIN: DrainLimits = { lingerMs: 1_000, maxBytes: 256 * 1024 };

/**
 * A client that is answered before it has sent its whole body only reads the response if sending does not fail. On
 * every route, the rest of the body is therefore read and discarded for a while before the connection is closed.
 */
export function drainUnreadBodies(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) drainBody(request.raw, reply.raw, DRAIN);
    done();
  });
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (hasBody(request) && !request.raw.complete) {
      reply.removeHeader('connection');
      keepConnection(reply.raw);
    }
    done();
  });
}

/**
 * Node closes a connection that ends with a response as soon as the response is sent, even if the client is still
 * sending. To be called before the headers are written; `drainBody` closes the connection.
 */
export function keepConnection(response: ServerResponse): void {
  response.removeHeader('connection');
  response.shouldKeepAlive = true;
}

/** Drains the body; callers use it before `keepConnection`. */
export function drainBody(
  request: IncomingMessage,
  response: ServerResponse,
  { lingerMs, maxBytes }: DrainLimits,
): void {
  const isLast = !response.shouldKeepAlive;
  // Before Node's own listener, which lets the rest of a body that is not being read pass as fast as it comes: up to 2 MB of
  // each connection then, before the next request of any caller is read.
  response.prependOnceListener('finish', () => {
    if (request.complete) return;
    request.unpipe();
    // All that is buffered: a part of it would not count as reading while the buffer is full.
    request.read();
  });
  response.once('finish', () => {
    const { socket } = request;
    const end = (): void => {
      if (isLast) socket.destroySoon();
    };
    if (request.complete) return end();
    const [until, from] = [Date.now() + lingerMs, socket.bytesRead];
    // Node emits no data of a body before it is read.
    const check = setInterval(() => {
      // Not by events of the request: one that was closed before emits no more.
      if (request.complete || socket.destroyed) {
        clearInterval(check);
        end();
      } else if (Date.now() > until || socket.bytesRead - from > maxBytes) socket.destroy();
    }, CHECK_MS).unref();
    request.unpipe();
    request.on('data', () => {
      request.pause();
      waitForTurn(request);
    });
    request.resume();
  });
}

const waiting = new Set<IncomingMessage>();

function waitForTurn(request: IncomingMessage): void {
  if (waiting.size === 0) setTimeout(takeTurn, TURN_MS).unref();
  waiting.add(request);
}

function takeTurn(): void {
  let reads = 0;
  for (const request of waiting) {
    waiting.delete(request);
    request.resume();
    if (++reads === READS_PER_TURN) break;
  }
  if (waiting.size > 0) setTimeout(takeTurn, TURN_MS).unref();
}
