import type { IncomingMessage } from 'node:http';
import { ConnectionError, type OpenModelFetch } from '../../ports/egress.ts';
import { assertUncompressed, flattenHeaders } from './exchange.ts';
import { type OpenResponse, createNetwork, openResponse } from './open-response.ts';

/** Enough for the largest valid responses. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A `fetch` for libraries that call model services: POST only, to addresses that the rules for outbound calls allow, with
 * a body that arrives as a stream. Rejects with the signal's reason after an abort, otherwise with a ConnectionError.
 * @param allowHosts `host` or `host:port` entries that may be private
 */
export function createModelFetch(allowHosts: readonly string[], maxBytes = MAX_BYTES): typeof fetch {
  const network = createNetwork({ allowHosts });
  return async (target, init) => {
    const request = new Request(target, init);
    const { signal } = request;
    const call = {
      url: request.url,
      method: 'POST' as const,
      headers: Object.fromEntries(request.headers),
      body: new Uint8Array(await request.arrayBuffer()),
    };
    const opened = await openResponse(call, network, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new ConnectionError('The model service is not reachable', { cause: error });
    });
    return toResponse(opened, maxBytes, signal);
  };
}

/** Opens the `fetch` of services that the operator has configured: their own hosts may be private as well. */
export function operatorFetch(allowHosts: readonly string[]): OpenModelFetch {
  return (baseUrl) => createModelFetch([...allowHosts, readHost(baseUrl)]);
}

/** The `host:port` of a URL. */
function readHost(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

function toResponse(opened: OpenResponse, maxBytes: number, signal: AbortSignal): Response {
  const { response } = opened;
  const status = response.statusCode ?? 0;
  const hasBody = status >= 200 && ![204, 205, 304].includes(status);
  const body = hasBody ? ReadableStream.from(streamBody(opened, maxBytes, signal)) : null;
  if (!hasBody) opened.close();
  return new Response(body, { status: Math.max(200, status), headers: flattenHeaders(response) });
}

async function* streamBody(
  { response, close }: OpenResponse,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    assertUncompressed(response);
    for await (const part of response as IncomingMessage & AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > maxBytes) throw new RangeError(`The response exceeds ${maxBytes} bytes`);
      yield new Uint8Array(part);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof RangeError ? error : new ConnectionError('The response broke off', { cause: error });
  } finally {
    close();
  }
}
