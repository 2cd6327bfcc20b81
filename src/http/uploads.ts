import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { UploadService } from '../features/asset/upload.service.ts';
import type { GrantRedeemer } from '../ports/file-storage.ts';
import { sendError } from '../rest/http/error-answer.ts';
import { ServiceError } from '../shared/errors.ts';

export const UPLOADS_PREFIX = '/uploads';

/**
 * Receives the bytes of upload grants that the service itself redeems: `PUT /uploads/<key>?<signature>`. The URL is the
 * only credential.
 */
export function registerUploads(server: FastifyInstance, uploads: UploadService, redeemer: GrantRedeemer): void {
  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // The storage reads the body as a stream.
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.setErrorHandler((error, request, reply) => sendError(request, reply, error));
      scope.addHook('onSend', async (_request, reply) => allowPages(reply));
      scope.options('/*', { config: { access: 'nothing' } }, async (_request, reply) => reply.code(204).send());
      scope.put('/*', { config: { access: 'signed url', longBody: /^/ } }, async (request, reply) => {
        const { key, url } = await uploads.receive(open(redeemer, request), sentBy(request));
        return reply.header('cache-control', 'no-store').send({ success: true, data: { key, url } });
      });
    },
    { prefix: UPLOADS_PREFIX },
  );
}

/** Web pages of any origin may upload with a URL that they were given. */
function allowPages(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'PUT, OPTIONS',
    'access-control-allow-headers': 'content-type',
    'access-control-max-age': '86400',
  });
}

function open(redeemer: GrantRedeemer, { params, query }: FastifyRequest) {
  const { '*': path } = params as { '*': string };
  const grant = redeemer.open(path, query as Record<string, unknown>);
  if (!grant) throw new ServiceError('FORBIDDEN', 'Upload URL is not valid. Request a new one.');
  return grant;
}

function sentBy({ headers, raw }: FastifyRequest) {
  const length = headers['content-length'];
  return {
    contentType: headers['content-type'] ?? '',
    length: length === undefined ? null : Number(length),
    content: raw,
  };
}
