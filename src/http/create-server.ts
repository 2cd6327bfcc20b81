import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { REST_SERVER_OPTIONS } from '../rest/http/server-options.ts';
import type { Logger } from '../shared/logger.ts';

/** A caller's own request id is taken over when it is harmless in a header and a log. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Longest time to send a whole request, so that slow senders hold no connection for ever. */
const REQUEST_TIMEOUT_MS = 120_000;

export function createServer(log: Logger): FastifyInstance {
  const server = fastify({
    ...REST_SERVER_OPTIONS,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    genReqId: requestId,
  }) as unknown as FastifyInstance;
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // Without the query string: it may hold a caller's search text.
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
  return server;
}

function requestId(request: { headers: FastifyRequest['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}
