import { FrameReader, sendFrame, sendFrames } from './frames.ts';
import { type ProcessOptions, spawnProcess } from './spawn-process.ts';

/** How a process has ended. */
export interface ProcessEnd {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  lastOutput: string;
}

export interface Exchange<T> {
  request: unknown;
  file: AsyncIterable<Uint8Array>;
  /** Kills the process; the promise then rejects with its reason. */
  signal: AbortSignal | undefined;
  /** A longer frame of the answer is an error. */
  maxFrameBytes: number;
  /** Takes each frame of the answer; the first result that is not undefined is the answer. */
  take(frame: Buffer): T | undefined;
  /** What an end of the process means that comes before the answer. */
  endError(end: ProcessEnd): Error;
}

/** A process that calls `serveProcess`: it reads untrusted files, one at a time, and is killed when it exceeds a limit. */
export class FileProcess {
  private readonly spawnedProcess: ReturnType<typeof spawnProcess>;
  private readonly maxFiles: number;
  private files = 0;
  private isUsable = true;

  /** @param options.maxFiles after so many it is not reused */
  constructor({ maxFiles, ...options }: ProcessOptions & { maxFiles: number }) {
    this.maxFiles = maxFiles;
    this.spawnedProcess = spawnProcess(options);
    this.spawnedProcess.child.on('exit', () => void (this.isUsable = false));
  }

  /** Tells whether the process can read another file. */
  get reusable(): boolean {
    return this.isUsable && this.files < this.maxFiles;
  }

  get pid(): number | undefined {
    return this.spawnedProcess.child.pid;
  }

  kill(): void {
    this.isUsable = false;
    this.spawnedProcess.child.kill('SIGKILL');
  }

  /** Any failure kills the process. */
  async exchange<T>({ request, file, signal, ...answering }: Exchange<T>): Promise<T> {
    const kill = (): void => this.kill();
    signal?.addEventListener('abort', kill, { once: true });
    this.files += 1;
    try {
      signal?.throwIfAborted();
      const answer = this.answer(answering);
      // The first failure is reported; the other rejection must not be unhandled.
      answer.catch(() => {});
      await Promise.race([this.send(request, file), answer]);
      return await answer;
    } catch (error) {
      kill();
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', kill);
    }
  }

  private async send(request: unknown, file: AsyncIterable<Uint8Array>): Promise<void> {
    const { input } = this.spawnedProcess;
    await sendFrame(input, Buffer.from(JSON.stringify(request)));
    for await (const part of file) await sendFrames(input, part);
    await sendFrame(input, Buffer.alloc(0));
  }

  private answer<T>({ maxFrameBytes, take, endError }: Omit<Exchange<T>, 'request' | 'file' | 'signal'>): Promise<T> {
    const { child, output, lastOutput } = this.spawnedProcess;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const frames = new FrameReader(maxFrameBytes, (bytes) => {
      const answer = take(bytes);
      if (answer !== undefined) resolve(answer);
    });
    const data = (bytes: Buffer): void => {
      try {
        frames.push(bytes);
      } catch (error) {
        reject(error);
      }
    };
    const ended = (): void => {
      reject(endError({ exitCode: child.exitCode, signal: child.signalCode, lastOutput: lastOutput() }));
    };
    output.on('data', data);
    child.on('close', ended).on('error', ended);
    return promise.finally(() => {
      output.off('data', data);
      child.off('close', ended).off('error', ended);
    });
  }
}
