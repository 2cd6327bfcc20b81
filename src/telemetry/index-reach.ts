import { createGauge } from './metrics.ts';

/** In how many sites this instance found stored vectors that searches don't find. Instances find different ones: take the sum. */
export function observeReach(count: () => number): void {
  createGauge('lectern.index.unreachable').addCallback((result) => result.observe(count(), {}));
}
