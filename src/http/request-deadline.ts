import type { FastifyInstance, FastifyReply } from 'fastify';
import { Deadline, currentDeadline, withDeadline } from '../shared/deadline.ts';
import { ServiceError } from '../shared/errors.ts';

export const REQUEST_DEADLINE_MS = 30_000;
/** While a body arrives, and for requests that read a file from it; how slowly it may arrive, others decide. */
const BODY_DEADLINE_MS = 3_600_000;
/** From the deadline to the answer that is sent for work that does not end by itself. */
const LATE_MS = 1_000;

/**
 * Gives every request a deadline, and answers 503 at its end. Statements, calls to models and calls out of the service end
 * by its signal; what ignores the signal goes on without anybody waiting for it.
 */
export function limitRequests(server: FastifyInstance, milliseconds: number): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.hasDeadline === false) return done();
    const deadline = new Deadline(milliseconds);
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) deadline.clear();
      else deadline.abort(new ServiceError('BAD_REQUEST', 'The caller has gone'));
    });
    deadline.signal.addEventListener('abort', () => answerLate(reply, deadline.signal.reason), { once: true });
    return withDeadline(deadline, done);
  });
  server.addHook('preParsing', async () => currentDeadline()?.restart(BODY_DEADLINE_MS));
  server.addHook('preHandler', async (request) => {
    // Read by the parser, or by the handler as it comes.
    if (request.raw.complete) currentDeadline()?.restart(milliseconds);
  });
}

function answerLate(reply: FastifyReply, reason: unknown): void {
  if (reply.raw.destroyed) return;
  setTimeout(() => {
    // By the error handler of its route, so that it looks like any other error there.
    if (!reply.sent && !reply.raw.headersSent && !reply.raw.destroyed) reply.send(reason);
  }, LATE_MS).unref();
}
