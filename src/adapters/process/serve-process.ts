import { createReadStream, createWriteStream } from 'node:fs';
import { FrameReader, frame } from './frames.ts';

const INPUT = 0;
const OUTPUT = 3;

export type SendFrame = (bytes: Uint8Array) => Promise<void>;

/**
 * Answers the requests of a FileProcess, one at a time. Input: a request, the file in parts, and an empty frame as its
 * end. Output: frames over a separate pipe, because libraries may print to standard output. If `answer` rejects, the
 * process ends, and the other side sees the exit and the last output.
 */
export function serveProcess<R>(
  maxBytes: number,
  answer: (request: R, file: Buffer, send: SendFrame) => Promise<void>,
): void {
  const output = createWriteStream('', { fd: OUTPUT });
  const send: SendFrame = (bytes) =>
    new Promise((resolve, reject) => {
      output.write(frame(bytes), (error) => (error ? reject(error) : resolve()));
    });
  let request: R | undefined;
  let parts: Buffer[] = [];
  const frames = new FrameReader(maxBytes, (bytes) => {
    if (!request) request = JSON.parse(bytes.toString()) as R;
    else if (bytes.length > 0) parts.push(Buffer.from(bytes));
    else {
      void answer(request, Buffer.concat(parts), send);
      request = undefined;
      parts = [];
    }
  });
  createReadStream('', { fd: INPUT })
    .on('data', (bytes) => frames.push(bytes as Buffer))
    .on('end', () => process.exit(0));
}
