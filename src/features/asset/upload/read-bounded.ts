import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { ServiceError } from '../../../shared/errors.ts';

const MB = 1024 * 1024;
const STALL_MS = 60_000;

export interface ReadLimits {
  maxBytes: number;
  /** Timeout without progress. */
  stallMs?: number;
}

/** 413 with the text of the interface. */
export function tooLargeError(maxBytes: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', `File exceeds maximum size of ${maxBytes / MB}MB`);
}

/**
 * Passes the incoming bytes to `consume` within limits and always ends that stream, so that every error has a listener.
 * The caller still owns `source`, to answer on the same connection.
 * @throws ServiceError 413 above the maximum, 400 if the client stalls, 503 if the storage stalls
 */
export async function readBounded<T>(
  source: Readable,
  limits: ReadLimits,
  consume: (bytes: Readable) => Promise<T>,
): Promise<T> {
  const bounded = new SizeLimiter(limits);
  // Other errors come from the consumer, whose own rejection explains them.
  const failure = new Promise<never>((_resolve, reject) =>
    bounded.once('error', (error) => void (error instanceof ServiceError && reject(error))),
  );
  const stop = (): void => void (source.readableEnded || bounded.destroy(toStreamError(source)));
  source.on('error', stop).on('close', stop);
  try {
    // It may have failed before a listener was added.
    if (source.destroyed) stop();
    return await Promise.race([failure, consume(source.pipe(bounded))]);
  } finally {
    source.off('error', stop).off('close', stop).unpipe(bounded);
    bounded.on('error', () => {}).destroy();
  }
}

class SizeLimiter extends Transform {
  private readonly maxBytes: number;
  private bytes = 0;
  private readonly stallTimer: NodeJS.Timeout;

  constructor({ maxBytes, stallMs = STALL_MS }: ReadLimits) {
    super();
    this.maxBytes = maxBytes;
    this.stallTimer = setTimeout(() => this.destroy(this.stallError()), stallMs).unref();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.stallTimer.refresh();
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) done(tooLargeError(this.maxBytes));
    else done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.stallTimer);
    done(error);
  }

  /** Buffered bytes are waiting for the storage, not for the client. */
  private stallError(): ServiceError {
    return this.readableLength > 0 || this.writableEnded
      ? new ServiceError('UNAVAILABLE', 'File storage is not reachable')
      : new ServiceError('BAD_REQUEST', 'The upload stalled');
  }
}

function toStreamError({ errored }: Readable): ServiceError {
  return errored instanceof ServiceError ? errored : new ServiceError('BAD_REQUEST', 'The upload was aborted');
}
