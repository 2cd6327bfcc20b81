import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeliverySender, JobQueue } from '../../ports/job-queue.ts';
import { ServiceError } from '../../shared/errors.ts';

const MAX_BODY_BYTES = 1024;

/** Runs the jobs that an external queue delivers. */
export interface JobDeliveries {
  /** Resolves with null when the job needs no further delivery, otherwise with the seconds until the next one. */
  deliver(jobId: string, turn: string | null): Promise<number | null>;
  sweep(): Promise<{ requeued: number; dispatched: number }>;
}

/**
 * Endpoints for an external queue, authenticated by the OIDC token of its service account. `POST
 * /internal/jobs/:id?turn=` runs a job and answers 204, or 503 if the job is still waiting and must be delivered again.
 * `POST /internal/sweep`, to be called every minute, answers `{"requeued": 0, "dispatched": 0}`.
 */
export function registerInternalJobs(server: FastifyInstance, deliveries: JobDeliveries, sender: DeliverySender): void {
  server.register(
    async (scope) => {
      scope.addHook('onRequest', (request) => sender.verify(bearerToken(request)));
      ignoreBodies(scope);
      const config = { access: 'service token', hasDeadline: false } as const;
      scope.post<Delivery>('/jobs/:id', { config }, async ({ params, query }, reply) => {
        const turn = typeof query.turn === 'string' ? query.turn : null;
        return answer(reply, await deliveries.deliver(params.id, turn));
      });
      scope.post('/sweep', { config: { access: 'service token' } }, () => deliveries.sweep());
    },
    { prefix: '/internal' },
  );
}

/**
 * Responses of writes wait until their jobs are dispatched, because an instance that only gets CPU during requests
 * could not dispatch them later.
 */
export function awaitDispatchedJobs(server: FastifyInstance, queue: JobQueue): void {
  server.addHook('onSend', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS') await queue.drain();
  });
}

interface Delivery {
  Params: { id: string };
  Querystring: { turn?: unknown };
}

function answer(reply: FastifyReply, comeAgainSeconds: number | null): FastifyReply {
  if (comeAgainSeconds === null) return reply.code(204).send();
  return reply
    .code(503)
    .header('retry-after', String(comeAgainSeconds))
    .send({ success: false, error: 'The job is still waiting' });
}

function bearerToken({ headers: { authorization } }: FastifyRequest): string {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new ServiceError('UNAUTHENTICATED', 'Unauthorized');
  return token;
}

/** The URL contains everything. */
function ignoreBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
    done(null),
  );
}
