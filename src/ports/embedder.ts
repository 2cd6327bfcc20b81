/**
 * Embeds text as vectors whose cosine is the semantic similarity of two texts.
 * Promises: every vector has `dimensions` finite numbers and length 1 (a text without content has a zero vector); the
 * same text and `model` have the same vector; the result has one vector per text, in order.
 * Fails with ServiceError `UNAVAILABLE` or `BAD_GATEWAY` if the model is not reachable within the deadline, after its
 * own retries.
 */
export interface Embedder {
  /** Name and version; vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Passages to be searched. Any number of texts: the adapter sends them in batches. */
  embedPassages(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
  /** A search query. */
  embedQuery(text: string, options?: { signal?: AbortSignal }): Promise<Float32Array>;
}
