import type { ExtractOptions, ExtractedBlock, Extraction, ExtractionFailure } from '../../ports/extractor.ts';
import { ServiceError } from '../../shared/errors.ts';
import { FrameReader, sendFrame, sendInPieces } from '../../shared/process/frames.ts';
import { type SpawnedProcess, spawnProcess } from '../../shared/process/spawn-process.ts';
import type { OcrLanguages } from './languages.ts';
import { MAX_CHARACTERS, MAX_FILE_BYTES, OCR_PAGE_MS, PROCESS_LIMITS, STALL_MS, TOTAL_MS } from './limits.ts';
import type { FromProcess, ReadableFormat } from './messages.ts';
import { OUT_OF_MEMORY, TOO_SLOW } from './extraction-error.ts';

export type Outcome = Extraction | { failure: ExtractionFailure };

/** The text as JSON, with space for escapes and the message around it. */
const MAX_ANSWER_BYTES = MAX_CHARACTERS * 8;
/** A process that uses more memory than this after a file is not reused, nor one that ran OCR or reported an error. */
const MAX_KEPT_BYTES = 250 * 1024 * 1024;
const MAX_FILES = 50;

/** What is read, also what is no document. */
export type ReadOptions = Omit<ExtractOptions, 'format'> & { format: ReadableFormat };

export interface TimeLimits {
  stallMs: number;
  totalMs: number;
}

export const TIME_LIMITS: TimeLimits = { stallMs: STALL_MS, totalMs: TOTAL_MS };

/** One extraction process: reads files of one owner, one at a time, and is killed when it exceeds a limit. */
export class OneProcess {
  readonly owner: string;
  private readonly spawned: SpawnedProcess;
  private readonly languages: OcrLanguages;
  private readonly limits: TimeLimits;
  private files = 0;
  private worn = false;

  constructor(owner: string, languages: OcrLanguages, limits: TimeLimits) {
    this.owner = owner;
    this.languages = languages;
    this.spawned = spawnProcess({
      ...PROCESS_LIMITS,
      entry: 'adapters/extractor/extraction-process',
      folders: [languages.folder],
    });
    this.limits = limits;
    this.spawned.child.on('exit', () => {
      this.worn = true;
    });
  }

  /** Whether the process can read another file of the owner. */
  get reusable(): boolean {
    return !this.worn && this.files < MAX_FILES;
  }

  get pid(): number | undefined {
    return this.spawned.child.pid;
  }

