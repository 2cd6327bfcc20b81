import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from '../../shared/http/page-headers.ts';
import { entityTag, matchesTag } from '../../shared/http/entity-tag.ts';
import { readPage } from '../../shared/http/page-file.ts';

/**
 * `GET <prefix>/openapi.json` and a reference at `<prefix>/docs`, from which requests can be sent. Needs no key and no
 * network: all files of the page come from this service.
 * See decision 126.
 * @param describe makes the OpenAPI document, at its first request, since a start does not need it
 */
export function registerApiDocs(server: FastifyInstance, describe: () => object, prefix: string): void {
  let document: object | null = null;
  const openapi = (): object => (document ??= describe());
  serve(server, `${prefix}/openapi.json`, 'application/json; charset=utf-8', () => JSON.stringify(openapi()));
  serve(server, `${prefix}/docs`, 'text/html; charset=utf-8', () => readPage('reference.html'));
  serve(server, `${prefix}/docs/reference.js`, 'text/javascript; charset=utf-8', () => readPage('reference.js'));
  serve(server, `${prefix}/docs/reference.css`, 'text/css; charset=utf-8', () => readPage('reference.css'));
}

function serve(server: FastifyInstance, url: string, type: string, make: () => string): void {
  let page: { text: string; etag: string } | null = null;
  server.get(url, { config: { access: 'nothing' } }, (request, reply) => {
    if (!page) {
      const text = make();
      page = { text, etag: entityTag(text) };
    }
    const { text, etag } = page;
    reply.headers({ ...HEADERS, etag });
    return matchesTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.type(type).send(text);
  });
}

/** No external and no inline scripts; the key entered in the page can only be sent to this service. */
const CONTENT_SECURITY_POLICY = contentSecurityPolicy(
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
);

const HEADERS = {
  'cache-control': 'public, no-cache',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
};
