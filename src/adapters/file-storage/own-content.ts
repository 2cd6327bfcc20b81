import type { Readable } from 'node:stream';

/**
 * Makes the stream this call's own from its first moment: it is listened to before anything else can fail, and ended
 * whatever `work` does, so that no writer is left waiting and no error without a listener.
 */
export async function ownContent<T>(content: Readable, work: () => Promise<T>): Promise<T> {
  content.on('error', ignore);
  try {
    return await work();
  } finally {
    content.destroy();
  }
}

/** What is read may fail while its reader still waits for its turn: it learns of that when it reads. */
export function withListener<S extends Readable>(stream: S): S {
  return stream.on('error', ignore);
}

function ignore(): void {}
