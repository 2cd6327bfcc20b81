import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseJsonBody } from '../input/json-body.ts';
import { refuseMediaType } from '../refusals.ts';
import { routeOperation } from './route-operation.ts';

/**
 * Bodies are JSON: `application/json`, `application/*+json`, or without a type. Anything else is 415.
 * A body that the operation does not take is read past, whatever it is.
 */
export function parseJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, async (request: FastifyRequest, text: string) =>
    wantsBody(request) ? parseJsonBody(text) : undefined,
  );
  scope.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, text: string) =>
    parseUntyped(request, text),
  );
}

const JSON_TYPE = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i;

function parseUntyped(request: FastifyRequest, text: string): unknown {
  if (!wantsBody(request) || text === '') return undefined;
  if (request.headers['content-type'] !== undefined) throw refuseMediaType();
  return parseJsonBody(text);
}

function wantsBody(request: FastifyRequest): boolean {
  return routeOperation(request)?.variables.some(({ source }) => source === 'body') ?? false;
}
