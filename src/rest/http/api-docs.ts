import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { entityTag, matchesTag } from '../entity-tag.ts';

/**
 * `GET <prefix>/openapi.json` and an interactive reference at `<prefix>/docs`. Needs no key and no network: all files
 * of the page come from this service.
 */
export function registerApiDocs(server: FastifyInstance, openapi: object, prefix: string): void {
  const title = 'info' in openapi ? (openapi.info as { title: string }).title : 'API';
  serve(server, `${prefix}/openapi.json`, 'application/json; charset=utf-8', JSON.stringify(openapi));
  serve(server, `${prefix}/docs`, 'text/html; charset=utf-8', page(title));
  serve(server, `${prefix}/docs/start.js`, 'text/javascript; charset=utf-8', START);
  serve(server, `${prefix}/docs/swagger-ui-bundle.js`, 'text/javascript; charset=utf-8', asset('swagger-ui-bundle.js'));
  serve(server, `${prefix}/docs/swagger-ui.css`, 'text/css; charset=utf-8', asset('swagger-ui.css'));
}

function serve(server: FastifyInstance, url: string, type: string, text: string): void {
  const etag = entityTag(text);
  const headers = {
    etag,
    'cache-control': 'public, no-cache',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
  };
  server.get(url, { config: { access: 'nothing' } }, (request, reply) => {
    reply.headers(headers);
    return matchesTag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.type(type).send(text);
  });
}

/** No external and no inline scripts; the key entered in the page can only be sent to this service. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const require = createRequire(import.meta.url);

/** Swagger UI from this package: the same files as `swagger-ui-dist`, without its install script, which reports usage. */
function asset(name: string): string {
  const folder = dirname(require.resolve('@fastify/swagger-ui/package.json'));
  return readFileSync(join(folder, 'static', name), 'utf8');
}

function page(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript. The description itself is at <a href="openapi.json">openapi.json</a>.</noscript>
<div id="reference"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
}

const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
