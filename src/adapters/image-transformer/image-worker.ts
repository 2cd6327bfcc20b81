import type { Readable } from 'node:stream';
import { ServiceError } from '../../shared/errors.ts';
import { FileProcess, type ProcessEnd } from '../process/file-process.ts';
import { type FromProcess, MAX_IMAGE_BYTES, type ToProcess } from './messages.ts';

export type Answer = FromProcess & { content: Buffer | null };

/** A process that uses more memory than this, or has done this many tasks, is not reused. */
const MAX_IDLE_MEMORY = 300 * 1024 * 1024;
const MAX_WORKS = 200;
/** 50 decoded megapixels, and the memory of an AVIF encoder for them. */
const LIMITS = { memoryKb: 2_000_000, heapMb: 128, cpuSeconds: 4_000 };

/** It needed more memory than allowed, or libvips failed on the image: a retry would fail as well. */
const CRASHES = new Set<unknown>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGFPE', 'SIGILL']);

export function startImageProcess(niceness: number): FileProcess {
  const entry = 'adapters/image-transformer/image-process';
  return new FileProcess({ ...LIMITS, niceness, entry, maxFiles: MAX_WORKS });
}

/** @param signal kills the process; the promise then rejects with its reason */
export async function exchangeImage(
  process: FileProcess,
  request: ToProcess,
  file: Readable,
  signal: AbortSignal,
): Promise<Answer> {
  let message: FromProcess | undefined;
  const take = (bytes: Buffer): Answer | undefined => {
    if (message) return { ...message, content: Buffer.from(bytes) };
    message = JSON.parse(bytes.toString()) as FromProcess;
    return message.type === 'image' ? undefined : { ...message, content: null };
  };
  try {
    const answer = await process.exchange({ request, file, signal, maxFrameBytes: MAX_IMAGE_BYTES, take, endError });
    if (answer.memory > MAX_IDLE_MEMORY) process.kill();
    return answer;
  } finally {
    file.destroy();
  }
}

function endError({ exitCode, signal, lastOutput }: ProcessEnd): ServiceError {
  const end = exitCode ?? signal;
  const cause = new Error(`The image process ended with ${end}: ${lastOutput}`);
  return CRASHES.has(end)
    ? new ServiceError('BAD_REQUEST', 'Image is damaged', {}, { cause })
    : new ServiceError('UNAVAILABLE', 'Image processing is unavailable', {}, { cause });
}
