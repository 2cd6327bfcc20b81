import type { FastifyInstance } from 'fastify';
import { sendError } from '../rest/http/error-answer.ts';
import { ServiceError } from '../shared/errors.ts';

/** For a part of the server where every path has the same methods: what no route took came with another one. */
export function refuseOtherMethods(scope: FastifyInstance, allow: string): void {
  scope.setNotFoundHandler((request, reply) =>
    sendError(request, reply.header('allow', allow), new ServiceError('METHOD_NOT_ALLOWED', 'Method not allowed')),
  );
}
