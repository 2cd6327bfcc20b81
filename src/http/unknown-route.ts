import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../rest/http/error-answer.ts';
import { ServiceError } from '../shared/errors.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answers what no route took: 405 with `Allow` where the path has other methods, else 404. Below the REST prefix, REST answers itself. */
export function answerUnknownRoutes(server: FastifyInstance): void {
  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.split('?', 1)[0] ?? '';
    const methods = METHODS.filter((method) => server.hasRoute({ url, method }));
    if (methods.length === 0) return sendError(request, reply, new ServiceError('NOT_FOUND', 'Not found'));
    reply.header('allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return sendError(request, reply, new ServiceError('METHOD_NOT_ALLOWED', 'Method not allowed'));
  });
}
