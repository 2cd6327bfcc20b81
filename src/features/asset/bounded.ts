import { Transform, type TransformCallback } from 'node:stream';
import { ServiceError } from '../../shared/errors.ts';

const MB = 1024 * 1024;
const STALLED_MS = 60_000;

/** 413 with the limit in the interface's words. */
export function tooLarge(mostBytes: number): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', `File exceeds maximum size of ${mostBytes / MB}MB`);
}

/** Hands bytes on and counts them: fails with 413 at the first byte too many, and when none come for a minute. */
export class Bounded extends Transform {
  private readonly mostBytes: number;
  private bytes = 0;
  private readonly stalled: NodeJS.Timeout;

  constructor(mostBytes: number) {
    super();
    this.mostBytes = mostBytes;
    const stop = (): void => void this.destroy(new ServiceError('BAD_REQUEST', 'The upload stopped half-way'));
    this.stalled = setTimeout(stop, STALLED_MS).unref();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.stalled.refresh();
    this.bytes += chunk.length;
    if (this.bytes > this.mostBytes) done(tooLarge(this.mostBytes));
    else done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.stalled);
    done(error);
  }
}
