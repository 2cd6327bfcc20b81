import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Sample, SteadyCallerOptions } from './steady-caller.thread.ts';

export type { Sample } from './steady-caller.thread.ts';

/** A well-behaved keyed caller with an event loop of its own, so that its times are the service's alone. */
export class SteadyCaller {
  private readonly worker: Worker;
  private readonly samples: Sample[] = [];

  constructor(options: SteadyCallerOptions) {
    this.worker = new Worker(new URL('./steady-caller.thread.ts', import.meta.url), { workerData: options });
    this.worker.on('message', (sample: Sample) => this.samples.push(sample));
  }

  /** Resolves when so many more calls have been answered. */
  async answered(count: number): Promise<void> {
    for (let seen = 0; seen < count; seen += 1) await once(this.worker, 'message');
  }

  /** All samples since the last call. */
  take(): Sample[] {
    return this.samples.splice(0);
  }

  async stop(): Promise<void> {
    const exit = once(this.worker, 'exit');
    await this.worker.terminate();
    await exit;
  }
}

export function p95(samples: readonly Sample[]): number {
  const sorted = samples.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}
