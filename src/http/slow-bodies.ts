import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { bringsBody } from './drain.ts';
import { answerUnreadable } from './unreadable-request.ts';

/** A body that stays below it for a whole window is given up, so that slow senders hold no connection for ever. */
const MIN_BYTES_PER_SECOND = 1_000;
/** Longest time to send a body that is held in memory, and one that is handled as it arrives. */
const MAX_BODY_MS = 120_000;
const MAX_LONG_BODY_MS = 2 * 3_600_000;

/** Gives up bodies that come too slowly, on every route: answers 408 where nothing is answered yet, and hangs up. */
export function limitSlowBodies(server: FastifyInstance, windowMs: number): void {
  server.addHook('onRequest', async (request, reply) => {
    if (!bringsBody(request)) return;
    const isLong = request.routeOptions.config.longBody?.test(request.headers['content-type'] ?? '') ?? false;
    watch(request.raw, reply.raw, { windowMs, maxMs: isLong ? MAX_LONG_BODY_MS : MAX_BODY_MS });
  });
}

function watch(
  request: IncomingMessage,
  response: ServerResponse,
  { windowMs, maxMs }: { windowMs: number; maxMs: number },
): void {
  const { socket } = request;
  const minBytes = (windowMs / 1_000) * MIN_BYTES_PER_SECOND;
  let received = socket.bytesRead;
  let elapsedMs = 0;
  const timer = setInterval(() => {
    const bytes = socket.bytesRead - received;
    received = socket.bytesRead;
    elapsedMs += windowMs;
    if (request.complete) return clearInterval(timer);
    // What waits in the buffer waits for the service: then the sender cannot go on.
    const isSlow = bytes < minBytes && request.readableLength === 0;
    if (!isSlow && elapsedMs < maxMs) return undefined;
    clearInterval(timer);
    return answerUnreadable(
      Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );
  }, windowMs).unref();
  const stop = (): void => clearInterval(timer);
  request.once('end', stop);
  request.once('close', stop);
  // What comes after the answer is drained, with limits of its own.
  response.once('finish', stop);
}
