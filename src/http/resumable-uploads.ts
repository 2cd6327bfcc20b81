import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ResumableUploads } from '../features/asset/resumable-uploads.ts';
import type { GrantRedeemer, RedeemedGrant } from '../ports/file-storage.ts';
import { sendError } from '../rest/http/error-answer.ts';
import { ServiceError, badRequest } from '../shared/errors.ts';
import type { RateLimits } from './rate-limit.ts';
import { UPLOADS_PREFIX, redeemOrReject } from './uploads.ts';

const TUS_VERSION = '1.0.0';
const BODY_TYPE = 'application/offset+octet-stream';
const SIGNED = { access: 'signed url', longBody: /^/ } as const;

interface ResumableParts {
  uploads: ResumableUploads;
  redeemer: GrantRedeemer;
  limits: RateLimits;
}

/**
 * Uploads by the tus protocol 1.0 (core, expiration and termination): the URL comes from an upload grant, whose signature
 * is the only credential.
 */
export function registerResumableUploads(server: FastifyInstance, parts: ResumableParts): void {
  const { uploads } = parts;
  server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // The storage reads the body as a stream.
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.setErrorHandler((error, request, reply) => void sendError(request, reply, error));
      scope.addHook('onSend', async (_request, reply) => allowPages(reply));
      scope.options('/*', { config: { access: 'nothing' } }, async (_request, reply) =>
        reply.code(204).headers({ 'tus-version': TUS_VERSION, 'tus-extension': 'expiration,termination' }).send(),
      );
      scope.head('/*', { config: { access: 'signed url' } }, async (request, reply) => {
        const grant = await granted(parts, request, reply);
        const offset = await uploads.offset(grant);
        return describe(reply, request, offset).header('upload-length', String(grant.maxBytes)).send();
      });
      scope.patch('/*', { config: SIGNED }, async (request, reply) => {
        const grant = await granted(parts, request, reply);
        const offset = await uploads.append(grant, sentBy(request));
        return describe(reply, request, offset).code(204).send();
      });
      scope.delete('/*', { config: { access: 'signed url' } }, async (request, reply) => {
        await uploads.cancel(await granted(parts, request, reply));
        return reply.code(204).send();
      });
    },
    { prefix: `${UPLOADS_PREFIX}/resumable` },
  );
}

async function granted({ redeemer, limits }: ResumableParts, request: FastifyRequest, reply: FastifyReply) {
  const grant: RedeemedGrant = await redeemOrReject(redeemer, limits, request, reply);
  const version = request.headers['tus-resumable'];
  if (version !== undefined && version !== TUS_VERSION) {
    reply.header('tus-version', TUS_VERSION);
    throw new ServiceError('PRECONDITION_FAILED', `Tus-Resumable must be ${TUS_VERSION}`);
  }
  return grant;
}

/** Web pages of any origin may upload with a URL that they were given. */
function allowPages(reply: FastifyReply): void {
  reply.headers({
    'tus-resumable': TUS_VERSION,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'HEAD, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': 'content-type, tus-resumable, upload-offset',
    'access-control-expose-headers': 'tus-resumable, tus-version, upload-offset, upload-length, upload-expires',
    'access-control-max-age': '86400',
  });
}

function describe(reply: FastifyReply, request: FastifyRequest, offset: number): FastifyReply {
  const { expires } = request.query as { expires: string };
  return reply.headers({
    'cache-control': 'no-store',
    'upload-offset': String(offset),
    'upload-expires': new Date(Number(expires) * 1000).toUTCString(),
  });
}

function sentBy({ headers, raw }: FastifyRequest) {
  if (headers['content-type'] !== BODY_TYPE) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Content-Type must be ${BODY_TYPE}`);
  }
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    throw badRequest('Upload-Offset', 'Upload-Offset must be a whole number');
  }
  const length = headers['content-length'];
  return { offset: Number(offset), length: length === undefined ? null : Number(length), content: raw };
}
