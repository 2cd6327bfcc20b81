import { ServiceError } from '../../shared/errors.ts';
import { serveProcess } from '../process/serve-process.ts';
import { type FromProcess, MAX_IMAGE_BYTES, type Reply, type ToProcess } from './messages.ts';
import { inspectImage, transformImage } from './sharp-work.ts';

const MICROSECONDS = 1e6;

/** The process that transforms images. It is killed when the work is aborted, because libvips cannot be interrupted. */
serveProcess<ToProcess>(MAX_IMAGE_BYTES, async (request, image, send) => {
  const before = process.cpuUsage();
  const { content, ...reply } = await answer(request, image);
  const { user, system } = process.cpuUsage(before);
  const usage = { cpuSeconds: (user + system) / MICROSECONDS, memory: process.memoryUsage.rss() };
  const message: FromProcess = { ...reply, ...usage };
  await send(Buffer.from(JSON.stringify(message)));
  if (content) await send(content);
});

async function answer(request: ToProcess, image: Buffer): Promise<Reply & { content?: Buffer }> {
  try {
    if (request.work === 'inspect') return { type: 'facts', facts: await inspectImage(image) };
    return { type: 'image', content: await transformImage(image, request.change) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { type: 'failure', message: error.message };
  }
}
