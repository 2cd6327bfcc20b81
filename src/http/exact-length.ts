import { Readable } from 'node:stream';

/**
 * A stream of exactly this many bytes. If the source ends early, the stream fails and the connection is closed;
 * otherwise the client would wait for the rest of its Content-Length.
 */
export function exactLength(content: Readable, length: number): Readable {
  return Readable.from(counted(content, length), { objectMode: false });
}

async function* counted(content: Readable, length: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    sent += chunk.length;
    if (sent > length) break;
    yield chunk;
  }
  if (sent !== length) throw new Error(`A file of ${length} bytes had ${sent < length ? sent : 'more'}`);
}
