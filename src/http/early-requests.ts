import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLongBody } from './request-body.ts';
import type { SpentBudgets } from './spent-budgets.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Clients that wait for `100 Continue` before they send their body. */
const awaitingContinue = new WeakSet<ServerResponse>();

/**
 * Puts `spent` before the request handler of the framework, and gives it the requests that wait for `100 Continue`,
 * which Node would otherwise answer itself.
 */
export function handleEarly(server: Server, spent: SpentBudgets): void {
  const handlers = server.listeners('request') as Handler[];
  const handle: Handler = (request, response) => {
    if (spent.reject(request, response)) return;
    for (const handler of handlers) handler(request, response);
  };
  server.removeAllListeners('request').on('request', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(response);
    handle(request, response);
  });
}

/**
 * Sends `100 Continue` only when the body is about to be read, so that a rejected client gets its response without
 * sending the body. Must be called before hooks that read.
 */
export function continueAdmitted(server: FastifyInstance): void {
  server.addHook('preParsing', async (request, reply) => {
    // Its parser rejects it by this header.
    const isTooLong = Number(request.headers['content-length'] ?? 0) > request.routeOptions.bodyLimit;
    if (awaitingContinue.delete(reply.raw) && (!isTooLong || isLongBody(request))) reply.raw.writeContinue();
  });
}
