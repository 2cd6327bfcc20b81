import type { Readable } from 'node:stream';

/**
 * Takes over a stream: its errors are handled from the start and it is destroyed when `work` ends, so that no writer
 * keeps waiting and no error is unhandled.
 */
export async function ownContent<T>(content: Readable, work: () => Promise<T>): Promise<T> {
  content.on('error', ignore);
  try {
    return await work();
  } finally {
    content.destroy();
  }
}

/** The stream may fail before it is read; the reader then gets the error when it reads. */
export function withListener<S extends Readable>(stream: S): S {
  return stream.on('error', ignore);
}

function ignore(): void {}
