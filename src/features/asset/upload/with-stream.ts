import type { Readable } from 'node:stream';

/** Destroys the stream when the work ends, because work that fails early has not read it. */
export async function withStream<T>(
  open: () => Promise<Readable>,
  work: (content: Readable) => Promise<T>,
): Promise<T> {
  const content = await open();
  try {
    return await work(content);
  } finally {
    content.destroy();
  }
}
