import type { FastifyReply } from 'fastify';
import type { Response } from 'graphql-sse';
import type { StreamFormat } from './stream-format.ts';

/** Sends a response of graphql-sse: an error as it is, events in the format. Ends when the client disconnects. */
export async function sendStream([body, init]: Response, { raw, ...reply }: Sent, format: StreamFormat): Promise<void> {
  const isStream = body !== null && typeof body !== 'string';
  const headers = {
    ...reply.headers,
    ...init.headers,
    ...(isStream ? { 'content-type': format.contentType } : {}),
  };
  raw.writeHead(init.status, init.statusText, headers as Record<string, string>);
  if (!isStream) return end(raw, body ?? '');
  const stop = () => void body.return(undefined);
  raw.once('close', stop);
  let text = format.start;
  for await (const message of body) {
    if (!(await write(raw, text + format.write(message)))) break;
    text = '';
  }
  raw.off('close', stop);
  return end(raw, '');
}

interface Sent {
  raw: FastifyReply['raw'];
  headers: ReturnType<FastifyReply['getHeaders']>;
}

/** False if the client is disconnected. */
function write(raw: Sent['raw'], text: string): Promise<boolean> {
  if (!raw.writable) return Promise.resolve(false);
  return new Promise((resolve) => {
    raw.write(text, (error) => resolve(!error));
  });
}

function end(raw: Sent['raw'], text: string): Promise<void> {
  return new Promise((resolve) => {
    raw.end(text, () => resolve());
  });
}
