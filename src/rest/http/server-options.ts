import type { FastifyServerOptions } from 'fastify';
import { sendError } from './error-response.ts';

/**
 * Server options that `registerRest` requires: URLs that the router rejects get the error envelope, and long ids reach
 * their operation, which answers 404.
 */
export const REST_SERVER_OPTIONS = {
  routerOptions: { maxParamLength: 1024 },
  frameworkErrors: (error, request, reply) => {
    sendError(request, reply, error);
  },
} satisfies FastifyServerOptions;
