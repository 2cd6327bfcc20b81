import { createReadStream, createWriteStream } from 'node:fs';
import { ServiceError } from '../../shared/errors.ts';
import { FrameReader, frame } from '../../shared/process/frames.ts';
import { type FromProcess, MAX_IMAGE_BYTES, type Reply, type ToProcess } from './messages.ts';
import { inspectImage, transformImage } from './sharp-work.ts';

/**
 * The process that transforms images, one at a time. Input: a request, the image in parts, and an empty frame as its
 * end. Output: the answer and the resulting image, over a separate pipe. It is killed when the work is aborted, because
 * libvips cannot be interrupted.
 */
const INPUT = 0;
const OUTPUT = 3;
const MICROSECONDS = 1e6;

const output = createWriteStream('', { fd: OUTPUT });
let request: ToProcess | undefined;
let parts: Buffer[] = [];

const frames = new FrameReader(MAX_IMAGE_BYTES, (bytes) => {
  if (!request) request = JSON.parse(bytes.toString()) as ToProcess;
  else if (bytes.length > 0) parts.push(Buffer.from(bytes));
  else {
    void answer(request, Buffer.concat(parts));
    request = undefined;
    parts = [];
  }
});
createReadStream('', { fd: INPUT })
  .on('data', (bytes) => frames.push(bytes as Buffer))
  .on('end', () => process.exit(0));

async function answer(asked: ToProcess, image: Buffer): Promise<void> {
  const before = process.cpuUsage();
  const send = (reply: Reply, content?: Buffer): void => {
    const { user, system } = process.cpuUsage(before);
    const usage = { cpuSeconds: (user + system) / MICROSECONDS, memory: process.memoryUsage.rss() };
    const message: FromProcess = { ...reply, ...usage };
    output.write(frame(Buffer.from(JSON.stringify(message))));
    if (content) output.write(frame(content));
  };
  try {
    if (asked.work === 'inspect') send({ type: 'facts', facts: await inspectImage(image) });
    else send({ type: 'image' }, await transformImage(image, asked.change));
  } catch (error) {
    // Otherwise the parent process sees the exit.
    if (!(error instanceof ServiceError)) throw error;
    send({ type: 'failure', message: error.message });
  }
}
