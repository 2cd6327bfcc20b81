import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { sendError } from '../rest/http/error-answer.ts';
import { REST_SERVER_OPTIONS } from '../rest/http/server-options.ts';
import type { Logger } from '../shared/logger.ts';
import { trustHops } from './client-network.ts';
import { observeRequests, requestLogger } from './observe-requests.ts';
import { answerUnknownRoutes } from './unknown-route.ts';
import { answerUnreadable } from './unreadable-request.ts';

/** A caller's own request id is taken over when it is harmless in a header and a log. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** What Fastify calls a request's id where it hands it to a logger. */
const ID_LABEL = 'reqId';

/** Longest time to send the body of a request, so that slow senders hold no connection for ever; a file may take longer. */
const REQUEST_TIMEOUT_MS = 120_000;

/** How long requests that run may take to finish once the server closes; then their connections are cut. */
const CLOSE_GRACE_MS = 5_000;

/** @param proxies how many stand between the clients and the service */
export function createServer(log: Logger, proxies = 0): FastifyInstance {
  const server = fastify({
    ...REST_SERVER_OPTIONS,
    loggerInstance: log,
    trustProxy: proxies > 0 && trustHops(proxies),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, { [ID_LABEL]: id }, _options, request) =>
      requestLogger(logger as Logger, request, String(id)),
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // What arrives on a connection that is still open is served: its sender could not know.
    return503OnClosing: false,
    genReqId: requestId,
    clientErrorHandler: answerUnreadable,
    // No hook runs for what the router itself refuses.
    frameworkErrors: (error, request, reply) => {
      sendError(request, reply.header('x-request-id', request.id), error);
    },
  }) as unknown as FastifyInstance;
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  answerUnknownRoutes(server);
  observeRequests(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    const { longBody } = request.routeOptions.config;
    if (!longBody?.test(request.headers['content-type'] ?? '')) limitSending(request.raw);
  });
  let closing = false;
  // Else the connection of a request that was running would stay open, idle, until it is cut.
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  server.addHook('preClose', async () => {
    closing = true;
    const cut = setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS);
    server.server.once('close', () => clearTimeout(cut));
  });
  return server;
}

function limitSending(request: IncomingMessage): void {
  if (request.complete) return;
  const late = (): void => {
    const timeout = Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    answerUnreadable(timeout, request.socket);
  };
  const timer = setTimeout(late, REQUEST_TIMEOUT_MS).unref();
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}

function requestId(request: { headers: FastifyRequest['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}
