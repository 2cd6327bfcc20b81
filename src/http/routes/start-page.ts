import type { FastifyInstance } from 'fastify';
import { fillPage, inlineSources, readPage } from '../../shared/http/page-file.ts';
import { pageHeaders } from '../../shared/http/page-headers.ts';
import { VERSION } from '../../shared/version.ts';

const OPEN = { access: 'nothing' } as const;

/**
 * The start page at `/`, the icon, and `/api/sdk`, which redirects to the REST reference. No key is required. With a
 * dashboard, `/` leads browsers there, and answers other clients with the page of links.
 */
export function registerStartPage(server: FastifyInstance, restPrefix: string, hasDashboard: boolean): void {
  const page = readPage('start.html');
  const html = fillPage(page, { rest: restPrefix, version: VERSION });
  const headers = {
    vary: 'accept',
    'cache-control': 'no-cache',
    ...pageHeaders(`style-src ${inlineSources(page, 'style')}`, "img-src 'self'"),
  };
  const icon = readPage('icon.svg');
  server.get('/', { config: OPEN }, async (request, reply) => {
    const isBrowser = /\btext\/html\b/.test(request.headers.accept ?? '');
    if (hasDashboard && isBrowser) return reply.headers(REDIRECT_HEADERS).redirect('/admin');
    return reply.headers(headers).type('text/html; charset=utf-8').send(html);
  });
  server.get('/favicon.ico', { config: OPEN }, async (_request, reply) =>
    reply.headers(ICON_HEADERS).type('image/svg+xml; charset=utf-8').send(icon),
  );
  for (const url of [restPrefix, `${restPrefix}/`]) {
    server.get(url, { config: OPEN }, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').redirect(`${restPrefix}/docs`),
    );
  }
}

const REDIRECT_HEADERS = { 'cache-control': 'no-cache', vary: 'accept' };

const ICON_HEADERS = {
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};
