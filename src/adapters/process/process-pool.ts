import type { FileProcess } from './file-process.ts';

interface PoolOptions {
  /** Number of processes without work that are kept. */
  maxIdle: number;
  /** How long one waits for work. */
  idleMs: number;
}

type PooledProcess = Pick<FileProcess, 'reusable' | 'pid' | 'kill'>;

/** Processes that are started on demand and exit after a time without work. */
export class ProcessPool<P extends PooledProcess> {
  private readonly options: PoolOptions;
  private readonly busy = new Set<P>();
  /** The one that has waited longest first. */
  private readonly idle = new Map<P, NodeJS.Timeout>();

  constructor(options: PoolOptions) {
    this.options = options;
  }

  /** @param fits whether a process without work can do this */
  async use<T>(start: () => P, work: (process: P) => Promise<T>, fits: (idle: P) => boolean = () => true): Promise<T> {
    const process = [...this.idle.keys()].findLast((candidate) => candidate.reusable && fits(candidate)) ?? start();
    clearTimeout(this.idle.get(process));
    this.idle.delete(process);
    this.busy.add(process);
    try {
      return await work(process);
    } finally {
      this.busy.delete(process);
      this.keep(process);
    }
  }

  /** Lists the ids of running and idle processes. */
  processIds(): number[] {
    return [...this.busy, ...this.idle.keys()].flatMap(({ pid }) => pid ?? []);
  }

  async close(): Promise<void> {
    for (const process of this.busy) process.kill();
    for (const process of this.idle.keys()) this.drop(process);
  }

  private keep(process: P): void {
    if (!process.reusable) return process.kill();
    this.idle.set(process, setTimeout(() => this.drop(process), this.options.idleMs).unref());
    const [oldest] = this.idle.keys();
    if (oldest && this.idle.size > this.options.maxIdle) this.drop(oldest);
    return undefined;
  }

  private drop(process: P): void {
    clearTimeout(this.idle.get(process));
    this.idle.delete(process);
    process.kill();
  }
}
