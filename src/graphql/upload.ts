import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, GraphQLScalarType } from 'graphql';
import { type FileUpload, Upload as PendingUpload, processRequest } from 'graphql-upload-minimal';
import { UploadedFile } from '../shared/uploaded-file.ts';

/** A file of a multipart request; the resolver gets a promise of it. */
export const Upload = new GraphQLScalarType<Promise<UploadedFile>, never>({
  name: 'Upload',
  description: 'A file in a multipart request, following the GraphQL multipart request specification.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  extensions: { jsonSchema: { type: 'string', format: 'binary' } },
  parseValue(value: unknown) {
    if (value instanceof UploadedFile) return Promise.resolve(value);
    if (value instanceof PendingUpload) return arriving(value);
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

const LIMITS = { maxFiles: 1, maxFieldSize: 1024 * 1024 };

/**
 * Accepts multipart requests for GraphQL. Because another website could make a browser send such a form with its
 * cookies, a header that forms cannot set is required, before the body is read.
 */
export function readMultipart(server: FastifyInstance): {
  preHandler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;
} {
  server.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
  return {
    async preHandler(request, reply) {
      if (!isForm(request)) return undefined;
      if (!PREFLIGHT_HEADERS.some((name) => request.headers[name])) return reject(reply, PREFLIGHT_MISSING);
      try {
        request.body = await processRequest(hearingAllErrors(request.raw), reply.raw, LIMITS);
      } catch (error) {
        return reject(reply, error instanceof Error ? error.message : 'Malformed form');
      }
      return undefined;
    },
  };
}

/**
 * `processRequest` listens to the first error of its parser and then destroys it, which reports that the form is incomplete
 * as well. That second error would be uncaught, and end the process.
 */
function hearingAllErrors(body: IncomingMessage): IncomingMessage {
  const pipe = body.pipe.bind(body);
  body.pipe = (parser, options) => pipe(parser, options).on('error', () => {});
  return body;
}

const PREFLIGHT_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name'];
const PREFLIGHT_MISSING = 'A multipart request needs the header Apollo-Require-Preflight';

/** Variables may be read more than once per request; a file only once. */
const files = new WeakMap<PendingUpload, Promise<UploadedFile>>();

function arriving(upload: PendingUpload): Promise<UploadedFile> {
  const known = files.get(upload);
  if (known) return known;
  const file = receive(upload);
  // A rejected operation never reads it.
  file.catch(() => {});
  files.set(upload, file);
  return file;
}

async function receive(upload: PendingUpload): Promise<UploadedFile> {
  const { promise } = upload as unknown as { promise: Promise<FileUpload> };
  const { filename, mimetype, createReadStream } = await promise;
  const content = createReadStream();
  content.on('error', () => {});
  return new UploadedFile(filename, mimetype, content);
}

function isForm(request: FastifyRequest): boolean {
  return FORM_TYPE.test(request.headers['content-type'] ?? '');
}

function reject(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });
}
