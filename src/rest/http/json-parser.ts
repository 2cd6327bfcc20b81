import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFile } from '../input/variables.ts';
import { readForm } from '../../shared/http/multipart-form.ts';
import { parseJsonBody } from '../../shared/http/json-body.ts';
import { unsupportedMediaType } from '../../shared/http/request-errors.ts';
import { FORM_TYPE } from './form.ts';
import { routeOperation } from './route-operation.ts';

/**
 * Parses JSON bodies: `application/json`, `application/*+json`, or without a type; and multipart forms of operations
 * that accept them. Any other type is a 415. An unexpected body is read and discarded.
 */
export function parseJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addHook('onRequest', (request, _reply, done) => {
    // Otherwise Fastify answers 415 for an unknown type of a body that is not used.
    if (!takesBody(request)) delete request.raw.headers['content-type'];
    done();
  });
  scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    hasJsonBody(request) ? parseJsonBody(bytes) : undefined,
  );
  scope.addContentTypeParser(FORM_TYPE, parseForm);
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, parseUntyped);
}

/** A form for an operation without form support is read and discarded, like any other body. */
async function parseForm(request: FastifyRequest, payload: IncomingMessage): Promise<unknown> {
  const operation = routeOperation(request);
  if (operation?.takesForm) {
    const files = operation.variables.filter(({ type }) => isFile(type));
    return readForm(payload, { isFile: (name) => files.some((file) => file.name === name) });
  }
  payload.resume();
  if (hasJsonBody(request)) throw unsupportedMediaType();
  return undefined;
}

const JSON_TYPE = /^application\/(json|[\w.-]+\+json)\s*(;|$)/i;

async function parseUntyped(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  if (!hasJsonBody(request) || bytes.length === 0) return undefined;
  if (request.headers['content-type'] !== undefined) throw unsupportedMediaType();
  return parseJsonBody(bytes);
}

function takesBody(request: FastifyRequest): boolean {
  return hasJsonBody(request) || routeOperation(request)?.takesForm === true;
}

function hasJsonBody(request: FastifyRequest): boolean {
  return routeOperation(request)?.variables.some(({ source }) => source === 'body') ?? false;
}
