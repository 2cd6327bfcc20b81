import { Readable } from 'node:stream';

/**
 * A stream of exactly this many bytes. If the source ends early, the stream fails and the connection is closed;
 * otherwise the client would wait for the rest of its Content-Length.
 */
export function exactLength(content: Readable, length: number): Readable {
  const stream = Readable.from(counted(content, length), { objectMode: false });
  // Destroyed before it was read, the generator never starts and does not end the source.
  return stream.once('close', () => content.destroy());
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
