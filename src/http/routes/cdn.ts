import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../../rest/http/error-response.ts';
import { matchesTag } from '../../shared/http/entity-tag.ts';
import { ServiceError } from '../../shared/errors.ts';
import { type ByteRange, parseRange } from './byte-range.ts';
import { clientNetwork } from '../server/client-network.ts';
import { disconnectSignal } from '../server/response-closed.ts';

export const CDN_PREFIX = '/cdn';

/** Finds the bytes of files by their keys. */
export interface FileDeliveries {
  /** @param query of the URL: parameters of an image, and a signature */
  deliver(
    key: string,
    query: Readonly<Record<string, unknown>>,
    caller: { address: string; signal: AbortSignal },
  ): Promise<FileDelivery>;
}

/** A response with bytes of a file. */
export interface FileDelivery {
  /** Entity tag: the content of a key never changes. */
  tag: string;
  contentType: string;
  fileName: string;
  size: number;
  /** Seconds for which the URL's signature is valid; null for a public file without signature. */
  signedSeconds: number | null;
  /** Opens the content from `start` to `end` (inclusive). */
  open(range?: { start: number; end: number }): Promise<Readable>;
}

/** Retry-After for a busy image transformer. */
const RETRY_SECONDS = 5;

/** Content types that browsers display inline; all others, including HTML, are downloaded. */
const INLINE_TYPES = /^(image|audio|video)\/|^application\/pdf$|^text\/(plain|markdown)$/;
/** Content types that can contain scripts: served with a policy that disables scripts and gives them no origin. */
const ACTIVE = /svg|html|xml/;

/**
 * Serves files without a key: `GET /cdn/<key>`, images also as `?w=&h=&fit=&q=&f=`.
 * @param cacheSeconds how long HTTP caches may keep a public file before they revalidate it by its entity tag
 */
export function registerCdn(server: FastifyInstance, deliveries: FileDeliveries, cacheSeconds: number): void {
  server.register(
    async (scope) => {
      scope.setErrorHandler((error, request, reply) => {
        if (error instanceof ServiceError && ['RATE_LIMITED', 'UNAVAILABLE'].includes(error.code)) {
          reply.header('retry-after', Number(error.extras['retryAfter'] ?? RETRY_SECONDS));
        }
        sendError(request, reply, error);
      });
      scope.addHook('onSend', async (_request, reply) => {
        reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
      });
      scope.route({
        method: ['GET', 'HEAD'],
        url: '/*',
        config: { access: 'nothing' },
        handler: async (request, reply) => {
          const { '*': key } = request.params as { '*': string };
          const query = request.query as Record<string, unknown>;
          const caller = { address: clientNetwork(request.ip), signal: disconnectSignal(reply.raw) };
          const delivery = await deliveries.deliver(key, query, caller);
          return send(reply, delivery, cacheControl(delivery, cacheSeconds));
        },
      });
    },
    { prefix: CDN_PREFIX },
  );
}

/** A signed response may only be cached privately, and no longer than the signature is valid. */
function cacheControl({ signedSeconds }: FileDelivery, cacheSeconds: number): string {
  return signedSeconds === null
    ? `public, max-age=${cacheSeconds}`
    : `private, max-age=${Math.min(signedSeconds, cacheSeconds)}`;
}

async function send(reply: FastifyReply, delivery: FileDelivery, caching: string): Promise<FastifyReply> {
  const { request } = reply;
  const tag = `"${delivery.tag}"`;
  reply.headers({ ...fileHeaders(delivery), etag: tag, 'cache-control': caching, 'accept-ranges': 'bytes' });
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const range = requestedRange(request, delivery, tag);
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${delivery.size}`, 'cache-control': 'no-store' })
      .send();
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${delivery.size}`);
  const length = range ? range.end - range.start + 1 : delivery.size;
  reply.header('content-length', length);
  if (request.method === 'HEAD') return reply.send();
  const content = await delivery.open(range ?? undefined);
  // The deadline answered while the file was opened: its content would not be read.
  if (reply.sent) content.destroy();
  return reply.sent ? reply : reply.send(exactLength(content, length));
}

function fileHeaders({ contentType, fileName }: FileDelivery): Record<string, string> {
  const isInline = INLINE_TYPES.test(contentType);
  return {
    'content-type': contentType,
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeFileName(fileName)}`,
    'x-content-type-options': 'nosniff',
    ...(ACTIVE.test(contentType)
      ? { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox" }
      : {}),
  };
}

/** Encodes a file name according to RFC 8187. */
function encodeFileName(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** If-Range: a part of a changed file would be useless, so the whole file is sent. */
function requestedRange(
  { headers }: FastifyRequest,
  { size }: FileDelivery,
  tag: string,
): ByteRange | 'unsatisfiable' | null {
  const condition = headers['if-range'];
  return condition === undefined || condition === tag ? parseRange(headers.range, size) : null;
}

/**
 * A stream of exactly this many bytes. If the source ends early, the stream fails and the connection is closed;
 * otherwise the client would wait for the rest of its Content-Length.
 */
function exactLength(content: Readable, length: number): Readable {
  const stream = Readable.from(limitBytes(content, length), { objectMode: false });
  // Destroyed before it was read, the generator never starts and does not end the source.
  return stream.once('close', () => content.destroy());
}

async function* limitBytes(content: Readable, length: number): AsyncGenerator<Buffer> {
  let sentBytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sentBytes += chunk.length;
    if (sentBytes > length) break;
    yield chunk;
  }
  if (sentBytes !== length) throw new Error(`A file of ${length} bytes had ${sentBytes < length ? sentBytes : 'more'}`);
}
