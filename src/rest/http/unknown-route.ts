import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../shared/errors.ts';
import type { RestOperation } from '../operation.ts';
import { sendError } from './error-answer.ts';

/** Answers a request that no route took: 405 (or OPTIONS: 204) with `Allow` where the path has other methods, else 404. */
export function unknownRoute(
  operations: readonly RestOperation[],
  prefix: string,
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const routes = operations.map(({ method, path }) => ({ method, pattern: pathPattern(prefix + path) }));
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return sendError(request, reply, new ServiceError('NOT_FOUND', 'Not found'));
    reply.header('allow', allowed(methods));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return sendError(request, reply, new ServiceError('METHOD_NOT_ALLOWED', 'Method not allowed'));
  };
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
}

function allowed(methods: readonly string[]): string {
  const implied = methods.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return METHODS.filter((method) => methods.includes(method) || implied.includes(method)).join(', ');
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
