import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

export const COHERE_KEY = 'cohere-test-key-5cd1';

/** What goes wrong with one request, in the order given; a request without a fault is answered properly. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: string }
  /** The connection closes without an answer. */
  | { kind: 'drop' }
  /** Nothing comes, ever. */
  | { kind: 'stall' }
  /** The answer begins and never ends. */
  | { kind: 'stallBody' }
  /** The connection closes in the middle of the answer. */
  | { kind: 'cut' }
  /** Status 200 with a body that is not JSON. */
  | { kind: 'garbage' }
  /** A proper answer, changed. */
  | { kind: 'answer'; change: (answer: unknown) => unknown };

export interface CohereRequest {
  path: string;
  body: Record<string, unknown>;
}

type Handler = (body: Record<string, unknown>) => { status: number; answer: unknown };

export interface CohereDouble {
  url: string;
  /** All requests so far, the faulty included. */
  requests: CohereRequest[];
  fail(...faults: Fault[]): void;
  close(): Promise<void>;
}

/**
 * A server that speaks as much of Cohere's protocol as the adapters use, by the published reference, and fails on demand.
 * Further endpoints are further entries in `handlers`.
 */
export async function startCohereDouble(
  handlers: Record<string, Handler> = { '/v2/embed': embed },
): Promise<CohereDouble> {
  const requests: CohereRequest[] = [];
  const faults: Fault[] = [];
  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = z.record(z.string(), z.unknown()).parse(JSON.parse((await text(request)) || '{}'));
    requests.push({ path, body });
    const { status, answer } = answerTo(request, handlers[path], body);
    const fault = faults.shift();
    if (fault) spoil(fault, response, answer);
    else send(response, status, JSON.stringify(answer));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests,
    fail: (...more) => void faults.push(...more),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answerTo(request: IncomingMessage, handler: Handler | undefined, body: Record<string, unknown>) {
  if (request.headers.authorization !== `Bearer ${COHERE_KEY}`) return refuse(401, 'invalid api token');
  if (request.method !== 'POST' || !handler) return refuse(404, 'not found');
  return handler(body);
}

function refuse(status: number, message: string) {
  return { status, answer: { id: 'double', message } };
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

function spoil(fault: Fault, response: ServerResponse, answer: unknown): void {
  const body = JSON.stringify(answer);
  const begin = () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2));
  };
  if (fault.kind === 'status') {
    const headers = fault.retryAfter === undefined ? undefined : { 'retry-after': fault.retryAfter };
    send(response, fault.status, JSON.stringify({ message: 'scripted' }), headers);
  } else if (fault.kind === 'drop') response.destroy();
  else if (fault.kind === 'stallBody') begin();
  else if (fault.kind === 'cut') {
    begin();
    setImmediate(() => response.destroy());
  } else if (fault.kind === 'garbage') send(response, 200, '<html>gateway</html>');
  else if (fault.kind === 'answer') send(response, 200, JSON.stringify(fault.change(answer)));
}

/** Vectors by the words in a text: alike for like texts, which is all that a test may ask of them. */
function embed(body: Record<string, unknown>): ReturnType<Handler> {
  const texts = body['texts'];
  const dimensions = body['output_dimension'];
  const types = body['embedding_types'];
  const known = ['search_document', 'search_query'].includes(String(body['input_type']));
  if (!Array.isArray(texts) || texts.length === 0) return refuse(400, 'texts: at least one');
  if (texts.length > 96) return refuse(400, 'texts: at most 96');
  if (texts.some((each) => typeof each !== 'string' || each.trim() === ''))
    return refuse(400, 'texts: must not be empty');
  if (!known || typeof dimensions !== 'number' || !Array.isArray(types)) return refuse(400, 'invalid request');
  const float = texts.map((each) => wordVector(String(each), dimensions));
  return {
    status: 200,
    answer: { id: 'double', embeddings: { float }, texts, meta: { api_version: { version: '2' } } },
  };
}

function wordVector(words: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['?']) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  return vector;
}
