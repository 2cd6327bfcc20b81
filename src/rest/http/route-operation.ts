import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { RestOperation } from '../operation.ts';
import { FORM_TYPE } from './form.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation document behind the route. */
    operation?: RestOperation;
    /** False: the request takes as long as it takes, as a delivered job does. */
    hasDeadline?: boolean;
  }
}

export function configOf(operation: RestOperation): FastifyContextConfig {
  return { operation, access: 'key', ...(operation.takesForm ? { longBody: FORM_TYPE } : {}) };
}

/** The operation that the request was routed to; undefined for an unknown route. */
export function routeOperation(request: FastifyRequest): RestOperation | undefined {
  return request.routeOptions.config.operation;
}
