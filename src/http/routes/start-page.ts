import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { pageHeaders } from '../../shared/http/page-headers.ts';
import { VERSION } from '../../shared/version.ts';

const OPEN = { access: 'nothing' } as const;

/**
 * The start page at `/`, the icon, and `/api/sdk`, which redirects to the REST reference. No key is required. With a
 * dashboard, `/` leads browsers there, and answers other clients with the page of links.
 */
export function registerStartPage(server: FastifyInstance, restPrefix: string, hasDashboard: boolean): void {
  const html = page(restPrefix);
  server.get('/', { config: OPEN }, async (request, reply) => {
    const isBrowser = /\btext\/html\b/.test(request.headers.accept ?? '');
    if (hasDashboard && isBrowser) return reply.headers(REDIRECT_HEADERS).redirect('/admin');
    return reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(html);
  });
  server.get('/favicon.ico', { config: OPEN }, async (_request, reply) =>
    reply.headers(ICON_HEADERS).type('image/svg+xml; charset=utf-8').send(ICON),
  );
  for (const url of [restPrefix, `${restPrefix}/`]) {
    server.get(url, { config: OPEN }, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').redirect(`${restPrefix}/docs`),
    );
  }
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#2457c5"/>
<path d="M7 9.5 16 6l9 3.5L16 13z" fill="#fff"/>
<path d="M14.5 14h3v9h-3zM10 23h12v3H10z" fill="#fff"/>
</svg>
`;

const STYLE = `
  :root { color-scheme: light dark; --line: #8884; --link: #2457c5; font: 16px/1.55 system-ui, sans-serif; }
  @media (prefers-color-scheme: dark) { :root { --link: #8fb2ff; } }
  body { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem; }
  header { display: flex; align-items: center; gap: .9rem; }
  header img { width: 2.75rem; height: 2.75rem; }
  h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; }
  h2 { margin: 2.2rem 0 .6rem; font-size: 1.1rem; }
  ul { list-style: none; margin: 1.6rem 0 0; padding: 0; display: grid; gap: .75rem;
    grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); }
  li a { display: block; height: 100%; box-sizing: border-box; padding: .9rem 1rem; border: 1px solid var(--line);
    border-radius: 10px; text-decoration: none; color: inherit; }
  li a:hover, li a:focus-visible { border-color: var(--link); }
  li strong { display: block; color: var(--link); }
  code { font: .9em ui-monospace, monospace; background: #8882; padding: .1em .35em; border-radius: 4px; overflow-wrap: anywhere; }
  footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); opacity: .75; font-size: .9rem; }
`;

const page = (rest: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lectern</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header><img src="/favicon.ico" alt=""><h1>Lectern</h1></header>
<p>Content, knowledge and an agent that answers from both, over GraphQL and REST.</p>
<ul>
<li><a href="/graphql"><strong>GraphQL</strong>Try operations in the browser, where introspection is on.</a></li>
<li><a href="${rest}/docs"><strong>REST reference</strong>Every endpoint, to read and to try.</a></li>
<li><a href="${rest}/openapi.json"><strong>OpenAPI</strong>The same as a document, for tools and client generators.</a></li>
<li><a href="/health/ready"><strong>Health</strong>Whether the service and what it depends on are up.</a></li>
</ul>
<h2>Getting a key</h2>
<p>Requests carry the API key of a site in the header <code>X-Svc-API-Key</code>. On your own machine the first start prints
one, and keeps it in <code>.data/secrets/demo-api-key</code>. Otherwise the operator of the service creates it with the
mutation <code>createApiKey</code> and the admin key; docs/tour.md shows both under “A site of your own”.</p>
<footer>Version ${VERSION}. The README and the folder <code>docs</code> of the source have the rest.</footer>
</body>
</html>
`;

const REDIRECT_HEADERS = { 'cache-control': 'no-cache', vary: 'accept' };

const PAGE_HEADERS = {
  vary: 'accept',
  'cache-control': 'no-cache',
  ...pageHeaders(`style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`, "img-src 'self'"),
};

const ICON_HEADERS = {
  'cache-control': 'public, max-age=86400',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
};
