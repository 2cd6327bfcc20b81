import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isStreamedBody } from '../server/request-body.ts';
import type { ExhaustedAddresses } from './exhausted-addresses.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Clients that wait for `100 Continue` before they send their body. */
const awaitingContinue = new WeakSet<ServerResponse>();

/**
 * Puts `exhausted` before the request handler of the framework, and gives it the requests that wait for `100 Continue`,
 * which Node would otherwise answer itself.
 */
export function rejectExhaustedAddresses(server: Server, exhausted: ExhaustedAddresses): void {
  const handlers = server.listeners('request') as Handler[];
  const handle: Handler = (request, response) => {
    if (exhausted.reject(request, response)) return;
    for (const handler of handlers) handler(request, response);
  };
  server.removeAllListeners('request').on('request', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(response);
    handle(request, response);
  });
}

/**
 * Sends `100 Continue` only to admitted clients, so that a rejected one gets its response without sending the body. Must
 * be called before hooks that read. Without it, Node closes the connection with the response.
 */
export function continueAdmittedRequests(server: FastifyInstance): void {
  server.addHook('preParsing', (request, reply, _payload, done) => {
    if (awaitingContinue.delete(reply.raw) && !isRejectedByLength(request)) reply.raw.writeContinue();
    done();
  });
}

/** Tells whether the parser of its body rejects the request. A GET has no parser: its body is discarded. */
function isRejectedByLength(request: FastifyRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || isStreamedBody(request)) return false;
  return Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit;
}
