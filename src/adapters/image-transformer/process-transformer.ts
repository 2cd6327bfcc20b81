import type { Readable } from 'node:stream';
import type { ImageChange, ImageFacts, ImageTransformer, TransformedImage } from '../../ports/image-transformer.ts';
import { ServiceError } from '../../shared/errors.ts';
import { type Answer, ImageWorker } from './image-worker.ts';
import type { ToProcess } from './messages.ts';

/** Timeout for one image. */
const SECONDS = 15;
/** How long a process waits for another image. */
const IDLE_MS = 30_000;
/** Number of idle processes that are kept; more are started when they are needed. */
const MAX_IDLE = 2;
/** Uploads wait for inspections; both have lower priority than the requests that the service answers itself. */
const NICENESS = { inspect: 5, transform: 10 } as const;

/** libvips in separate processes, started with the first image, so that its work can be aborted. */
export function createProcessTransformer({ seconds = SECONDS }: { seconds?: number } = {}): ProcessTransformer {
  return new ProcessTransformer(seconds);
}

export class ProcessTransformer implements ImageTransformer {
  private readonly milliseconds: number;
  private readonly pools = { inspect: new Pool(NICENESS.inspect), transform: new Pool(NICENESS.transform) };

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

  /** Running and idle processes. */
  processIds(): number[] {
    return Object.values(this.pools).flatMap((pool) => pool.processIds());
  }

  async close(): Promise<void> {
    for (const pool of Object.values(this.pools)) pool.close();
  }

  private async run(request: ToProcess, content: Readable, signal?: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(this.milliseconds);
    const ends = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      const answer = await this.pools[request.work].use((worker) => worker.run(request, content, ends));
      if (answer.type === 'failure') throw new ServiceError('BAD_REQUEST', answer.message);
      return answer;
    } catch (error) {
      if (signal?.aborted || !timeout.aborted) throw error;
      throw new ServiceError('UNAVAILABLE', 'Transforming the image takes too long');
    }
  }
}

/** Processes that are started on demand and exit after a time without work. */
class Pool {
  private readonly niceness: number;
  private readonly busy = new Set<ImageWorker>();
  private idle: { worker: ImageWorker; timer: NodeJS.Timeout }[] = [];

  constructor(niceness: number) {
    this.niceness = niceness;
  }

  async use<T>(work: (worker: ImageWorker) => Promise<T>): Promise<T> {
    const worker = this.take();
    this.busy.add(worker);
    try {
      return await work(worker);
    } finally {
      this.busy.delete(worker);
      this.keep(worker);
    }
  }

  processIds(): number[] {
    return [...this.busy, ...this.idle.map(({ worker }) => worker)].flatMap(({ pid }) => pid ?? []);
  }

  close(): void {
    for (const worker of this.busy) worker.kill();
    for (const { worker, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      worker.kill();
    }
  }

  private take(): ImageWorker {
    for (let kept = this.idle.pop(); kept; kept = this.idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.worker.reusable) return kept.worker;
    }
    return new ImageWorker(this.niceness);
  }

  private keep(worker: ImageWorker): void {
    if (!worker.reusable || this.idle.length >= MAX_IDLE) return worker.kill();
    const end = (): void => {
      this.idle = this.idle.filter((kept) => kept.worker !== worker);
      worker.kill();
    };
    this.idle.push({ worker, timer: setTimeout(end, IDLE_MS).unref() });
    return undefined;
  }
}
