import type { IncomingHttpHeaders } from 'node:http';

export const SITE_HEADER = 'x-lectern-site';
const CSRF_HEADER = 'x-lectern-csrf';

/**
 * Whether the request wants to act for a signed-in user: it has cookies, and a header that only a script of the same
 * origin can set, as no other origin is allowed to by CORS.
 */
export function hasSessionHeaders(headers: IncomingHttpHeaders): boolean {
  if (headers.cookie === undefined) return false;
  return headers[SITE_HEADER] !== undefined || headers[CSRF_HEADER] === '1';
}

/** The second check against requests forged by other sites: browsers say where a request comes from. */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  if (origin === undefined) return site === 'same-origin';
  const from = URL.parse(origin);
  if (from === null) return false;
  return from.origin === URL.parse(publicUrl)?.origin || from.host === headers.host;
}
