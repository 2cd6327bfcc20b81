import { mean, quantile } from './measures.ts';
import type { Quality } from './run.ts';

const SAMPLES = 2_000;
const LEGS = ['words', 'standard'];

/** What `hybrid` finds less of than a leg of it, beyond noise: the whole interval of the difference is below 0. */
export function lossesOf(figures: ReadonlyMap<string, Quality>): string[] {
  const hybrid = figures.get('hybrid');
  return LEGS.flatMap((name) => {
    const leg = figures.get(name);
    if (!hybrid || !leg) return [];
    const [low, high] = interval(hybrid.each, leg.each);
    return high < 0 ? [`hybrid is below ${name} by ${(-high).toFixed(4)} to ${(-low).toFixed(4)} (95 %)`] : [];
  });
}

/** The 95 % interval of the mean difference of two lists of figures of the same queries (paired bootstrap). */
export function interval(one: readonly number[], other: readonly number[]): [low: number, high: number] {
  const differences = one.map((figure, at) => figure - (other[at] ?? 0));
  const random = randomNumbers();
  const means = Array.from({ length: SAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  );
  return [quantile(means, 0.025), quantile(means, 0.975)];
}

/** The same numbers in each run (mulberry32). */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
