import { hash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../shared/errors.ts';
import { ROOT } from '../../shared/paths.ts';

const OPEN = { access: 'nothing' } as const;
const NONCE = '__CSP_NONCE__';

/** What `npm run build` writes. */
const FOLDER = join(ROOT, 'dist/dashboard/');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * The dashboard at `/admin`: its page for every path, and its files, which have a hash in their names.
 * @param origins of file URLs and uploads, which the page may load from
 * @returns whether the dashboard has been built
 */
export function registerDashboard(server: FastifyInstance, origins: readonly string[]): boolean {
  if (!existsSync(`${FOLDER}index.html`)) return false;
  const html = readFileSync(`${FOLDER}index.html`, 'utf8');
  const sendPage = pageSender(html, origins);
  const sendFile = fileSender(`${FOLDER}assets/`);
  for (const url of ['/admin', '/admin/*']) server.get(url, { config: OPEN }, sendPage);
  server.get<Asset>('/admin/assets/:name', { config: OPEN }, sendFile);
  return true;
}

interface Asset {
  Params: { name: string };
}

type Send = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

function pageSender(html: string, origins: readonly string[]): Send {
  const etag = `"${hash('sha256', html + origins.join(' '), 'base64url').slice(0, 22)}"`;
  return (request, reply) => {
    reply.headers({ 'cache-control': 'no-cache', etag, ...SAFETY });
    // Without a policy: that of the stored answer stays valid, whose nonce the stored page has.
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce, origins))
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(NONCE, nonce));
  };
}

const SAFETY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

/** Scripts are files of the service alone. Content may show images and videos of any HTTPS host. */
function policy(nonce: string, origins: readonly string[]): string {
  const files = origins.join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: https: ${files}`,
    `media-src 'self' blob: https: ${files}`,
    "font-src 'self'",
    `connect-src 'self' ${files}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Only names that were listed at the start are opened, so that no path leads out of the folder. */
function fileSender(folder: string): (request: FastifyRequest<Asset>, reply: FastifyReply) => Promise<FastifyReply> {
  const names = new Set(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  );
  return async (request, reply) => {
    const { name } = request.params;
    const type = TYPES[extname(name)];
    // Not the page: a browser that asks for a script of an older build must see that it is missing.
    if (type === undefined || !names.has(name)) throw new ServiceError('NOT_FOUND', 'File not found');
    const accepted = request.headers['accept-encoding'];
    const encoding = ENCODINGS.find(
      (candidate) => names.has(name + candidate.suffix) && accepts(accepted, candidate.name),
    );
    const etag = `"${name}${encoding?.suffix ?? ''}"`;
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag, vary: 'accept-encoding', ...SAFETY });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (encoding) reply.header('content-encoding', encoding.name);
    return reply.type(type).send(await readFile(`${folder}${name}${encoding?.suffix ?? ''}`));
  };
}

function accepts(header: string | string[] | undefined, encoding: string): boolean {
  return String(header ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .some(
      ([name, ...parameters]) => name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)),
    );
}
