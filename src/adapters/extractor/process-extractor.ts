import { randomUUID } from 'node:crypto';
import type { Extractor } from '../../ports/extractor.ts';
import { ServiceError } from '../../shared/errors.ts';
import { FairQueue } from '../../shared/fair-queue.ts';
import { frame } from '../process/frames.ts';
import { ProcessPool } from '../process/process-pool.ts';
import { type OcrLanguages, openLanguages } from './languages.ts';
import { TIME_LIMITS } from './limits.ts';
import { OneProcess, type Outcome, type ReadOptions } from './one-process.ts';

interface ProcessExtractorOptions {
  /** Languages for OCR, such as `eng`. */
  languages: readonly string[];
  /** Folder for the data of several languages. */
  folder: string;
  /** Concurrent extractions. */
  slots?: number;
  limits?: typeof TIME_LIMITS;
}

/** The version of the output, increased whenever that of a format changes. */
const VERSION = 3;
/** A process waits for another file of its owner. */
const POOL = { maxIdle: 1, idleMs: 10_000 };

/** Extracts each file in a separate process, or in one that has only read files of the same owner. Owners take turns. */
export class ProcessExtractor implements Extractor {
  readonly version: string;
  private readonly languages: OcrLanguages;
  private readonly limits: typeof TIME_LIMITS;
  private readonly pool = new ProcessPool<OneProcess>(POOL);
  private readonly queue: FairQueue;

  constructor({ languages, folder, slots = 2, limits = TIME_LIMITS }: ProcessExtractorOptions) {
    this.languages = openLanguages(languages, folder);
    this.queue = new FairQueue({ slots, waiting: Infinity });
    this.limits = limits;
    this.version = `${VERSION} ${languages.join('+')}`;
  }

  async extract(file: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<Outcome> {
    const { owner, signal } = options;
    return this.queue.run({ site: owner, signal }, () =>
      this.pool.use(
        () => new OneProcess(owner, this.languages, this.limits),
        (process) => process.read(file, options),
        (idle) => idle.owner === owner,
      ),
    );
  }

  /**
   * The texts in JPEG files, in the order of the files.
   * @throws ServiceError BAD_REQUEST if they cannot be read
   */
  async readPictures(jpegs: readonly Uint8Array[], { signal }: { signal?: AbortSignal } = {}): Promise<string[][]> {
    const options = { format: 'pictures' as const, owner: randomUUID(), ...(signal && { signal }) };
    const outcome = await this.extract(encodeFrames(jpegs), options);
    if ('failure' in outcome && outcome.failure.code !== 'NO_TEXT') {
      throw new ServiceError('BAD_REQUEST', outcome.failure.message);
    }
    const blocks = 'failure' in outcome ? [] : outcome.blocks;
    return jpegs.map((_, index) => blocks.flatMap(({ page, text }) => (page === index + 1 ? [text] : [])));
  }

  /** Lists the ids of running and idle processes. */
  processIds(): number[] {
    return this.pool.processIds();
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

async function* encodeFrames(contents: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  for (const content of contents) yield frame(content);
}
