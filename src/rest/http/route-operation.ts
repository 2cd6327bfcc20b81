import type { FastifyRequest } from 'fastify';
import type { RestOperation } from '../operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation document of the route. */
    operation?: RestOperation;
    /** Requests of a route with `false` have no deadline, such as delivered jobs. */
    hasDeadline?: boolean;
  }
}

/** The operation of the request's route; undefined for an unknown route. */
export function routeOperation(request: FastifyRequest): RestOperation | undefined {
  return request.routeOptions.config.operation;
}
