import type { FastifyInstance, FastifyReply } from 'fastify';
import { Deadline, currentDeadline, withDeadline } from '../shared/deadline.ts';
import { ServiceError } from '../shared/errors.ts';

export const REQUEST_DEADLINE_MS = 30_000;
/** While a body arrives; `limitSlowBodies` limits slow bodies. */
const BODY_DEADLINE_MS = 3_600_000;
/** Time between the deadline and the response for work that ignores the signal. */
const LATE_MS = 1_000;

/**
 * Gives every request a deadline and answers 503 when it passes. Its signal ends SQL statements, model calls and
 * outbound calls; other work continues without a response.
 */
export function limitRequests(server: FastifyInstance, milliseconds: number): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.hasDeadline === false) return done();
    const deadline = new Deadline(milliseconds);
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) deadline.clear();
      else deadline.abort(new ServiceError('BAD_REQUEST', 'The caller has disconnected'));
    });
    deadline.signal.addEventListener('abort', () => answerLate(reply, deadline.signal.reason), { once: true });
    return withDeadline(deadline, done);
  });
  server.addHook('preParsing', async () => currentDeadline()?.restart(BODY_DEADLINE_MS));
  server.addHook('preHandler', async ({ raw }, reply) => {
    const deadline = currentDeadline();
    // The body is read by the parser, or by the handler as a stream.
    if (raw.complete) deadline?.restart(milliseconds);
    else raw.once('end', () => void (reply.sent || deadline?.restart(milliseconds)));
  });
}

function answerLate(reply: FastifyReply, reason: unknown): void {
  if (reply.raw.destroyed) return;
  setTimeout(() => {
    // Sent by the error handler of the route, so that the error has the format of the route.
    if (!reply.sent && !reply.raw.headersSent && !reply.raw.destroyed) reply.send(reason);
  }, LATE_MS).unref();
}
