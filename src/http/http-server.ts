import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isLongBody } from './request-body.ts';
import type { SpentBudgets } from './spent-budgets.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Clients that wait for `100 Continue` before they send their body. */
const awaitingContinue = new WeakSet<ServerResponse>();

/** Rejects what needs no more than its headers to be rejected; `handle` gets everything else. */
export function createHttpServer(
  options: ServerOptions & { keepAliveTimeout: number },
  handle: Handler,
  spent: SpentBudgets,
): Server {
  const serve: Handler = (request, response) => {
    if (!spent.reject(request, response)) handle(request, response);
  };
  return createServer(options, serve).on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(response);
    serve(request, response);
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
