import type { JobQueue } from '../../ports/job-queue.ts';

/** Wakes the workers of this process, which query due jobs themselves; other processes poll every two seconds. */
export function createLocalJobQueue(): JobQueue {
  const listeners: (() => void)[] = [];
  return {
    sender: null,
    dispatch() {
      for (const wake of listeners) wake();
    },
    listen(wake) {
      listeners.push(wake);
    },
    async drain() {},
    async close() {},
  };
}
