import type { CallableWebhookTool } from './webhook-tool.service.ts';

/** The request of a call; `content` is signed. */
export interface CallRequest {
  url: string;
  body?: string;
  content: string;
}

const URL_LENGTH = 8192;

/** Null if the inputs do not fit into a query string. */
export function callRequest(
  { method, endpoint }: Pick<CallableWebhookTool, 'method' | 'endpoint'>,
  input: Readonly<Record<string, unknown>>,
): CallRequest | null {
  if (method === 'POST') {
    const body = JSON.stringify(input);
    return { url: endpoint, body, content: body };
  }
  const url = new URL(endpoint);
  url.hash = '';
  url.search = [url.search.slice(1), queryOf(input, url.searchParams)].filter((part) => part !== '').join('&');
  return url.href.length > URL_LENGTH ? null : { url: url.href, content: url.search.slice(1) };
}

/**
 * A list becomes repeated parameters, an object JSON, null is omitted. Parameters in the endpoint's own query (a key, a
 * tenant) cannot be overwritten by the model.
 */
function queryOf(input: Readonly<Record<string, unknown>>, fixed: URLSearchParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (fixed.has(name)) continue;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== null && each !== undefined) query.append(name, textOf(each));
    }
  }
  return query.toString();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
