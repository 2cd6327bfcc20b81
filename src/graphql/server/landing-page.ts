import type { ApolloServerPlugin } from '@apollo/server';
import { inlineSources, readPage } from '../../shared/http/page-file.ts';
import { pageHeaders } from '../../shared/http/page-headers.ts';
import type { RequestContext } from '../../api/request-context.ts';

const SANDBOX_SCRIPTS = 'https://embeddable-sandbox.cdn.apollographql.com';
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * The page at /graphql: Apollo Sandbox, and a small console that needs no network. Apollo's script comes from elsewhere and may
 * change, so the page has an origin of its own: it has no cookies of the service, and reaches nothing but this endpoint, as any
 * site may (`cross-origin.ts`).
 */
export function createLandingPage(): { plugin: ApolloServerPlugin<RequestContext>; headers: Record<string, string> } {
  const html = readPage('graphql.html');
  return {
    plugin: { serverWillStart: async () => ({ renderLandingPage: async () => ({ html }) }) },
    headers: securityHeaders(html),
  };
}

/**
 * The page may load and connect to this service and Apollo's Sandbox only; no other page may embed it. Without
 * `allow-same-origin` it is not of the service's origin.
 */
function securityHeaders(html: string): Record<string, string> {
  return pageHeaders(
    'sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox',
    `script-src ${inlineSources(html, 'script')} ${SANDBOX_SCRIPTS}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    `connect-src 'self' ${SANDBOX_SCRIPTS} ${SANDBOX_FRAME}`,
    `frame-src ${SANDBOX_FRAME}`,
  );
}
