import { randomUUID } from 'node:crypto';
import type { Extractor } from '../../ports/extractor.ts';
import { ServiceError } from '../../shared/errors.ts';
import { frame } from '../../shared/process/frames.ts';
import { type OcrLanguages, openLanguages } from './languages.ts';
import { OneProcess, type Outcome, type ReadOptions, TIME_LIMITS, type TimeLimits } from './one-process.ts';

export interface ProcessExtractorOptions {
  /** Languages for OCR, such as `eng`. */
  languages: readonly string[];
  /** Folder for the data of several languages. */
  folder: string;
  /** Concurrent extractions. */
  slots?: number;
  limits?: TimeLimits;
}

/** Increased whenever the output for a format changes. */
const VERSION = 3;
/** How long a process waits for another file of its owner. */
const IDLE_MS = 10_000;

/** Extracts each file in a separate process, or in one that has only read files of the same owner. */
export function createProcessExtractor(options: ProcessExtractorOptions): ProcessExtractor {
  return new ProcessExtractor(
    openLanguages(options.languages, options.folder),
    options.slots ?? 2,
    options.limits ?? TIME_LIMITS,
  );
}

/** The texts of each picture. */
export type PictureTexts = string[][];

export class ProcessExtractor implements Extractor {
  readonly version: string;
  private readonly languages: OcrLanguages;
  private readonly slots: number;
  private readonly limits: TimeLimits;
  private readonly busy = new Set<OneProcess>();
  private readonly waiting: (() => void)[] = [];
  private idle: { process: OneProcess; timer: NodeJS.Timeout } | undefined;
  private taken = 0;

  constructor(languages: OcrLanguages, slots: number, limits: TimeLimits) {
    this.languages = languages;
    this.slots = slots;
    this.limits = limits;
    this.version = `${VERSION} ${languages.names.join('+')}`;
  }

  async extract(file: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Outcome> {
    await this.takeSlot();
    try {
      options.signal?.throwIfAborted();
      return await this.readWith(this.processFor(options.owner), file, options);
    } finally {
      this.taken--;
      this.waiting.shift()?.();
    }
  }

  /**
   * The texts in JPEG files, in the order of the files.
   * @throws ServiceError BAD_REQUEST if they cannot be read
   */
  async readPictures(jpegs: readonly Uint8Array[], { signal }: { signal?: AbortSignal } = {}): Promise<PictureTexts> {
    const options = { format: 'pictures' as const, owner: randomUUID(), ...(signal && { signal }) };
    const outcome = await this.extract(framesOf(jpegs), options);
    if ('failure' in outcome && outcome.failure.code !== 'NO_TEXT') {
      throw new ServiceError('BAD_REQUEST', outcome.failure.message);
    }
    const blocks = 'failure' in outcome ? [] : outcome.blocks;
    return jpegs.map((_, at) => blocks.flatMap(({ page, text }) => (page === at + 1 ? [text] : [])));
  }

  /** Running and idle processes. */
  processIds(): number[] {
    const all = [...this.busy, ...(this.idle ? [this.idle.process] : [])];
    return all.flatMap(({ pid }) => pid ?? []);
  }

  async close(): Promise<void> {
    this.dropIdle();
    for (const process of this.busy) process.kill();
  }

  private async readWith(process: OneProcess, file: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Outcome> {
    this.busy.add(process);
    try {
      return await process.read(file, options);
    } finally {
      this.busy.delete(process);
      if (process.reusable) this.keep(process);
      else process.kill();
    }
  }

  private async takeSlot(): Promise<void> {
    while (this.taken >= this.slots) await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.taken++;
  }

  private processFor(owner: string): OneProcess {
    const kept = this.idle?.process;
    if (kept?.owner === owner && kept.reusable) {
      clearTimeout(this.idle?.timer);
      this.idle = undefined;
      return kept;
    }
    return new OneProcess(owner, this.languages, this.limits);
  }

  private keep(process: OneProcess): void {
    this.dropIdle();
    const timer = setTimeout(() => this.dropIdle(), IDLE_MS);
    this.idle = { process, timer };
  }

  private dropIdle(): void {
    clearTimeout(this.idle?.timer);
    this.idle?.process.kill();
    this.idle = undefined;
  }
}

async function* framesOf(contents: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  for (const content of contents) yield frame(content);
}
