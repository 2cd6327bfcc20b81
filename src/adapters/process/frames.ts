import type { Writable } from 'node:stream';
import { waitForDrain } from '../../shared/wait-for-drain.ts';

const FRAME_BYTES = 64 * 1024;

/**
 * Messages over a pipe: four bytes of length, then the content. Both sides of a process for untrusted files use this
 * reader, and neither trusts the lengths of the other.
 */
export function frame(bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes.byteLength);
  return Buffer.concat([head, bytes]);
}

/** Writes one frame as fast as the process reads; the rest is discarded after it exits, because its exit is reported. */
export async function sendFrame(input: Writable, bytes: Uint8Array): Promise<void> {
  if (!input.destroyed && !input.write(frame(bytes))) await waitForDrain(input);
}

/** Writes bytes of a file in frames of at most 64 kB. */
export async function sendFrames(input: Writable, bytes: Uint8Array): Promise<void> {
  for (let index = 0; index < bytes.byteLength; index += FRAME_BYTES) {
    await sendFrame(input, bytes.subarray(index, index + FRAME_BYTES));
  }
}

export class FrameReader {
  private readonly maxBytes: number;
  private readonly take: (bytes: Buffer) => void;
  private parts: Buffer[] = [];
  private bufferedBytes = 0;

  /** @param maxBytes a longer frame throws */
  constructor(maxBytes: number, take: (bytes: Buffer) => void) {
    this.maxBytes = maxBytes;
    this.take = take;
  }

  push(bytes: Buffer): void {
    this.parts.push(bytes);
    this.bufferedBytes += bytes.length;
    for (
      let length = this.nextLength();
      length !== null && this.bufferedBytes >= length + 4;
      length = this.nextLength()
    ) {
      const all = this.parts.length === 1 ? (this.parts[0] ?? Buffer.alloc(0)) : Buffer.concat(this.parts);
      this.parts = all.length > length + 4 ? [all.subarray(length + 4)] : [];
      this.bufferedBytes = all.length - length - 4;
      this.take(all.subarray(4, length + 4));
    }
  }

  private nextLength(): number | null {
    if (this.bufferedBytes < 4) return null;
    const first = this.parts[0];
    const head = first && first.length >= 4 ? first : Buffer.concat(this.parts);
    const length = head.readUInt32BE(0);
    if (length > this.maxBytes) throw new Error('A frame exceeds the maximum length');
    return length;
  }
}
