import { recorder } from './record.ts';

interface Depth {
  kind: string;
  waiting: number;
  oldestSeconds: number;
}

/** How many jobs wait and how long: asked once per export. Every instance tells of the whole queue: take the highest, not the sum. */
export function observeQueue(read: () => Promise<Depth[]>): void {
  /** A kind that waited once is told of as 0 later: a series that breaks off keeps its last value in some receivers. */
  const seen = new Set<string>();
  recorder()?.gauges(['lectern.job.queue.depth', 'lectern.job.queue.age'], async () => {
    const found = new Map((await read()).map((depth) => [depth.kind, depth]));
    for (const kind of found.keys()) seen.add(kind);
    return [...seen].flatMap((kind) => {
      const attributes = { 'lectern.job.kind': kind };
      const { waiting, oldestSeconds } = found.get(kind) ?? { waiting: 0, oldestSeconds: 0 };
      return [
        { gauge: 'lectern.job.queue.depth' as const, value: waiting, attributes },
        { gauge: 'lectern.job.queue.age' as const, value: oldestSeconds, attributes },
      ];
    });
  });
}
