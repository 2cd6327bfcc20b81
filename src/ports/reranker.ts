/**
 * Orders passages by how well they answer a query.
 *
 * Promises: best first; every `index` is a place in `passages` and stands there once; scores lie in 0..1 and may be compared
 * within one answer. Without `topN` every passage is in the answer; a blank one has score 0.
 * Fails with ServiceError `UNAVAILABLE` or `BAD_GATEWAY` within its own deadline, after its own retries.
 */
export interface Reranker {
  /** Shown to people. */
  readonly model: string;
  /** Any number of passages: the adapter batches. */
  rerank(query: string, passages: readonly string[], options?: RerankOptions): Promise<RankedPassage[]>;
}

export interface RerankOptions {
  /** At most this many of the best. */
  topN?: number;
  signal?: AbortSignal;
}

export interface RankedPassage {
  index: number;
  score: number;
}
