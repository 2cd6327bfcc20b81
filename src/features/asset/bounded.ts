import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { ServiceError } from '../../shared/errors.ts';

const MB = 1024 * 1024;
const STALL_MS = 60_000;

export interface ReadLimits {
  maxBytes: number;
  /** How long no byte may move. */
  stallMs?: number;
}

/** 413 with the limit in the interface's words. */
export function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', `File exceeds maximum size of ${maxBytes / MB}MB`);
}

/**
 * Gives what arrives to `consume` within limits, and ends that stream on every path: whatever `consume` does with it, reads
 * it or fails before it does, no error of it is left without a listener. `source` stays its owner's, who may still have to
 * answer on the same connection.
 * @throws ServiceError 413 at the first byte too many, 400 when the sender stops, 503 when nobody takes what it sent
 */
export async function readBounded<T>(
  source: Readable,
  limits: ReadLimits,
  consume: (bytes: Readable) => Promise<T>,
): Promise<T> {
  const bounded = new Bounded(limits);
  // Other errors come from the consumer, whose own rejection explains them.
  const failed = new Promise<never>((_resolve, reject) =>
    bounded.once('error', (error) => void (error instanceof ServiceError && reject(error))),
  );
  const breakOff = (): void => void (source.readableEnded || bounded.destroy(reasonOf(source)));
  source.on('error', breakOff).on('close', breakOff);
  try {
    // It may have broken off before anybody listened.
    if (source.destroyed) breakOff();
    return await Promise.race([failed, consume(source.pipe(bounded))]);
  } finally {
    source.off('error', breakOff).off('close', breakOff).unpipe(bounded);
    bounded.on('error', () => {}).destroy();
  }
}

class Bounded extends Transform {
  private readonly maxBytes: number;
  private bytes = 0;
  private readonly stalled: NodeJS.Timeout;

  constructor({ maxBytes, stallMs = STALL_MS }: ReadLimits) {
    super();
    this.maxBytes = maxBytes;
    this.stalled = setTimeout(() => this.destroy(this.stallError()), stallMs).unref();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.stalled.refresh();
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) done(tooLarge(this.maxBytes));
    else done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.stalled);
    done(error);
  }

  /** Bytes that lie here are waiting for the storage, not for the sender. */
  private stallError(): ServiceError {
    return this.readableLength > 0 || this.writableEnded
      ? new ServiceError('UNAVAILABLE', 'File storage is not reachable')
      : new ServiceError('BAD_REQUEST', 'The upload stalled');
  }
}

function reasonOf({ errored }: Readable): ServiceError {
  return errored instanceof ServiceError ? errored : new ServiceError('BAD_REQUEST', 'The upload was aborted');
}
