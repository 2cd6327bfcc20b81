import type { Readable } from 'node:stream';
import { ServiceError } from '../../shared/errors.ts';
import { FrameReader, sendFrame, sendInPieces } from '../../shared/process/frames.ts';
import { type SpawnedProcess, spawnProcess } from '../../shared/process/spawn-process.ts';
import { type FromProcess, MAX_IMAGE_BYTES, type ToProcess } from './messages.ts';

export type Answer = FromProcess & { content: Buffer | null };

/** A process that uses more memory than this, or has done this many tasks, is not reused. */
const MAX_KEPT_MEMORY = 300 * 1024 * 1024;
const MAX_WORKS = 200;
/** 50 decoded megapixels, and the memory of an AVIF encoder for them. */
const LIMITS = { memoryKb: 2_000_000, heapMb: 128, cpuSeconds: 4_000 };

/** It needed more memory than allowed, or libvips failed on the image: a retry would fail as well. */
const CRASHES = new Set<unknown>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGTRAP', 'SIGFPE', 'SIGILL']);

/** A process for images, which handles one at a time and is killed when the work is aborted. */
export class ImageWorker {
  private readonly spawned: SpawnedProcess;
  private works = 0;
  private isUsable = true;

  constructor(niceness: number) {
    this.spawned = spawnProcess({ ...LIMITS, niceness, entry: 'adapters/image-transformer/image-process' });
    this.spawned.child.on('exit', () => void (this.isUsable = false));
  }

  /** Whether the process can take another image. */
  get reusable(): boolean {
    return this.isUsable && this.works < MAX_WORKS;
  }

  get pid(): number | undefined {
    return this.spawned.child.pid;
  }

  /** @param signal kills the process; the promise then rejects with its reason */
  async run(request: ToProcess, content: Readable, signal: AbortSignal): Promise<Answer> {
    this.works += 1;
    const kill = (): void => this.kill();
    signal.addEventListener('abort', kill, { once: true });
    try {
      signal.throwIfAborted();
      const answer = this.answer();
      // The first failure is reported; the other rejection must not be unhandled.
      answer.catch(() => {});
      await Promise.race([this.send(request, content), answer]);
      const answered = await answer;
      if (answered.memory > MAX_KEPT_MEMORY) this.kill();
      return answered;
    } catch (error) {
      this.kill();
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
      content.destroy();
    }
  }

  kill(): void {
    this.isUsable = false;
    this.spawned.child.kill('SIGKILL');
  }

  private async send(request: ToProcess, content: Readable): Promise<void> {
    const { input } = this.spawned;
    await sendFrame(input, Buffer.from(JSON.stringify(request)));
    for await (const part of content as AsyncIterable<Buffer>) await sendInPieces(input, part);
    await sendFrame(input, Buffer.alloc(0));
  }

  private answer(): Promise<Answer> {
    const { child, output } = this.spawned;
    return new Promise<Answer>((resolve, reject) => {
      let message: FromProcess | undefined;
      const settle = (finish: () => void): void => {
        output.off('data', data);
        child.off('close', ended).off('error', ended);
        finish();
      };
      const frames = new FrameReader(MAX_IMAGE_BYTES, (bytes) => {
        if (message?.type === 'image') {
          const answered = { ...message, content: Buffer.from(bytes) };
          return settle(() => resolve(answered));
        }
        const received = JSON.parse(bytes.toString()) as FromProcess;
        message = received;
        if (received.type !== 'image') settle(() => resolve({ ...received, content: null }));
        return undefined;
      });
      const data = (bytes: Buffer): void => {
        try {
          frames.push(bytes);
        } catch (error) {
          settle(() => reject(error));
        }
      };
      const ended = (): void => settle(() => reject(this.endError()));
      output.on('data', data);
      child.on('close', ended).on('error', ended);
    });
  }

  private endError(): ServiceError {
    const { child, lastOutput } = this.spawned;
    const end = child.exitCode ?? child.signalCode;
    const cause = new Error(`The image process ended with ${end}: ${lastOutput()}`);
    return CRASHES.has(end)
      ? new ServiceError('BAD_REQUEST', 'Image is damaged', {}, { cause })
      : new ServiceError('UNAVAILABLE', 'Image processing is unavailable', {}, { cause });
  }
}
