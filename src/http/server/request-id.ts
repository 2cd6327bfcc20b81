import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Accepts the caller's request id if it is safe in a header and in the log. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const header = headers['x-request-id'];
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();
}
