import type { FastifyInstance } from 'fastify';
import { runTool } from './call-tool.ts';
import { llmsText, type SitePages } from './llms-text.ts';
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
