import type { FastifyRequest } from 'fastify';
import { type DocumentNode, OperationTypeNode, getOperationAST, parse } from 'graphql';
import { isPlainObject } from '../../shared/plain-object.ts';
import { PARSE_OPTIONS } from '../rules/operation-rules.ts';

/** A format in which the messages of graphql-sse are written to a response. */
export interface StreamFormat {
  /** The media type in an `Accept` header. */
  accept: string;
  contentType: string;
  start: string;
  /** @param message an event or a comment of server-sent events */
  write: (message: string) => string;
}

export const EVENT_STREAM: StreamFormat = {
  accept: 'text/event-stream',
  contentType: 'text/event-stream; charset=utf-8',
  start: '',
  write: (message) => message,
};

const BOUNDARY = '\r\n--graphql';
const NEXT = 'event: next\ndata: ';

/**
 * Apollo's multipart protocol for subscriptions. Each part ends with its boundary, because clients read a part only once
 * they have seen the boundary after it.
 */
const MULTIPART: StreamFormat = {
  accept: 'multipart/mixed;subscriptionSpec=1.0',
  contentType: 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
  start: BOUNDARY,
  write(message) {
    if (message.startsWith(NEXT)) return part(`{"payload":${message.slice(NEXT.length).trimEnd()}}`);
    return message.startsWith('event: complete') ? '--\r\n' : part('{}');
  },
};

/** Media types of responses to subscriptions at /graphql. */
export const SUBSCRIPTION_TYPES = [EVENT_STREAM.accept, MULTIPART.accept] as const;

/** The format of the answer to a subscription at /graphql; null for other operations and for clients that accept none. */
export function subscriptionFormat({ method, headers, body }: FastifyRequest): StreamFormat | null {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json') || !isPlainObject(body))
    return null;
  const format = acceptedFormat(headers.accept ?? '');
  return format && isSubscription(body) ? format : null;
}

/** The first one that the client names. */
function acceptedFormat(accept: string): StreamFormat | null {
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((token) => token.trim());
    if (type === EVENT_STREAM.accept) return EVENT_STREAM;
    const hasSpec = parameters.some((parameter) => /^subscriptionspec="?1\.0"?$/.test(parameter));
    if (type === 'multipart/mixed' && hasSpec) return MULTIPART;
  }
  return null;
}

function isSubscription({ query, operationName }: Record<string, unknown>): boolean {
  // Clients send these headers with queries, too, which are not parsed here.
  if (typeof query !== 'string' || !query.includes('subscription')) return false;
  const name = typeof operationName === 'string' ? operationName : null;
  let document: DocumentNode;
  try {
    document = parse(query, PARSE_OPTIONS);
  } catch {
    return false;
  }
  return getOperationAST(document, name)?.operation === OperationTypeNode.SUBSCRIPTION;
}

function part(json: string): string {
  return `\r\ncontent-type: application/json\r\n\r\n${json}${BOUNDARY}`;
}
