import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { EgressRequest } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';

export interface Exchange {
  url: URL;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | undefined;
}

const HEADER_BYTES = 16 * 1024;

/** Headers of the connection, which callers cannot set. */
const HOP_HEADERS =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|proxy-.*)$/;

/** Sends a request on a connection of its own; resolves with the head of the response, or rejects with Node's error. */
export async function exchange(socket: Socket, { url, method, headers, body }: Exchange): Promise<IncomingMessage> {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest({
      // Without an agent: no connection pool, and no proxy from the environment.
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      setHost: false,
      maxHeaderSize: HEADER_BYTES,
      headers: {
        'user-agent': 'Lectern',
        accept: '*/*',
        ...Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.test(name))),
        host: url.host,
        'accept-encoding': 'identity',
        connection: 'close',
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
    });
    request.once('response', resolve);
    request.on('error', reject);
    // The request did not ask for an upgrade.
    request.once('upgrade', () => reject(new ServiceError('BAD_GATEWAY', 'The response is not plain HTTP')));
    request.end(body);
  });
}

/** @throws ServiceError: a small compressed body can be huge when uncompressed */
export function assertUncompressed({ headers }: IncomingMessage): void {
  if (['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '')) return;
  throw new ServiceError('BAD_GATEWAY', 'The response is compressed although no compression was requested');
}

export async function readBody(
  response: IncomingMessage,
  { maxBytes, cutBody = false }: Pick<EgressRequest, 'maxBytes' | 'cutBody'>,
): Promise<Buffer> {
  assertUncompressed(response);
  if (!cutBody && Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes && !cutBody) throw tooLarge(maxBytes);
    chunks.push(chunk);
    if (bytes >= maxBytes && cutBody) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('BAD_GATEWAY', `The response exceeds ${maxBytes} bytes`);
}

/** Names in lower case; several values of a name are joined. */
export function flattenHeaders({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]));
}
