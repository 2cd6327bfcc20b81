import type { FastifyRequest } from 'fastify';

export function hasBody({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Tells whether the body of a request is streamed, not buffered. */
export function isStreamedBody(request: FastifyRequest): boolean {
  return request.routeOptions.config.longBody?.test(request.headers['content-type'] ?? '') ?? false;
}
