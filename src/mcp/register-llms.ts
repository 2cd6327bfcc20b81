import type { FastifyInstance } from 'fastify';
import { isWebAddress } from '../shared/link.ts';
import { runTool } from './call-tool.ts';
import type { McpOptions } from './register-mcp.ts';

/**
 * `GET /llms.txt`: the site of the key as Markdown, with its newest 100 published items that the caller can read. The
 * front end of a site fetches it and serves it at its own address.
 */
export function registerLlms(server: FastifyInstance, { tools, contextOf }: McpOptions): void {
  const pages = tools.find(({ name }) => name === 'llms');
  if (!pages) throw new Error('mcp/llms.graphql is missing');
  server.get('/llms.txt', { config: { access: 'key' } }, async (request, reply) => {
    const context = contextOf(request);
    const { site } = context.viewerOrAnonymous;
    const answer = JSON.parse(await runTool({ request, context }, pages, {})) as SitePages;
    return reply
      .type('text/markdown; charset=utf-8')
      .header('cache-control', 'private, no-cache')
      .send(llmsText(site.name, answer));
  });
}

/** What `mcp/llms.graphql` answers. */
interface SitePages {
  types: readonly { slug: string; name: string; pluralName: string | null; description: string | null }[];
  items: readonly { type: string; title: string; excerpt: string | null; url: string | null }[];
}

const MAX_NOTE_LENGTH = 200;

/** A site for language models, in the format of https://llmstxt.org: a section per content type that has items. */
export function llmsText(siteName: string, { types, items }: SitePages): string {
  const itemsByType = Map.groupBy(items, ({ type }) => type);
  const sections = types.flatMap(({ slug, name, pluralName, description }) => {
    const lines = itemsByType.get(slug)?.map(formatLine) ?? [];
    if (lines.length === 0) return [];
    return [
      `## ${inline(pluralName ?? name)}\n\n${description ? `${inline(description)}\n\n` : ''}${lines.join('\n')}\n`,
    ];
  });
  return [`# ${inline(siteName)}\n`, ...sections].join('\n');
}

/** An item without a page of its own has no link. */
function formatLine({ title, excerpt, url }: SitePages['items'][number]): string {
  const href = pageUrl(url);
  const name = href ? `[${inline(title)}](${href})` : inline(title);
  const note = excerpt ? `: ${inline(excerpt.slice(0, MAX_NOTE_LENGTH))}` : '';
  return `- ${name}${note}`;
}

function pageUrl(url: string | null): string | null {
  if (url === null || !isWebAddress(url)) return null;
  return new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29');
}

/** The text in one line: nothing in it begins a heading, a link or a list. */
function inline(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\[\]<>`*_]|^[#+-]/g, String.raw`\$&`);
}
