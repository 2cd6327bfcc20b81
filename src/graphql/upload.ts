import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { ServiceError, badRequest } from '../shared/errors.ts';
import { readForm } from '../shared/form.ts';
import { parseJsonBody } from '../shared/json-body.ts';
import { isPlainObject } from '../shared/plain-object.ts';
import { UploadedFile } from '../shared/uploaded-file.ts';

/** A file of a multipart request; the resolver gets a promise of it. */
export const Upload = new GraphQLScalarType<Promise<UploadedFile>, never>({
  name: 'Upload',
  description: 'A file in a multipart request, following the GraphQL multipart request specification.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  extensions: { jsonSchema: { type: 'string', format: 'binary' } },
  parseValue(value: unknown) {
    if (value instanceof UploadedFile) return Promise.resolve(value);
    throw new GraphQLError('must be a file of a multipart request');
  },
  parseLiteral() {
    throw new GraphQLError('must be a file of a multipart request');
  },
  serialize() {
    throw new GraphQLError('Upload is an input type only');
  },
});

export const FORM_TYPE = /^multipart\/form-data/i;

const MAX_FIELD_BYTES = 1024 * 1024;

/**
 * Accepts multipart requests for GraphQL. Because another website could make a browser send such a form with its
 * cookies, a header that forms cannot set is required, before the body is read.
 */
export async function readMultipart(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!FORM_TYPE.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    if (!PREFLIGHT_HEADERS.some((name) => request.headers[name])) {
      throw new ServiceError('BAD_REQUEST', 'A multipart request needs the header Apollo-Require-Preflight');
    }
    request.body = await readOperation(request.raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, code, status } = error;
    return reply.code(status).send({ errors: [{ message, extensions: { code } }] });
  }
}

const PREFLIGHT_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name'];

/**
 * The body of a request by the GraphQL multipart request specification, with its file in place of the null that `map`
 * names. A request has one file.
 */
async function readOperation(body: IncomingMessage): Promise<object> {
  const form = await readForm(body, { isFile: () => true, maxFieldBytes: MAX_FIELD_BYTES });
  const operations = parseField(form, 'operations');
  const entries = Object.entries(parseField(form, 'map'));
  const [[name, paths] = ['', null], ...others] = entries;
  const file = form[name];
  const [path, ...otherPaths]: unknown[] = Array.isArray(paths) ? paths : [];
  if (!(file instanceof UploadedFile)) throw badRequest('map', `map must name the file of the form, after both fields`);
  if (others.length > 0 || otherPaths.length > 0) throw badRequest('map', 'map must have one file with one path');
  place(operations, String(path), file);
  return operations;
}

function parseField(form: Readonly<Record<string, unknown>>, field: 'operations' | 'map'): Record<string, unknown> {
  const text = form[field];
  if (typeof text !== 'string') throw badRequest(field, `${field} is required, before the file`);
  const value = parseJsonBody(text);
  if (!isPlainObject(value)) throw badRequest(field, `${field} must be a JSON object`);
  return value;
}

/** @param path such as `variables.file` */
function place(operations: Record<string, unknown>, path: string, file: UploadedFile): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let value: unknown = operations;
  for (const name of names) value = ownOf(value, name);
  if (names[0] !== 'variables' || ownOf(value, last) !== null) {
    throw badRequest('map', 'The path of the file in map must be that of a null in variables');
  }
  (value as Record<string, unknown>)[last] = file;
}

function ownOf(value: unknown, name: string): unknown {
  const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isHolder ? (value as Record<string, unknown>)[name] : undefined;
}
