import type { IncomingMessage } from 'node:http';
import type { DownloadRequest } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import { withTimeout } from '../../shared/timeout.ts';
import { toServiceError } from './egress-error.ts';
import { assertUncompressed } from './exchange.ts';

type Bounds = Pick<DownloadRequest, 'stallMs' | 'minBytesPerSecond' | 'maxBytes' | 'signal'>;

/** The body in parts. Only the time that is spent waiting for the server counts. */
export async function* boundedBody(response: IncomingMessage, bounds: Bounds): AsyncGenerator<Buffer> {
  assertUncompressed(response);
  const parts = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let bytes = 0;
  let waitedMs = 0;
  for (;;) {
    const startTime = performance.now();
    const part = await nextPart(parts, bounds);
    waitedMs += performance.now() - startTime;
    if (part === null) return;
    bytes += part.length;
    if (bytes > bounds.maxBytes) {
      throw new ServiceError('PAYLOAD_TOO_LARGE', `The response exceeds ${bounds.maxBytes} bytes`);
    }
    if (waitedMs > bounds.stallMs && bytes < (bounds.minBytesPerSecond * waitedMs) / 1_000) {
      throw new ServiceError('BAD_GATEWAY', `The response is slower than ${bounds.minBytesPerSecond} bytes per second`);
    }
    yield part;
  }
}

async function nextPart(parts: AsyncIterator<Buffer>, { stallMs, signal }: Bounds): Promise<Buffer | null> {
  const stalled = (): ServiceError =>
    new ServiceError('BAD_GATEWAY', `No byte of the response came for ${Math.round(stallMs / 1_000)} seconds`);
  try {
    const next = await withTimeout(stallMs, parts.next(), stalled);
    return next.done === true ? null : next.value;
  } catch (error) {
    signal?.throwIfAborted();
    throw toServiceError(error);
  }
}
