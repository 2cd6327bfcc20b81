import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentDeadline } from './deadline.ts';
import { FairQueue } from './fair-queue.ts';
import { RecentRequests } from './recent-requests.ts';
import { WorkBudget } from './work-budget.ts';

/** Work ends its slice at the first `yield` after this long: it is what a request of another site may have to wait. */
const SLICE_MS = 1;
/**
 * Milliseconds of the event loop that a site may use at once and per second while other sites send requests. Most
 * searches stay below.
 */
const ALLOWANCE = { burst: 50, perSecond: 200 };
/** A slice that could not end in time, so that all sites had to wait, counts so many times as much. */
const BLOCK_MS = 8;
const BLOCK_FACTOR = 10;

/** Work that can be interrupted after each `yield`. */
export type Steps<T> = Generator<unknown, T, void>;

/**
 * Shares the event loop between sites: work that takes it more than some milliseconds runs in slices, the next one always
 * of the site that was served the least time. Between two slices other requests are served. While they come, a site that
 * has used up its allowance pauses.
 */
export class LoopScheduler {
  readonly requests = new RecentRequests();
  /** Several short works share a slice. */
  private sliceEndsAt = -Infinity;
  private readonly budget = new WorkBudget(ALLOWANCE);
  private readonly queue = new FairQueue({
    slots: 1,
    slotsPerSite: 1,
    // Requests are limited before.
    waiting: Infinity,
    sitePauseMs: (site) => (this.requests.hasOther(site) ? this.budget.waitMs(site) : 0),
  });

  /**
   * Work with `yield` wherever it may be interrupted, about once in a millisecond. What it reads may have changed after it.
   * @throws the reason why the deadline of the request ended meanwhile
   */
  async run<T>(site: string, steps: Steps<T>): Promise<T> {
    for (;;) {
      const { done, value } = await this.slice(site, steps);
      if (done) return value;
    }
  }

  /** Work that cannot be interrupted, in a slice of its own. */
  async runWhole<T>(site: string, work: () => T): Promise<Awaited<T>> {
    return await this.run(site, once(work));
  }

  private slice<T>(site: string, steps: Steps<T>): Promise<IteratorResult<unknown, T>> {
    let took = 0;
    const task = { site, signal: currentDeadline()?.signal, weight: () => took };
    return this.queue.run(task, async () => {
      if (performance.now() >= this.sliceEndsAt) {
        await nextTurn();
        this.sliceEndsAt = performance.now() + SLICE_MS;
      }
      task.signal?.throwIfAborted();
      const before = process.threadCpuUsage();
      try {
        return runSlice(steps, this.sliceEndsAt);
      } finally {
        // Processor time: what other processes use meanwhile is not the site's.
        const { user, system } = process.threadCpuUsage(before);
        took = (user + system) / 1000;
        this.budget.book(site, took > BLOCK_MS ? took * BLOCK_FACTOR : took);
      }
    });
  }
}

/** The event loop of this process. */
export const loopScheduler = new LoopScheduler();

/** Runs work to its end without interruption. */
export function runSteps<T>(steps: Steps<T>): T {
  return runSlice(steps, Infinity).value as T;
}

function runSlice<T>(steps: Steps<T>, until: number): IteratorResult<unknown, T> {
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= until) return step;
  }
}

// oxlint-disable-next-line require-yield -- one step
function* once<T>(work: () => T): Steps<T> {
  return work();
}
