import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import type { TestSite } from '../support/site.ts';

export interface McpAnswer {
  isError: boolean;
  data: Record<string, unknown>;
}

/** The official client, connected with the headers as an agent's configuration would have them. */
export async function connect(
  site: TestSite,
  { key = site.key, user, mode = 'auto' }: { key?: string; user?: string; mode?: VersionNegotiationMode } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}`, ...(user ? { 'x-svc-user-token': user } : {}) };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', site.service.url), { requestInit: { headers } }),
  );
  return client;
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<McpAnswer> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [only] = content;
  if (only?.type !== 'text') throw new Error('A tool answers with one text');
  return { isError, data: JSON.parse(only.text) as Record<string, unknown> };
}
