import type { Readable } from 'node:stream';
import type { ImageChange, ImageFacts, ImageTransformer, TransformedImage } from '../../ports/image-transformer.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { FileProcess } from '../process/file-process.ts';
import { ProcessPool } from '../process/process-pool.ts';
import { type Answer, exchangeImage, startImageProcess } from './image-worker.ts';
import type { ToProcess } from './messages.ts';

/** Timeout for one image. */
const SECONDS = 15;
const POOL = { maxIdle: 2, idleMs: 30_000 };
/** Uploads wait for inspections; both have lower priority than the requests that the service answers itself. */
const NICENESS = { inspect: 5, transform: 10 } as const;

/** Runs libvips in separate processes, started with the first image, so that its work can be aborted. */
export function createProcessTransformer({ seconds = SECONDS }: { seconds?: number } = {}): ProcessTransformer {
  return new ProcessTransformer(seconds);
}

export class ProcessTransformer implements ImageTransformer {
  private readonly milliseconds: number;
  private readonly pools = {
    inspect: new ProcessPool<FileProcess>(POOL),
    transform: new ProcessPool<FileProcess>(POOL),
  };

  constructor(seconds: number) {
    this.milliseconds = seconds * 1000;
  }

  async inspect(content: Readable): Promise<ImageFacts> {
    const answer = await this.run({ work: 'inspect' }, content);
    if (answer.type !== 'facts') throw new TypeError('The image process returned an unexpected result');
    return answer.facts;
  }

  async transform(content: Readable, change: ImageChange, signal?: AbortSignal): Promise<TransformedImage> {
    const { content: image, cpuSeconds } = await this.run({ work: 'transform', change }, content, signal);
    if (!image) throw new TypeError('The image process returned an unexpected result');
    return { content: image, cpuSeconds };
  }

  /** Lists the ids of running and idle processes. */
  processIds(): number[] {
    return Object.values(this.pools).flatMap((pool) => pool.processIds());
  }

  async close(): Promise<void> {
    for (const pool of Object.values(this.pools)) await pool.close();
  }

  private async run(request: ToProcess, content: Readable, signal?: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(this.milliseconds);
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const answer = await this.pools[request.work].use(
        () => startImageProcess(NICENESS[request.work]),
        (process) => exchangeImage(process, request, content, ends),
      );
      if (answer.type === 'failure') throw new ServiceError('BAD_REQUEST', answer.message);
      return answer;
    } catch (error) {
      if (signal?.aborted || !timeout.aborted) throw error;
      throw new ServiceError('UNAVAILABLE', 'Transforming the image takes too long');
    }
  }
}
