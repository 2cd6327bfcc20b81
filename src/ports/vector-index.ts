/**
 * The search side of the knowledge base: vectors, searchable text and filter fields per chunk.
 * PostgreSQL holds the truth; an index may lag behind it, and callers re-check every hit there.
 *
 * Promises: what `upsert` accepted is found by the next search and survives a killed process;
 * a search sees one site only; what a viewer may not see changes neither the scores nor the order of what they find; filters apply before ranking, on both legs, so that a page is never
 * shortened by what the viewer may not see; scores lie in 0..1, higher is better, hits come best first.
 */
export interface VectorIndex {
  /** What the chunks are stored in. It differs where former chunks do not count: another model or format. */
  readonly name: string;
  /**
   * Another value once all chunks were lost and the index started anew; undefined while that is not known. Absent: an index
   * that can't be emptied while it is used.
   */
  readonly generation?: string | undefined;
  /** Adds chunks, or replaces those of the same id. Any number: the adapter batches. */
  upsert(siteId: string, chunks: readonly IndexedChunk[]): Promise<void>;
  /** Removes the chunks of a source; with `keepGeneration`, all but that generation's. Absent ones are fine. */
  deleteSource(siteId: string, sourceId: string, options?: { keepGeneration?: number }): Promise<void>;
  /** Removes these chunks. Absent ones are fine. */
  remove(siteId: string, chunkIds: readonly string[]): Promise<void>;
  deleteSite(siteId: string): Promise<void>;
  search(siteId: string, query: IndexQuery): Promise<IndexHit[]>;
  /** Chunks stored for a site, stale ones included: for reconciling with PostgreSQL. */
  count(siteId: string): Promise<number>;
  /** Every chunk stored for a site, stale ones included, in portions; what is written meanwhile may be among them or not. */
  list(siteId: string): AsyncIterable<IndexEntry[]>;
  /** Sites that have or had chunks: for finding those that are gone. */
  sites(): Promise<string[]>;
  /** Rejects when the index can't serve. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export type SourceKind = 'content' | 'document' | 'file' | 'video';

export interface IndexedChunk {
  /** The chunk's UUID. */
  id: string;
  sourceId: string;
  /** Counts up each time the source is indexed anew; only the newest finished one is current. */
  generation: number;
  kind: SourceKind;
  /** What the `contentTypes` filter of a search means: a document's contentType, a content item's type. */
  contentType: string;
  accessLevel: string;
  requiredSubscriptions: readonly string[];
  /** Title and section path, searched with more weight than the text. */
  title: string;
  text: string;
  vector: Float32Array;
}

export interface IndexQuery {
  /** `vector`: nearness in meaning; `keyword`: BM25; `hybrid`: both, fused. */
  mode: 'vector' | 'keyword' | 'hybrid';
  /** Needed for `vector` and `hybrid`. */
  vector?: Float32Array;
  /** Needed for `keyword` and `hybrid`. Free text: no query syntax in it has any effect. */
  text?: string;
  filter: IndexFilter;
  limit: number;
  signal?: AbortSignal;
}

export interface IndexFilter {
  /** What the viewer may see: the access rule, compiled. Left out only by the service's own work (rebuild, tests). */
  access?: {
    /** Levels open to the viewer whatever the item requires. */
    levels: readonly string[];
    /** Chunks of level `subscription` count when they require one of these; `'*'` holds all. */
    subscriptions: readonly string[] | '*';
  };
  contentTypes?: readonly string[];
}

export interface IndexEntry {
  chunkId: string;
  sourceId: string;
  generation: number;
}

export interface IndexHit extends IndexEntry {
  /** 0..1 */
  score: number;
}
