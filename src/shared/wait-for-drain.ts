import type { Writable } from 'node:stream';

/** Resolves when most of what was written has been read, or the stream is closed. */
export async function waitForDrain(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.on('drain', resolve).on('close', resolve);
  await promise;
  stream.off('drain', resolve).off('close', resolve);
}
