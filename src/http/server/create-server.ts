import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { sendError } from '../../rest/http/error-response.ts';
import { REST_SERVER_OPTIONS } from '../../rest/http/server-options.ts';
import { createUnknownRouteHandler } from '../../rest/http/unknown-route.ts';
import { parseJsonBody } from '../../shared/http/json-body.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { proxyTrust } from './client-network.ts';
import { limitConnections } from './connections.ts';
import { drainUnreadBodies } from './drain.ts';
import { continueAdmittedRequests, rejectExhaustedAddresses } from '../gate/early-rejection.ts';
import { observeRequests, requestLogger } from './observe-requests.ts';
import { REQUEST_DEADLINE_MS, setRequestDeadlines } from './request-deadline.ts';
import { assertQueryDecodable } from './query-encoding.ts';
import { requestId } from './request-id.ts';
import { limitSlowBodies } from './slow-bodies.ts';
import { ExhaustedAddresses } from '../gate/exhausted-addresses.ts';
import { rejectUnreadableRequest } from './unreadable-request.ts';

/** Name of the request id in Fastify's log bindings. */
const ID_LABEL = 'reqId';

/** Maximum time to send the request headers, also for the first request of a connection, and the interval of that check. */
const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_INTERVAL_MS = 5_000;
/**
 * Longer than the keep-alive time of common proxies (60 s), so that no proxy sends a request on a connection that is
 * being closed.
 */
const KEEP_ALIVE_MS = 72_000;

/** How long running requests may take to finish after the server closes; then their connections are closed. */
const CLOSE_GRACE_MS = 5_000;

export interface ServerOptions {
  /** Number of proxies in front of the service. */
  proxies?: number;
  connections?: { total: number; perAddress: number };
  /** How long a body may arrive too slowly. */
  slowBodyMs?: number;
  headersTimeoutMs?: number;
  /** Deadline of a request whose operation has no longer one. */
  deadlineMs?: number;
  /** Gets every route. */
  exhausted?: ExhaustedAddresses;
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
    exhausted = new ExhaustedAddresses(log, proxies),
  }: ServerOptions = {},
): FastifyInstance {
  const server = createFastify(log, proxies, headersTimeoutMs);
  server.setErrorHandler((error, request, reply) => void sendError(request, reply, error));
  rejectExhaustedAddresses(server.server, exhausted);
  const answerUnknown = createUnknownRouteHandler(server);
  server.addHook('onRoute', ({ url, config }) => exhausted.addRoute(url, config ?? {}));
  limitConnections(server.server, {
    total: connections.total,
    perAddress: proxies > 0 ? undefined : connections.perAddress,
  });
  parseJsonOnly(server);
  observeRequests(server);
  setRequestDeadlines(server, deadlineMs);
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  drainUnreadBodies(server);
  limitSlowBodies(server, slowBodyMs);
  continueAdmittedRequests(server);
  server.addHook('onRequest', (request, reply, done) => {
    // Before a parser reads the body.
    if (request.is404) answerUnknown(request, reply);
    else done();
  });
  server.addHook('onRequest', (request, _reply, done) => {
    assertQueryDecodable(request.url);
    done();
  });
  closeConnectionsAtEnd(server);
  return server;
}

function createFastify(log: Logger, proxies: number, headersTimeoutMs: number): FastifyInstance {
  return fastify({
    ...REST_SERVER_OPTIONS,
    loggerInstance: log,
    trustProxy: proxies > 0 && proxyTrust(proxies),
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, { [ID_LABEL]: id }, _options, request) =>
      requestLogger(logger as Logger, request, String(id)),
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersTimeoutMs),
    },
    keepAliveTimeout: KEEP_ALIVE_MS,
    // `limitSlowBodies` limits the body instead, depending on the route.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection are still served, because the client cannot know that the server is
    // closing.
    return503OnClosing: false,
    genReqId: requestId,
    clientErrorHandler: rejectUnreadableRequest,
    // No hook runs for requests that the router itself rejects.
    frameworkErrors: (error, request, reply) => {
      sendError(request, reply.header('x-request-id', request.id), error);
    },
  }) as unknown as FastifyInstance;
}

/** Closes connections at the end of their requests: they would stay open and idle otherwise. */
function closeConnectionsAtEnd(server: FastifyInstance): void {
  let closing = false;
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
  server.addHook('preClose', async () => {
    closing = true;
    const cut = setTimeout(() => server.server.closeAllConnections(), CLOSE_GRACE_MS);
    server.server.once('close', () => clearTimeout(cut));
  });
}

/** Routes with other content types register their own parser. */
function parseJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, bytes: Buffer) => parseJsonBody(bytes),
  );
}
