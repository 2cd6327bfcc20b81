import { describe } from 'vitest';
import { testFilters } from './vector-index.filters.contract.ts';
import { testSearch } from './vector-index.search.contract.ts';
import { type VectorIndexHarness, useTestedIndex } from './vector-index.tested.ts';
import { testWrites } from './vector-index.writes.contract.ts';

/** The promises of the VectorIndex port; each adapter runs them all. */
export function describeVectorIndex(adapter: string, open: () => Promise<VectorIndexHarness>): void {
  describe(`${adapter} as a vector index`, () => {
    const tested = useTestedIndex(open);
    testWrites(tested);
    testSearch(tested);
    testFilters(tested);
  });
}
