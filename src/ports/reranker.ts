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

export interface RerankerSettings {
  name: string;
  /** Default: Cohere's. Not trusted: its host must be public, unless the deployment allows it by name. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
}

/** Opens a reranker of a site's own without calling it. */
export type OpenReranker = (settings: RerankerSettings) => Promise<Reranker>;
