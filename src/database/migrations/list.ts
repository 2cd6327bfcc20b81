import { BASELINE, Baseline } from './20261128_baseline.ts';

/** In the order they run. A migration that has shipped is never edited. */
export const migrations = [{ name: BASELINE, class: Baseline }] as const;
