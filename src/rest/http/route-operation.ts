import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { RestOperation } from '../operation.ts';
import { FORM_TYPE } from './form.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation document behind the route. */
    operation?: RestOperation;
    /** Bodies of these content types may be on their way for as long as bytes keep coming. */
    longBody?: RegExp;
  }
}

export function configOf(operation: RestOperation): FastifyContextConfig {
  return operation.takesForm ? { operation, longBody: FORM_TYPE } : { operation };
}

/** The operation that the request was routed to; undefined for an unknown route. */
export function routeOperation(request: FastifyRequest): RestOperation | undefined {
  return request.routeOptions.config.operation;
}
