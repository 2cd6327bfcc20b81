import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers that a page of another origin may send: none of a signed-in user, because such a caller needs a key. */
const HEADERS = [
  'authorization',
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'x-svc-admin-key',
  'x-svc-api-key',
  'x-svc-preview',
  'x-svc-preview-token',
];

/**
 * Lets pages without an origin, as the one at `/graphql` is, read responses. Browsers send no cookies with such requests, and
 * the service would ignore them.
 */
export async function allowOpaqueOrigin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('vary', 'origin');
  if (request.headers.origin === 'null') reply.header('access-control-allow-origin', 'null');
}

/** Responds to OPTIONS with the methods, and to a preflight of such a page with the headers that it may send. */
export async function sendPreflight(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(204).header('allow', 'GET, HEAD, POST, OPTIONS');
  if (request.headers.origin === 'null') {
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': HEADERS.join(', '),
      'access-control-max-age': '600',
    });
  }
  return reply.send();
}
