import type { Slot } from '../job-handler.ts';
import type { Job } from '../job.service.ts';

/** A job that runs, or several as a batch. */
export interface JobRun {
  jobs: readonly Job[];
  done: Promise<void>;
  stop: AbortController;
  hasSlot: boolean;
}

/** The jobs that a runner runs. Each takes a slot, unless it has given it back. */
export class RunningJobs {
  private readonly all = new Set<JobRun>();
  private readonly maxWithoutSlot: number;
  private readonly onFree: () => void;

  /** @param onFree called when another may start */
  constructor({ maxWithoutSlot = 0 }: { maxWithoutSlot?: number }, onFree: () => void) {
    this.maxWithoutSlot = maxWithoutSlot;
    this.onFree = onFree;
  }

  /** Slots that are taken. */
  get usedSlots(): number {
    return [...this.all].filter(({ hasSlot }) => hasSlot).length;
  }

  get batches(): number {
    return [...this.all].filter(({ jobs }) => jobs.length > 1).length;
  }

  get sites(): (string | null)[] {
    return [...this.all].map(({ jobs }) => jobs[0]?.siteId ?? null);
  }

  start(jobs: readonly Job[], run: (stop: AbortController, slot: Slot) => Promise<void>): JobRun {
    const jobRun: JobRun = { jobs, stop: new AbortController(), hasSlot: true, done: Promise.resolve() };
    this.all.add(jobRun);
    const slot = { release: () => this.release(jobRun) };
    jobRun.done = run(jobRun.stop, slot).finally(() => {
      this.all.delete(jobRun);
      this.onFree();
    });
    return jobRun;
  }

  async waitForEnd(): Promise<void> {
    await Promise.all([...this.all].map(({ done }) => done));
  }

  abort(): void {
    for (const { stop } of this.all) stop.abort();
  }

  private release(run: JobRun): void {
    if (!run.hasSlot || this.all.size - this.usedSlots >= this.maxWithoutSlot) return;
    run.hasSlot = false;
    this.onFree();
  }
}
