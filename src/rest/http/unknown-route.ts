import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../shared/errors.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import { sendError } from './error-response.ts';

export type HandleUnknownRoute = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Answers a request without a route: 405 (or OPTIONS: 204) with `Allow` if the path has other methods, otherwise 404.
 * Knows the routes that are registered after it.
 */
export function createUnknownRouteHandler(server: FastifyInstance): HandleUnknownRoute {
  const exact = new Map<string, Set<string>>();
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method }) => {
    const methods = /[:*]/.test(url)
      ? getOrAdd(patterns, url, () => ({ pattern: pathPattern(url), methods: new Set<string>() })).methods
      : getOrAdd(exact, url, () => new Set());
    for (const one of [method].flat()) methods.add(one);
  });
  const listMethods = (path: string): Set<string> =>
    exact.get(path) ??
    new Set([...patterns.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : [])));
  return (request, reply) => {
    const methods = listMethods(request.url.split('?', 1)[0] ?? '');
    if (methods.size === 0) return sendError(request, reply, new ServiceError('NOT_FOUND', 'Not found'));
    reply.header('allow', METHODS.filter((method) => method === 'OPTIONS' || methods.has(method)).join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return sendError(request, reply, new ServiceError('METHOD_NOT_ALLOWED', 'Method not allowed'));
  };
}

/** `:name` is one segment, `*` the rest. */
function pathPattern(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`);
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
