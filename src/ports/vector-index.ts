/**
 * The search index of the knowledge base: vectors, searchable text and filter fields per chunk. PostgreSQL is
 * authoritative; an index may be behind it, and callers check every hit there.
 * Promises: chunks accepted by `upsert` are found by the next search and survive a crash; a search only sees one site;
 * chunks that a viewer cannot read change neither the scores nor the order of their results; filters apply before
 * ranking, in both parts of a hybrid search, so that pages are always full; scores are in 0..1, higher is better, and
 * hits are sorted best first.
 */
export interface VectorIndex {
  /** Identifies the storage of the chunks. It differs if previous chunks cannot be used: another model or format. */
  readonly name: string;
  /**
   * Changes when all chunks were lost and the index was recreated; undefined while that is unknown. Missing for an
   * index that cannot be emptied while it is used.
   */
  readonly generation?: string | undefined;
  /** Adds chunks, or replaces those with the same id. Any number: the adapter sends them in batches. */
  upsert(siteId: string, chunks: readonly IndexedChunk[]): Promise<void>;
  /**
   * Removes the chunks of a source; with `keepGeneration`, all except those of that generation. Missing ones are
   * ignored.
   */
  deleteSource(siteId: string, sourceId: string, options?: { keepGeneration?: number }): Promise<void>;
  /** Removes these chunks. Missing ones are ignored. */
  remove(siteId: string, chunkIds: readonly string[]): Promise<void>;
  deleteSite(siteId: string): Promise<void>;
  search(siteId: string, query: IndexQuery): Promise<IndexHit[]>;
  /** Number of chunks of a site, including stale ones: for the reconciliation with PostgreSQL. */
  count(siteId: string): Promise<number>;
  /** Every chunk of a site, including stale ones, in parts; chunks written in the meantime may or may not be included. */
  list(siteId: string): AsyncIterable<IndexEntry[]>;
  /** Sites that have or had chunks: to find deleted ones. */
  sites(): Promise<string[]>;
  /** Rejects if the index is unavailable. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface IndexedChunk {
  /** The chunk's UUID. */
  id: string;
  sourceId: string;
  /** The number of the indexing of the source; only the newest finished one is current. */
  generation: number;
  /** Value for the `contentTypes` filter of a search: a document's contentType, a content item's type. */
  contentType: string;
  accessLevel: string;
  requiredSubscriptions: readonly string[];
  /** False for a draft: only searches with `unpublished` find it. */
  published: boolean;
  /** Title, section path and keywords of the whole text, searched with more weight than the text. */
  title: string;
  text: string;
  vector: Float32Array;
}

export interface IndexQuery {
  /** `vector`: semantic similarity; `keyword`: BM25; `hybrid`: both, fused. */
  mode: 'vector' | 'keyword' | 'hybrid';
  /** The vector, required for `vector` and `hybrid`. */
  vector?: Float32Array;
  /** The text, required for `keyword` and `hybrid`. Free text without query syntax. */
  text?: string;
  filter: IndexFilter;
  limit: number;
  signal?: AbortSignal | undefined;
}

export interface IndexFilter {
  /** The access rule of the viewer as a filter. Only omitted by the service's own work (rebuild, tests). */
  access?: {
    /** Levels that the viewer can read whatever the item requires. */
    levels: readonly string[];
    /** Chunks of level `subscription` match if they require one of these; `'*'` matches all. */
    subscriptions: readonly string[] | '*';
    /** True if chunks that are not published match too, by the same levels and subscriptions. Default false. */
    unpublished?: boolean;
  };
  contentTypes?: readonly string[];
  /** Ids of sources. */
  sources?: readonly string[];
}

export interface IndexEntry {
  chunkId: string;
  sourceId: string;
  generation: number;
}

export interface IndexHit extends IndexEntry {
  /** 0..1 */
  score: number;
  /** Its place in each part of a hybrid search; null in one that did not find it. Missing for other modes. */
  parts?: { words: PartOfHit | null; vector: PartOfHit | null };
}

export interface PartOfHit {
  /** The rank, from 1. */
  rank: number;
  /** 0..1, before the parts are scaled and added. */
  score: number;
}
