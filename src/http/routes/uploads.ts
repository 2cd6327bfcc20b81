import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GrantRedeemer, RedeemedGrant } from '../../ports/file-storage.ts';
import { sendError } from '../../rest/http/error-response.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { RateLimits } from '../gate/rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    uploadGrant: RedeemedGrant | null;
  }
}

/** Stores the bytes of an upload grant. */
export interface UploadReceiver {
  receive(grant: RedeemedGrant, body: UploadBody): Promise<{ key: string; url: string }>;
}

export interface UploadBody {
  contentType: string;
  /** The length of the content; null if the client does not tell it. */
  length: number | null;
  content: Readable;
}

export const UPLOADS_PREFIX = '/uploads';

/**
 * Receives the bytes of upload grants that the service itself redeems: `PUT /uploads/<key>?<signature>`. The URL is the
 * only credential; invalid ones are limited like invalid keys.
 */
export function registerUploads(
  server: FastifyInstance,
  uploads: UploadReceiver,
  redeemer: GrantRedeemer,
  limits: RateLimits,
): void {
  server.decorateRequest('uploadGrant', null);
  const headers = { 'access-control-allow-methods': 'PUT, OPTIONS', 'access-control-allow-headers': 'content-type' };
  registerUploadScope(server, UPLOADS_PREFIX, headers, (scope) => {
    scope.options('/*', { config: { access: 'nothing' } }, async (_request, reply) => reply.code(204).send());
    scope.put('/*', {
      config: SIGNED_UPLOAD,
      onRequest: async (request, reply) => {
        request.uploadGrant = await redeemGrant(redeemer, limits, reply);
      },
      handler: async (request, reply) => {
        if (!request.uploadGrant) throw invalidUrl();
        const { headers: requestHeaders, raw } = request;
        const body = {
          contentType: requestHeaders['content-type'] ?? '',
          length: contentLength(request),
          content: raw,
        };
        const { key, url } = await uploads.receive(request.uploadGrant, body);
        return reply.header('cache-control', 'no-store').send({ success: true, data: { key, url } });
      },
    });
  });
}

/** The configuration of routes whose body the storage reads as a stream. */
export const SIGNED_UPLOAD = { access: 'signed url', longBody: /^/ } as const;

/** @param headers of every answer: web pages of any origin may upload with a URL that they were given */
export function registerUploadScope(
  server: FastifyInstance,
  prefix: string,
  headers: Record<string, string>,
  mount: (scope: FastifyInstance) => void,
): void {
  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.setErrorHandler((error, request, reply) => void sendError(request, reply, error));
      scope.addHook('onSend', async (_request, reply) => {
        reply.headers({ 'access-control-allow-origin': '*', 'access-control-max-age': '86400', ...headers });
      });
      mount(scope);
    },
    { prefix },
  );
}

/** @throws ServiceError 403, or 429 for an address that has sent many invalid signatures */
export async function redeemGrant(
  redeemer: GrantRedeemer,
  limits: RateLimits,
  reply: FastifyReply,
): Promise<RedeemedGrant> {
  const { request } = reply;
  const { '*': path } = request.params as { '*': string };
  const grant = redeemer.open(path, request.query as Record<string, unknown>);
  if (grant) return grant;
  await limits.countAddress('failed-signatures', reply);
  throw invalidUrl();
}

function invalidUrl(): ServiceError {
  return new ServiceError('FORBIDDEN', 'Upload URL is not valid. Request a new one.');
}

export function contentLength({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}
