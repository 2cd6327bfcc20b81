import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import type { Body, FuzzRequest } from './request.ts';

/** Beyond any deadline that the service sets itself. */
const ANSWER_LIMIT_MS = 45_000;
/** Callers that wait for changes leave then: no answer is due for 20 s, and a stream stays open. */
const WAIT_LIMIT_MS = 500;
const MAX_ANSWER_BYTES = 32_000_000;

export interface FuzzAnswer {
  status: number;
  contentType: string;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

export interface SendTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The loopback address that it comes from: a budget per address is one per caller then. */
  from: string;
}

/** Null: the request was cut on purpose, so that no answer is due. Rejects when an answer that is due does not come. */
export async function send(request: FuzzRequest, { url, headers, from }: SendTarget): Promise<FuzzAnswer | null> {
  const { hostname, port } = new URL(url);
  const body = bytesOf(request.body);
  const sent = httpRequest({
    host: hostname,
    port,
    localAddress: from,
    method: request.method,
    path: wirePath(request.path),
    headers: { ...wireHeaders({ ...headers, ...request.headers }), ...lengthOf(request, body) },
    // A connection of its own: what one request spoils is not the next one's to bear.
    agent: false,
    timeout: ANSWER_LIMIT_MS,
  });
  const isWaiting = waits(request);
  let hasLeft = false;
  const limit = isWaiting ? WAIT_LIMIT_MS : ANSWER_LIMIT_MS;
  const timer = setTimeout(() => {
    hasLeft = isWaiting;
    sent.destroy(new Error(`no answer within ${limit} ms`));
  }, limit);
  try {
    return request.delivery === 'cut' ? await cut(sent, body) : await exchange(sent, request, body);
  } catch (error) {
    if (hasLeft) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    sent.destroy();
  }
}

function waits({ operation, body }: FuzzRequest): boolean {
  return (
    operation === 'ListContentChanges' ||
    (body.kind === 'json' && JSON.stringify(body.value).includes('contentChanges'))
  );
}

async function exchange(sent: ClientRequest, { delivery }: FuzzRequest, body: Buffer): Promise<FuzzAnswer | null> {
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  if (delivery === 'half') sent.once('socket', (socket) => socket.once('connect', () => socket.end()));
  // An answer that arrives before the whole body is sent ends the sending with an error, which is expected.
  sent.on('error', () => {});
  if (delivery === 'chunked') for (let at = 0; at < body.length; at += 1_000) sent.write(body.subarray(at, at + 1_000));
  sent.end(delivery === 'chunked' ? undefined : body);
  try {
    const [response] = await answered;
    return await readAnswer(response);
  } catch (error) {
    if (delivery === 'half') return null;
    throw error;
  }
}

async function cut(sent: ClientRequest, body: Buffer): Promise<null> {
  sent.on('error', () => {});
  sent.write(body.subarray(0, Math.ceil(body.length / 2)));
  sent.flushHeaders();
  await Promise.race([once(sent, 'response'), new Promise((resolve) => void setTimeout(resolve, 30))]).catch(() => {});
  return null;
}

async function readAnswer(response: IncomingMessage): Promise<FuzzAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'] ?? '',
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  };
}

export function bytesOf(body: Body): Buffer {
  switch (body.kind) {
    case 'none':
      return Buffer.alloc(0);
    case 'json':
      return Buffer.from(JSON.stringify(body.value) ?? '');
    case 'text':
      return Buffer.from(body.text);
    case 'large':
      return Buffer.from(`{"title":"large","content":"${'x'.repeat(body.bytes - 30)}"}`);
    case 'deep':
      return Buffer.from(`{"title":${'['.repeat(body.depth)}${']'.repeat(body.depth)}}`);
    case 'form':
      return Buffer.concat([...body.parts.map(partBytes), Buffer.from('--fuzz--\r\n')]);
  }
}

type Part = Extract<Body, { kind: 'form' }>['parts'][number];

function partBytes({ name, fileName, type, content }: Part): Buffer {
  const quoted = (text: string) => text.replaceAll(/["\r\n]/g, '_');
  const file = fileName === null ? '' : `; filename="${quoted(fileName)}"`;
  const head = `--fuzz\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n`;
  return Buffer.from(`${head}${type === '' ? '' : `Content-Type: ${type}\r\n`}\r\n${content}\r\n`);
}

function lengthOf({ method, delivery, body }: FuzzRequest, bytes: Buffer): Record<string, string> {
  if (delivery === 'chunked' && bytes.length > 0) return { 'transfer-encoding': 'chunked' };
  if (body.kind === 'none' && !['POST', 'PUT', 'PATCH'].includes(method)) return {};
  return { 'content-length': String(bytes.length) };
}

/** Node's client does not send what HTTP does not allow; other tests send those characters with raw sockets. */
function wirePath(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character.toWellFormed()));
}

function wireHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
  ]);
  return Object.fromEntries(entries) as Record<string, string>;
}
