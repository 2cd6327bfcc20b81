import type { ExtractOptions, ExtractedBlock, Extraction, ExtractionFailure } from '../../ports/extractor.ts';
import { ServiceError } from '../../shared/errors.ts';
import { FileProcess, type ProcessEnd } from '../process/file-process.ts';
import type { OcrLanguages } from './languages.ts';
import { MAX_CHARACTERS, MAX_FILE_BYTES, OCR_PAGE_MS, PROCESS_LIMITS, type TIME_LIMITS } from './limits.ts';
import type { FromProcess, ReadableFormat } from './messages.ts';
import { ExtractionError, tooMuch } from './extraction-error.ts';

export type Outcome = Extraction | { failure: ExtractionFailure };

/** The text as JSON, with space for escapes and the message around it. */
const MAX_ANSWER_BYTES = MAX_CHARACTERS * 8;
/** A process that uses more memory than this after a file is not reused, nor one that ran OCR or reported an error. */
const MAX_IDLE_BYTES = 250 * 1024 * 1024;
const MAX_FILES = 50;

/** What is read, also what is no document. */
export type ReadOptions = Omit<ExtractOptions, 'format'> & { format: ReadableFormat };

/** One extraction process: reads files of one owner. */
export class OneProcess extends FileProcess {
  readonly owner: string;
  private readonly languages: OcrLanguages;
  private readonly limits: typeof TIME_LIMITS;

  constructor(owner: string, languages: OcrLanguages, limits: typeof TIME_LIMITS) {
    const entry = 'adapters/extractor/extraction-process';
    super({ ...PROCESS_LIMITS, entry, folders: [languages.folder], maxFiles: MAX_FILES });
    this.owner = owner;
    this.languages = languages;
    this.limits = limits;
  }

  async read(file: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Outcome> {
    const watch = superviseProcess(this, this.limits);
    try {
      return await this.exchange({
        request: { format: options.format, languages: this.languages },
        file: limitFile(file),
        signal: options.signal,
        maxFrameBytes: MAX_ANSWER_BYTES,
        take: this.collector(options, watch.progressed),
        endError,
      });
    } catch (error) {
      options.signal?.throwIfAborted();
      if (watch.ranOut()) return { failure: { code: 'TOO_SLOW', message: 'The text extraction took too long' } };
      if (error instanceof ExtractionError) return { failure: { code: error.code, message: error.message } };
      throw error;
    } finally {
      watch.stop();
    }
  }

  /** Collects the messages of the process. */
  private collector(
    { onProgress }: ReadOptions,
    progressed: (ocrPages: number) => void,
  ): (frame: Buffer) => Outcome | undefined {
    const blocks: ExtractedBlock[] = [];
    let bytes = 0;
    return (frame) => {
      bytes += frame.length;
      if (bytes > MAX_ANSWER_BYTES) throw new Error('The extraction process returned too much data');
      const message = JSON.parse(frame.toString()) as FromProcess;
      progressed(message.type === 'progress' ? message.ocrPages : 0);
      if (message.type === 'failure') throw new ExtractionError(message.code, message.message);
      if (message.type === 'progress') onProgress?.(Math.min(1, Math.max(0, message.share)));
      else if (message.type === 'blocks') blocks.push(...message.blocks);
      else {
        const { pages, ocrPages, notes, memory } = message;
        if (memory > MAX_IDLE_BYTES || ocrPages > 0) this.kill();
        return { blocks, pages, ocrPages, notes };
      }
      return undefined;
    };
  }
}

async function* limitFile(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of file) {
    bytes += part.byteLength;
    if (bytes > MAX_FILE_BYTES) throw tooMuch(`${MAX_FILE_BYTES} bytes`);
    yield part;
  }
}

/** The kernel denied it memory, or it exceeded its heap limit. */
function endError({ exitCode, signal, lastOutput }: ProcessEnd): Error {
  const memoryExhausted =
    signal === 'SIGABRT' ||
    signal === 'SIGTRAP' ||
    /out of memory|allocation failed|bad_alloc|Cannot allocate|ENOMEM|ERR_WORKER_OUT_OF_MEMORY/i.test(lastOutput);
  if (memoryExhausted) return new ExtractionError('OUT_OF_MEMORY', 'The text extraction needed too much memory');
  // An unexpected error in its own code would occur again.
  if (exitCode !== null && exitCode > 0) return new ExtractionError('MALFORMED', 'The file is damaged');
  const cause = new Error(`The extraction process ended with ${exitCode ?? signal}: ${lastOutput}`);
  return new ServiceError('UNAVAILABLE', 'The text extraction failed', {}, { cause });
}

/** Kills the process when it makes no progress, or takes too long. */
function superviseProcess(process: OneProcess, limits: typeof TIME_LIMITS) {
  const startTime = Date.now();
  let [last, mostOcrPages, isExpired] = [startTime, 0, false];
  const check = (): void => {
    const total = limits.totalMs + mostOcrPages * OCR_PAGE_MS;
    if (Date.now() - last < limits.stallMs && Date.now() - startTime < total) return;
    isExpired = true;
    process.kill();
  };
  const timer = setInterval(check, Math.min(250, limits.stallMs / 4));
  return {
    ranOut: () => isExpired,
    progressed(ocrPages: number): void {
      last = Date.now();
      mostOcrPages = Math.max(mostOcrPages, ocrPages);
    },
    stop: () => clearInterval(timer),
  };
}
