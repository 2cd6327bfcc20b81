import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { sendError } from '../rest/http/error-answer.ts';
import { REST_SERVER_OPTIONS } from '../rest/http/server-options.ts';
import { unknownRoute } from '../rest/http/unknown-route.ts';
import { parseJsonBody } from '../shared/json-body.ts';
import type { Logger } from '../shared/logger.ts';
import { trustHops } from './client-network.ts';
import { limitConnections } from './connections.ts';
import { drainAnsweredBodies } from './drain.ts';
import { observeRequests, requestLogger } from './observe-requests.ts';
import { REQUEST_DEADLINE_MS, limitRequests } from './request-deadline.ts';
import { limitSlowBodies } from './slow-bodies.ts';
import { answerUnreadable } from './unreadable-request.ts';

/** A caller's own request id is taken over when it is harmless in a header and a log. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** What Fastify calls a request's id where it hands it to a logger. */
const ID_LABEL = 'reqId';

/** Longest time to send the head of a request, also the first one of a connection, and how often that is looked at. */
const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_INTERVAL_MS = 5_000;
/** Longer than the proxies in front keep connections for reuse (60 s is common), so that none sends on one that closes. */
const KEEP_ALIVE_MS = 72_000;

/** How long requests that run may take to finish once the server closes; then their connections are cut. */
const CLOSE_GRACE_MS = 5_000;

export interface ServerOptions {
  /** How many stand between the clients and the service. */
  proxies?: number;
  connections?: { total: number; perAddress: number };
  /** How long a body may come too slowly. */
  slowBodyMs?: number;
  headersTimeoutMs?: number;
  /** For the answer to a request whose operation has no longer deadline of its own. */
  deadlineMs?: number;
}

const CONNECTIONS = { total: 4_096, perAddress: 512 };
const SLOW_BODY_MS = 20_000;

export function createServer(
  log: Logger,
  {
    proxies = 0,
    connections = CONNECTIONS,
    slowBodyMs = SLOW_BODY_MS,
    headersTimeoutMs = HEADERS_TIMEOUT_MS,
    deadlineMs = REQUEST_DEADLINE_MS,
  }: ServerOptions = {},
): FastifyInstance {
  const server = fastify({
    ...REST_SERVER_OPTIONS,
    loggerInstance: log,
    trustProxy: proxies > 0 && trustHops(proxies),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, { [ID_LABEL]: id }, _options, request) =>
      requestLogger(logger as Logger, request, String(id)),
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeoutMs),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    // `limitSlowBodies` knows better which bodies may take long.
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
  const answerUnknown = unknownRoute(server);
  limitConnections(server.server, {
    total: connections.total,
    perAddress: proxies > 0 ? undefined : connections.perAddress,
  });
  parseJsonOnly(server);
  observeRequests(server);
  limitRequests(server, deadlineMs);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  drainAnsweredBodies(server);
  limitSlowBodies(server, slowBodyMs);
  server.addHook('onRequest', async (request, reply) => {
    // Before a parser reads the body.
    if (request.is404) return answerUnknown(request, reply);
    return undefined;
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

/** Routes that take something else say so themselves. */
function parseJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseJsonBody(text),
  );
}

function requestId(request: { headers: FastifyRequest['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}
