/**
 * Sorts passages by how well they answer a query.
 * Promises: best first; every `index` is a position in `passages` and occurs once; scores are in 0..1 and comparable
 * within one result. Without `topN` the result has every passage; a blank one has score 0.
 * Fails with ServiceError `UNAVAILABLE` or `BAD_GATEWAY` within its own deadline, after its own retries.
 */
export interface Reranker {
  /** Display name. */
  readonly model: string;
  /** Any number of passages: the adapter sends them in batches. */
  rerank(query: string, passages: readonly string[], options?: RerankOptions): Promise<RankedPassage[]>;
}

export interface RerankOptions {
  /** Maximum number of results. */
  topN?: number;
  signal?: AbortSignal;
}

export interface RankedPassage {
  index: number;
  score: number;
}
