import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long what nobody wants any more may still come in after the answer. */
const LINGER_MS = 5_000;

/**
 * A caller that is answered before it has sent everything reads the answer only if its sending does not fail: the rest is
 * read past for a while, then the connection is cut.
 */
export function drainAfter(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    request.once('end', () => clearTimeout(cut));
    request.once('close', () => clearTimeout(cut));
    request.unpipe();
    request.resume();
  });
}
