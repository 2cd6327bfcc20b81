import { type IncomingHttpHeaders, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { use } from '../../support/use.ts';
import { closeServer, listenLocally } from '../../support/local-server.ts';

export interface ToolCallReceived {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

interface ToolReply {
  status?: number;
  json?: unknown;
  raw?: string;
}

export interface ToolEndpoint {
  /** `host:port`, for OUTBOUND_ALLOW_HOSTS. */
  host: string;
  url(path: string): string;
  received: ToolCallReceived[];
  /** What it answers from now on. */
  reply(answer: ToolReply | ((call: ToolCallReceived) => ToolReply | Promise<ToolReply>)): void;
  close(): Promise<void>;
}

export function useToolEndpoint(): ToolEndpoint {
  return use(startToolEndpoint);
}

/** A webhook tool without parameters that calls the endpoint. */
export function stockTool(endpoint: ToolEndpoint) {
  return {
    name: 'stock',
    description: 'Stock.',
    inputSchema: { type: 'object', properties: {} },
    endpoint: endpoint.url('/'),
    method: 'POST',
    effect: 'read',
  };
}

/** What a customer of the service runs behind a webhook tool. */
export async function startToolEndpoint(): Promise<ToolEndpoint> {
  const received: ToolCallReceived[] = [];
  let replyTo: (call: ToolCallReceived) => ToolReply | Promise<ToolReply> = () => ({ json: { ok: true } });
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const url = new URL(request.url ?? '/', 'http://tool');
      const { method = '', headers } = request;
      const query = Object.fromEntries(url.searchParams);
      const call = { method, path: url.pathname, query, headers, body: await text(request) };
      received.push(call);
      const { status = 200, json, raw } = await replyTo(call);
      response.writeHead(status, { 'content-type': 'application/json' }).end(raw ?? JSON.stringify(json));
    };
    void answer();
  });
  const port = await listenLocally(server);
  const host = `127.0.0.1:${port}`;
  return {
    host,
    url: (path) => `http://${host}${path}`,
    received,
    reply: (answer) => {
      replyTo = typeof answer === 'function' ? answer : () => answer;
    },
    close: async () => {
      await closeServer(server);
    },
  };
}
