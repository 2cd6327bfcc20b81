import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { processRequest } from 'graphql-upload-minimal';
import { ServiceError } from '../../shared/errors.ts';
import { MultipartFiles } from './multipart-files.ts';
import { MAX_FIELD_BYTES, MAX_FILES, MultipartBody, readPath } from './multipart-body.ts';

export const FORM_TYPE = /^multipart\/form-data/i;

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
    request.body = await readOperation(new MultipartBody(request.raw), reply.raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { message, code, status } = error;
    return reply.code(status).send({ errors: [{ message, extensions: { code } }] });
  }
}

const PREFLIGHT_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name'];

/** The operation of a form by the GraphQL multipart request specification, with its files where `map` has their paths. */
async function readOperation(form: MultipartBody, response: ServerResponse): Promise<unknown> {
  const limits = { maxFieldSize: MAX_FIELD_BYTES, maxFiles: MAX_FILES };
  const uploads = await processRequest(form as unknown as IncomingMessage, response, limits).catch((error: unknown) => {
    throw form.toServiceError(error);
  });
  if (form.violation) throw form.violation;
  const files = new MultipartFiles(form);
  response.once('close', () => void files.close());
  for (const path of form.paths) {
    const index = path.lastIndexOf('.');
    const holder = readPath(form.operations, path.slice(0, index)) as Record<string, unknown>;
    holder[path.slice(index + 1)] = files.add(readPath(uploads, path));
  }
  return form.operations;
}
