import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GrantRedeemer, RedeemedGrant } from '../../ports/file-storage.ts';
import { ServiceError, badRequest } from '../../shared/errors.ts';
import type { RateLimits } from '../gate/rate-limit.ts';
import { SIGNED_UPLOAD, UPLOADS_PREFIX, contentLength, redeemGrant, registerUploadScope } from './uploads.ts';

const TUS_VERSION = '1.0.0';
const BODY_TYPE = 'application/offset+octet-stream';

/** Uploads in parts. Each call resolves with the number of bytes that have arrived. */
export interface ResumableUploads {
  offset(grant: RedeemedGrant): Promise<number>;
  append(grant: RedeemedGrant, part: UploadPart): Promise<number>;
  cancel(grant: RedeemedGrant): Promise<void>;
}

export interface UploadPart {
  offset: number;
  /** The length of the content; null if the client does not tell it. */
  length: number | null;
  content: Readable;
}

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
  registerUploadScope(server, `${UPLOADS_PREFIX}/resumable`, HEADERS, (scope) => {
    scope.options('/*', { config: { access: 'nothing' } }, async (_request, reply) =>
      reply.code(204).headers({ 'tus-version': TUS_VERSION, 'tus-extension': 'expiration,termination' }).send(),
    );
    scope.head('/*', { config: { access: 'signed url' } }, async (_request, reply) => {
      const grant = await redeemUpload(parts, reply);
      const offset = await uploads.offset(grant);
      return describe(reply, offset).header('upload-length', String(grant.maxBytes)).send();
    });
    scope.patch('/*', { config: SIGNED_UPLOAD }, async (request, reply) => {
      const grant = await redeemUpload(parts, reply);
      const offset = await uploads.append(grant, readPart(request));
      return describe(reply, offset).code(204).send();
    });
    scope.delete('/*', { config: { access: 'signed url' } }, async (_request, reply) => {
      await uploads.cancel(await redeemUpload(parts, reply));
      return reply.code(204).send();
    });
  });
}

const HEADERS = {
  'tus-resumable': TUS_VERSION,
  'access-control-allow-methods': 'HEAD, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'content-type, tus-resumable, upload-offset',
  'access-control-expose-headers': 'tus-resumable, tus-version, upload-offset, upload-length, upload-expires',
};

async function redeemUpload({ redeemer, limits }: ResumableParts, reply: FastifyReply) {
  const grant: RedeemedGrant = await redeemGrant(redeemer, limits, reply);
  const version = reply.request.headers['tus-resumable'];
  if (version !== undefined && version !== TUS_VERSION) {
    reply.header('tus-version', TUS_VERSION);
    throw new ServiceError('PRECONDITION_FAILED', `Tus-Resumable must be ${TUS_VERSION}`);
  }
  return grant;
}

function describe(reply: FastifyReply, offset: number): FastifyReply {
  const { expires } = reply.request.query as { expires: string };
  return reply.headers({
    'cache-control': 'no-store',
    'upload-offset': String(offset),
    'upload-expires': new Date(Number(expires) * 1000).toUTCString(),
  });
}

function readPart(request: FastifyRequest): UploadPart {
  const { headers, raw } = request;
  if (headers['content-type'] !== BODY_TYPE) {
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', `Content-Type must be ${BODY_TYPE}`);
  }
  const offset = headers['upload-offset'];
  if (typeof offset !== 'string' || !/^\d{1,15}$/.test(offset)) {
    throw badRequest('Upload-Offset', 'Upload-Offset must be a whole number');
  }
  return { offset: Number(offset), length: contentLength(request), content: raw };
}
