import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody, isStreamedBody } from './request-body.ts';
import { rejectUnreadableRequest } from './unreadable-request.ts';

/** A body that arrives more slowly during a whole window is rejected, so that slow clients cannot keep connections open. */
const MIN_BYTES_PER_SECOND = 1_000;
/** Maximum time to send a buffered body and a streamed one. */
const MAX_BODY_MS = 120_000;
const MAX_LONG_BODY_MS = 2 * 3_600_000;

/** Rejects slow bodies on every route: answers 408 if there is no response yet, and closes the connection. */
export function limitSlowBodies(server: FastifyInstance, windowMs: number): void {
  server.addHook('onRequest', (request, reply, done) => {
    const maxMs = isStreamedBody(request) ? MAX_LONG_BODY_MS : MAX_BODY_MS;
    if (hasBody(request)) watch(request.raw, reply.raw, { windowMs, maxMs });
    done();
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
    // Bytes in the buffer are waiting for the service, so the client cannot send more.
    const isSlow = bytes < minBytes && request.readableLength === 0;
    if (!isSlow && elapsedMs < maxMs) return undefined;
    clearInterval(timer);
    return rejectUnreadableRequest(
      Object.assign(new Error('The request body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );
  }, windowMs).unref();
  const stop = (): void => clearInterval(timer);
  request.once('end', stop);
  request.once('close', stop);
  // A body that arrives after the response is limited by drain.ts.
  response.once('finish', stop);
}
