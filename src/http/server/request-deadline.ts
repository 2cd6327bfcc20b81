import type { FastifyInstance, FastifyReply } from 'fastify';
import { Deadline, currentDeadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { currentContext } from '../../shared/async-context.ts';
import { hasBody } from './request-body.ts';
import { onClosed } from './response-closed.ts';

export const REQUEST_DEADLINE_MS = 30_000;
/** The deadline while a body arrives; `limitSlowBodies` limits slow bodies. */
const BODY_DEADLINE_MS = 3_600_000;
/** Time between the deadline and the response for work that ignores the signal. */
const LATE_MS = 1_000;

/**
 * Gives every request a deadline and answers 503 when it passes. Its signal ends SQL statements, model calls and
 * outbound calls; other work continues without a response.
 */
export function setRequestDeadlines(server: FastifyInstance, milliseconds: number): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.hasDeadline === false) return done();
    const unit = currentContext();
    if (!unit) throw new Error('`observeRequests` must be registered before');
    const deadline = new Deadline(milliseconds, (reason) => rejectLateRequest(reply, reason));
    onClosed(reply.raw, ({ writableFinished }) => {
      if (writableFinished) deadline.clear();
      else deadline.abort(new ServiceError('BAD_REQUEST', 'The caller has disconnected'));
    });
    unit.deadline = deadline;
    return done();
  });
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    // Of a request without a body, nothing arrives later.
    if (hasBody(request)) currentDeadline()?.restart(BODY_DEADLINE_MS);
    done();
  });
  server.addHook('preHandler', (request, reply, done) => {
    const { raw } = request;
    const deadline = currentDeadline();
    // The body is read by the parser, or by the handler as a stream.
    if (raw.complete || !hasBody(request)) deadline?.restart(milliseconds);
    else raw.once('end', () => void (reply.sent || deadline?.restart(milliseconds)));
    done();
  });
}

function rejectLateRequest(reply: FastifyReply, reason: unknown): void {
  if (reply.raw.destroyed) return;
  setTimeout(() => {
    // Sent by the error handler of the route, so that the error has the format of the route.
    if (!reply.sent && !reply.raw.headersSent && !reply.raw.destroyed) reply.send(reason);
  }, LATE_MS).unref();
}
