import { randomUUID } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { IndexEntry, IndexQuery, VectorIndex } from '../../src/ports/vector-index.ts';
import { axis } from '../support/chunk.ts';
import { use } from '../support/use.ts';

/** What a run of the suite needs: an index whose vectors have 8 dimensions, and a way to close it. */
export interface VectorIndexHarness {
  index: VectorIndex;
  close(): Promise<void>;
}

export const MODES = ['vector', 'keyword', 'hybrid'] as const;

/** Finds the default `chunk()` in every mode. */
export const QUERY: IndexQuery = { mode: 'hybrid', text: 'common', vector: axis(0), filter: {}, limit: 50 };

/** The index of the adapter that runs the suite, and a new site for each test. */
export interface TestedIndex {
  readonly index: VectorIndex;
  readonly site: string;
  /** The chunk ids that a search finds. */
  ids(query: Partial<IndexQuery>, of?: string): Promise<string[]>;
  /** Everything that the index lists of the site. */
  entries(): Promise<IndexEntry[]>;
}

export function useTestedIndex(open: () => Promise<VectorIndexHarness>): TestedIndex {
  const harness = use(open);
  let site = '';
  beforeEach(() => {
    site = randomUUID();
  });
  return {
    get index() {
      return harness.index;
    },
    get site() {
      return site;
    },
    async ids(query, of = site) {
      return (await harness.index.search(of, { ...QUERY, ...query })).map((hit) => hit.chunkId);
    },
    async entries() {
      const listed: IndexEntry[] = [];
      for await (const batch of harness.index.list(site)) listed.push(...batch);
      return listed;
    },
  };
}
