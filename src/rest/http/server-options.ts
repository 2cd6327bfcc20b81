import type { FastifyServerOptions } from 'fastify';
import { sendError } from './error-answer.ts';

/**
 * What the server below `registerRest` must be made with: URLs that the router itself refuses then also get the error
 * envelope, and an id of any sensible length reaches its operation, which knows best that it is unknown.
 */
export const REST_SERVER_OPTIONS = {
  routerOptions: { maxParamLength: 1024 },
  frameworkErrors: (error, request, reply) => {
    sendError(request, reply, error);
  },
} satisfies FastifyServerOptions;
