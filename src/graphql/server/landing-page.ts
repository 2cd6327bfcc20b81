import { hash } from 'node:crypto';
import type { ApolloServerPlugin } from '@apollo/server';
import { pageHeaders } from '../../shared/http/page-headers.ts';
import type { RequestContext } from '../../api/request-context.ts';

/**
 * The page at /graphql: Apollo Sandbox, and a small console that needs no network. Apollo's script comes from elsewhere and may
 * change, so the page has an origin of its own: it has no cookies of the service, and reaches nothing but this endpoint, as any
 * site may (`cross-origin.ts`).
 */
export function landingPage(): ApolloServerPlugin<RequestContext> {
  return { serverWillStart: async () => ({ renderLandingPage: async () => ({ html: PAGE }) }) };
}

const EXAMPLE = `query Newest {
  contents(page: { limit: 3 }) {
    total
    items { id type title publishedAt }
  }
  search(input: { query: "how do I start" }) {
    results { rank score source title snippet { text } }
  }
}`;

const SCRIPT = `
  const field = (id) => document.getElementById(id);
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      const headers = { 'content-type': 'application/json' };
      if (field('key').value) headers['x-svc-api-key'] = field('key').value;
      const body = JSON.stringify({ query: field('query').value, variables: JSON.parse(field('variables').value || '{}') });
      const answer = await fetch(location.pathname, { method: 'POST', headers, body });
      field('answer').textContent = JSON.stringify(await answer.json(), null, 2);
    } catch (error) {
      field('answer').textContent = String(error);
    }
  });
  const script = document.createElement('script');
  script.src = 'https://embeddable-sandbox.cdn.apollographql.com/_latest/embeddable-sandbox.umd.production.min.js';
  const views = field('views');
  const show = (isSandbox) => {
    document.querySelector('main').hidden = isSandbox;
    field('sandbox').hidden = !isSandbox;
    views.textContent = isSandbox ? 'Console' : 'Apollo Sandbox';
  };
  views.addEventListener('click', () => show(field('sandbox').hidden));
  script.onload = () => {
    views.hidden = false;
    show(true);
    new window.EmbeddedSandbox({
      target: '#sandbox',
      initialEndpoint: location.href,
      initialState: { document: field('query').value, includeCookies: false },
    });
  };
  document.body.append(script);
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern GraphQL</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0; }
  #sandbox { position: fixed; inset: 0; }
  #sandbox:empty { display: none; }
  main { max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
  h1 { font-size: 1.4rem; margin: 0; }
  label { display: block; margin: .9rem 0 .3rem; font-weight: 600; }
  input, textarea, pre { box-sizing: border-box; width: 100%; font: 13px/1.5 ui-monospace, monospace; padding: .6rem;
    border: 1px solid #8886; border-radius: 6px; background: #8881; color: inherit; }
  textarea { min-height: 15rem; resize: vertical; }
  pre { min-height: 6rem; overflow: auto; white-space: pre-wrap; }
  button { margin: .9rem .4rem .9rem 0; padding: .5rem 1.2rem; font: inherit; font-weight: 600; border: 0; border-radius: 6px;
    background: #2457c5; color: #fff; cursor: pointer; }
  #views { position: fixed; z-index: 1; right: .6rem; bottom: .6rem; margin: 0; }
  .note { opacity: .75; }
</style>
</head>
<body>
<div id="sandbox"></div>
<button id="views" type="button" hidden></button>
<main>
  <h1>Lectern GraphQL</h1>
  <p class="note">Apollo Sandbox opens here when the network reaches it. This console works without.
  The REST API of the same service is described at <a href="/api/sdk/docs">/api/sdk/docs</a>.</p>
  <form>
    <label for="key">API key (header X-Svc-API-Key)</label>
    <input id="key" autocomplete="off" spellcheck="false" placeholder="svc_sdk_…">
    <label for="query">Operation</label>
    <textarea id="query" spellcheck="false">${EXAMPLE.replaceAll('<', '&lt;')}</textarea>
    <label for="variables">Variables, JSON</label>
    <input id="variables" autocomplete="off" spellcheck="false" value="{}">
    <button>Run</button>
  </form>
  <label for="answer">Answer</label>
  <pre id="answer" tabindex="0">Nothing has run yet.</pre>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;

const SANDBOX_SCRIPTS = 'https://embeddable-sandbox.cdn.apollographql.com';
const SANDBOX_FRAME = 'https://sandbox.embed.apollographql.com';

/**
 * The page may load and connect to this service and Apollo's Sandbox only; no other page may embed it. Without
 * `allow-same-origin` it is not of the service's origin.
 */
export const PAGE_HEADERS = pageHeaders(
  'sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox',
  `script-src 'sha256-${hash('sha256', SCRIPT, 'base64')}' ${SANDBOX_SCRIPTS}`,
  "style-src 'unsafe-inline'",
  'img-src data:',
  `connect-src 'self' ${SANDBOX_SCRIPTS} ${SANDBOX_FRAME}`,
  `frame-src ${SANDBOX_FRAME}`,
);