  async read(file: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Outcome> {
    this.files++;
    const watch = new Watch(this, this.limits, options.signal);
    try {
      const answer = this.answer(options, watch);
      // The first failure is reported; the other rejection must not be unhandled.
      answer.catch(() => {});
      const tooLong = await Promise.race([this.send(file, options), answer.then(() => null)]);
      return tooLong ?? (await answer);
    } catch (error) {
      this.kill();
      options.signal?.throwIfAborted();
      if (watch.ranOut) return { failure: TOO_SLOW };
      throw error;
    } finally {
      watch.stop();
    }
  }

  kill(): void {
    this.worn = true;
    this.spawned.child.kill('SIGKILL');
  }

  private async send(file: AsyncIterable<Uint8Array>, { format }: ReadOptions): Promise<Outcome | null> {
    const { input } = this.spawned;
    await sendFrame(input, Buffer.from(JSON.stringify({ format, languages: this.languages })));
    let bytes = 0;
    for await (const part of file) {
      bytes += part.byteLength;
      if (bytes > MAX_FILE_BYTES) {
        this.kill();
        return { failure: { code: 'TOO_LARGE', message: `The file has more than ${MAX_FILE_BYTES} bytes` } };
      }
      await sendInPieces(input, part);
    }
    await sendFrame(input, Buffer.alloc(0));
    return null;
  }

  private answer(options: ReadOptions, watch: Watch): Promise<Outcome> {
    const { child, output } = this.spawned;
    return new Promise<Outcome>((resolve, reject) => {
      const collected = new Answer(options, watch, (outcome, memory) => {
        if (memory > MAX_KEPT_BYTES || 'failure' in outcome || outcome.ocrPages > 0) this.kill();
        detach();
        resolve(outcome);
      });
      const data = (bytes: Buffer): void => {
        try {
          collected.push(bytes);
        } catch (error) {
          reject(error);
        }
      };
      const ended = (): void => {
        detach();
        const failure = this.failureOfEnd();
        if (failure) resolve({ failure });
        else reject(new ServiceError('UNAVAILABLE', 'The text extraction failed', {}, { cause: this.endReason() }));
      };
      const detach = (): void => {
        output.off('data', data);
        child.off('close', ended).off('error', ended);
      };
      output.on('data', data);
      child.on('close', ended).on('error', ended);
    });
  }

  /** The kernel denied it memory, or it exceeded its heap limit. */
  private failureOfEnd(): ExtractionFailure | null {
    const { child, lastOutput } = this.spawned;
    const words = lastOutput();
    const starved =
      child.signalCode === 'SIGABRT' ||
      child.signalCode === 'SIGTRAP' ||
      /out of memory|allocation failed|bad_alloc|Cannot allocate|ENOMEM|ERR_WORKER_OUT_OF_MEMORY/i.test(words);
    if (starved) return OUT_OF_MEMORY;
    // An unexpected error in its own code would occur again.
    return child.exitCode !== null && child.exitCode > 0 ? { code: 'MALFORMED', message: 'The file is damaged' } : null;
  }

  private endReason(): Error {
    const { child, lastOutput } = this.spawned;
    return new Error(`The extraction process ended with ${child.exitCode ?? child.signalCode}: ${lastOutput()}`);
  }
}

/** Collects the messages of the process. */
class Answer {
  private readonly blocks: ExtractedBlock[] = [];
  private readonly frames: FrameReader;
  private bytes = 0;

  constructor(options: ReadOptions, watch: Watch, done: (outcome: Outcome, memory: number) => void) {
    this.frames = new FrameReader(MAX_ANSWER_BYTES, (bytes) => {
      const message = JSON.parse(bytes.toString()) as FromProcess;
      watch.progressed(message.type === 'progress' ? message.ocrPages : 0);
      if (message.type === 'progress') options.onProgress?.(Math.min(1, Math.max(0, message.share)));
      else if (message.type === 'blocks') this.blocks.push(...message.blocks);
      else if (message.type === 'failure') done({ failure: { code: message.code, message: message.message } }, 0);
      else {
        const { pages, ocrPages, notes, memory } = message;
        done({ blocks: this.blocks, pages, ocrPages, notes }, memory);
      }
    });
  }

  push(bytes: Buffer): void {
    this.bytes += bytes.length;
    if (this.bytes > MAX_ANSWER_BYTES) throw new Error('The extraction process returned too much data');
    this.frames.push(bytes);
  }
}

/** Kills the process when it makes no progress, takes too long, or the caller aborts. */
class Watch {
  ranOut = false;
  private readonly timer: NodeJS.Timeout;
  private readonly begun = Date.now();
  private last = Date.now();
  private ocrPages = 0;
  private readonly signal: AbortSignal | undefined;
  private readonly abort: () => void;

  constructor(process: OneProcess, limits: TimeLimits, signal: AbortSignal | undefined) {
    this.signal = signal;
    this.abort = () => process.kill();
    this.timer = setInterval(
      () => {
        const total = limits.totalMs + this.ocrPages * OCR_PAGE_MS;
        if (Date.now() - this.last < limits.stallMs && Date.now() - this.begun < total) return;
        this.ranOut = true;
        process.kill();
      },
      Math.min(250, limits.stallMs / 4),
    );
    if (signal?.aborted) process.kill();
    signal?.addEventListener('abort', this.abort, { once: true });
  }

  progressed(ocrPages: number): void {
    this.last = Date.now();
    this.ocrPages = Math.max(this.ocrPages, ocrPages);
  }

  stop(): void {
    clearInterval(this.timer);
    this.signal?.removeEventListener('abort', this.abort);
  }
}
