/** Share of the time in which the event loop works; above it requests wait for others. Batches alone stay below it. */
const BUSY = 0.9;
const WINDOW_MS = 100;

/** Tells whether the event loop was busy lately. */
export function busyEventLoop(): () => boolean {
  let last = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - lookedAt < WINDOW_MS) return isBusy;
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, last).utilization > BUSY;
    last = now;
    lookedAt = performance.now();
    return isBusy;
  };
}
