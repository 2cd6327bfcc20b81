import { readFile } from 'node:fs/promises';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Lectern, LecternError } from '@lectern/client';
import { askPage, streamAnswer } from './ask.ts';
import { guidePage, guidesPage } from './guides.ts';
import { type Html, html, layout } from './html.ts';
import { searchPage } from './search.ts';

const FILES: Readonly<Record<string, string>> = { 'ask.js': 'text/javascript', 'style.css': 'text/css' };

/** Nothing but the site's own files, whatever a text contains. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; connect-src 'self'";

/** Answers the requests of the site. */
export function createSite(lectern: Lectern): RequestListener {
  return (request, response) => {
    respond(lectern, request, response).catch((error: unknown) => fail(response, error));
  };
}

async function respond(lectern: Lectern, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  const [first = '', second] = pathname.slice(1).split('/').map(decodeURIComponent);
  if (request.method === 'POST' && pathname === '/ask') return streamAnswer(lectern, request, response);
  if (request.method !== 'GET') return void response.writeHead(405).end();
  if (pathname === '/') return send(response, await guidesPage(lectern, searchParams));
  if (first === 'guides' && second) return send(response, await guidePage(lectern, second));
  if (pathname === '/search') return send(response, await searchPage(lectern, searchParams.get('q') ?? ''));
  if (pathname === '/ask') return send(response, askPage());
  const type = FILES[first];
  if (!type || second !== undefined)
    return send(response, layout('Not found', html`<p>There is no such page.</p>`), 404);
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=300' });
  response.end(await readFile(new URL(`public/${first}`, import.meta.url)));
}

function send(response: ServerResponse, page: Html, status = 200): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  });
  response.end(page.text);
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  if (error instanceof URIError)
    return send(response, layout('Bad request', html`<p>The address is malformed.</p>`), 400);
  // A guide that is restricted is as good as none to a visitor who has not signed in.
  if (error instanceof LecternError && [401, 403, 404].includes(error.status)) {
    return send(response, layout('Not found', html`<p>There is no such page.</p>`), 404);
  }
  console.error(error);
  send(response, layout('Sorry', html`<p>The page could not be made. Please try again.</p>`), 502);
}
