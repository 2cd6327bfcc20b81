import { createGauge, meter } from './metrics.ts';

interface Depth {
  kind: string;
  waiting: number;
  oldestSeconds: number;
}

/** How many jobs wait and how long: read once per export. Every instance reports the whole queue: take the highest, not the sum. */
export function observeQueue(read: () => Promise<Depth[]>): void {
  const depth = createGauge('lectern.job.queue.depth');
  const age = createGauge('lectern.job.queue.age');
  /** A kind that waited once is reported as 0 later: a series that breaks off keeps its last value in some receivers. */
  const kinds = new Set<string>();
  meter().addBatchObservableCallback(
    async (result) => {
      // An unavailable database is reported elsewhere.
      const depths = await read().catch(() => null);
      if (!depths) return;
      const depthsByKind = new Map(depths.map((each) => [each.kind, each]));
      for (const kind of depthsByKind.keys()) kinds.add(kind);
      for (const kind of kinds) {
        const attributes = { 'lectern.job.kind': kind };
        result.observe(depth, depthsByKind.get(kind)?.waiting ?? 0, attributes);
        result.observe(age, depthsByKind.get(kind)?.oldestSeconds ?? 0, attributes);
      }
    },
    [depth, age],
  );
}

/**
 * Counts the sites in which this instance found stored vectors that searches don't find. Instances find different ones:
 * take the sum.
 */
export function observeReach(count: () => number): void {
  createGauge('lectern.index.unreachable').addCallback((result) => result.observe(count(), {}));
}

/** How far the next embedding model is: read once per export, the same by every instance. */
export function observeEmbedding(read: () => Promise<number>): void {
  createGauge('lectern.embedding.progress').addCallback(async (result) => {
    // An unavailable database is reported elsewhere.
    const share = await read().catch(() => null);
    if (share !== null) result.observe(share, {});
  });
}
