import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { SteadyReadsOptions } from './steady-reads.thread.ts';

/** The 95th percentile of `timesOfReads`. */
export async function percentileOfReads(options: SteadyReadsOptions, work: Promise<unknown>): Promise<number> {
  const times = await timesOfReads(options, work);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/**
 * Sends a call at a steady rate, whatever the answers take, until the work is done.
 *
 * From a thread of its own: an event loop that also sends a load would add its own delays.
 * @returns the times in ms, ascending
 */
export async function timesOfReads(options: SteadyReadsOptions, work: Promise<unknown>): Promise<number[]> {
  const thread = new Worker(new URL('./steady-reads.thread.ts', import.meta.url), { workerData: options });
  const answer = once(thread, 'message') as Promise<[times: number[]]>;
  try {
    await work;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
    thread.postMessage('stop');
    const [times] = await answer;
    return times.toSorted((one, other) => one - other);
  } finally {
    await thread.terminate();
  }
}
