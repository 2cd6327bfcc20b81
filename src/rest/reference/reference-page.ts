import type { SchemaObject } from '../openapi/schema-object.ts';
import { type Html, html, inline, prose } from './html.ts';
import { type Described, operationView, type Parameter } from './operation-view.ts';
import { schemaView } from './schema-view.ts';

interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, SchemaObject>;
    parameters: Record<string, Parameter>;
    responses: Record<string, SchemaObject>;
  };
}

/** The reference of an OpenAPI document as one page, whose script only sends the requests. */
export function referencePage(document: object): string {
  const { info, tags, paths, components } = document as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  const groups = tags.map((tag) => ({ ...tag, operations: operations.filter((one) => one.tags.includes(tag.name)) }));
  const context = { paths, parameters: components.parameters, responses: components.responses };
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="docs/reference.css" />
      </head>
      <body>
        <header>
          <h1>${info.title}</h1>
          <p>Version ${info.version}. The description for programs is <a href="openapi.json">openapi.json</a>.</p>
        </header>
        <nav aria-label="Operations">${groups.map((group) => navigation(group))}</nav>
        <main>
          <section aria-label="Sending requests">
            ${prose(info.description)}
            <form id="credentials">
              <label for="key">API key</label>
              <input
                id="key"
                type="password"
                autocomplete="off"
                spellcheck="false"
                placeholder="svc_sdk_…"
                aria-describedby="key-use"
              />
              <label for="token">Identity token (optional)</label>
              <input id="token" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-use" />
              <p id="key-use">They are sent to this service only, and forgotten when the tab is closed.</p>
            </form>
            <noscript><p>Sending requests from this page needs JavaScript.</p></noscript>
          </section>
          ${groups.map(
            ({ name, description, operations: own }) =>
              html`<section aria-labelledby="tag-${name}">
                <h2 id="tag-${name}">${name}</h2>
                ${prose(description)} ${own.map((operation) => operationView(operation, context))}
              </section>`,
          )}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Schemas</h2>
            ${Object.entries(components.schemas).map(
              ([name, schema]) =>
                html`<details id="schema-${name}">
                  <summary><h3>${name}</h3></summary>
                  <p>${inline(schema['description'])}</p>
                  ${schemaView(schema)}
                </details>`,
            )}
          </section>
        </main>
        <script src="docs/reference.js"></script>
      </body>
    </html> `.text;
}

function navigation({
  name,
  operations,
}: {
  name: string;
  operations: readonly { operationId: string; summary: string }[];
}): Html {
  const links = operations.map(({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`);
  return html`<details>
    <summary>${name}</summary>
    <ul>
      ${links}
    </ul>
  </details>`;
}
