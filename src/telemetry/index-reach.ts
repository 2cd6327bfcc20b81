import { recorder } from './record.ts';

/** In how many sites this instance found stored vectors that searches don't find. Instances find different ones: take the sum. */
export function observeReach(count: () => number): void {
  recorder()?.gauges(['lectern.index.unreachable'], async () => [
    { gauge: 'lectern.index.unreachable' as const, value: count(), attributes: {} },
  ]);
}
