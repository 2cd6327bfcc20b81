import type { InputSchema } from './webhook-tool.entity.ts';
import type { CallableWebhookTool } from './webhook-tool.service.ts';

/** The request of a call; `content` is signed. */
export interface CallRequest {
  url: string;
  body?: string;
  content: string;
}

const URL_LENGTH = 8192;

/** Creates the request of a call; null if the inputs do not fit into a query string. */
export function createCallRequest(
  { method, endpoint }: Pick<CallableWebhookTool, 'method' | 'endpoint'>,
  input: Readonly<Record<string, unknown>>,
): CallRequest | null {
  if (method === 'POST') {
    const body = JSON.stringify(input);
    return { url: endpoint, body, content: body };
  }
  const url = new URL(endpoint);
  url.hash = '';
  url.search = [url.search.slice(1), toQuery(input, url.searchParams)].filter((part) => part !== '').join('&');
  return url.href.length > URL_LENGTH ? null : { url: url.href, content: url.search.slice(1) };
}

/**
 * A list becomes repeated parameters, an object JSON, null is omitted. Parameters in the endpoint's own query (a key, a
 * tenant) cannot be overwritten by the model.
 */
function toQuery(input: Readonly<Record<string, unknown>>, fixed: URLSearchParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (fixed.has(name)) continue;
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== null && each !== undefined) query.append(name, toText(each));
    }
  }
  return query.toString();
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Keywords of JSON Schema by which a schema itself defines further properties. */
const OPEN_WORDS = [
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  '$ref',
];

/**
 * Removes properties from a model's input that the schema does not declare: JSON Schema allows them, but a model that
 * follows injected text must not send data to the endpoint under other names. A schema with such keywords decides
 * itself.
 */
export function pickDeclaredInput(schema: InputSchema, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  if (OPEN_WORDS.some((word) => Object.hasOwn(schema, word))) return input;
  const properties = schema['properties'] ?? {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(properties, name)));
}
