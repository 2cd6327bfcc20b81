/**
 * Turns text into vectors whose cosine says how near two texts are in meaning.
 *
 * Promises: every vector has `dimensions` finite numbers and length 1 (a text with nothing in it gives the zero vector);
 * the same text under the same `model` gives the same vector; the answer has one vector per text, in order.
 * Fails with ServiceError `UNAVAILABLE` or `BAD_GATEWAY` when the model can't be reached within the deadline, after its own retries.
 */
export interface Embedder {
  /** Name and version; vectors of different models are never compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Passages to be found later. Any number of texts: the adapter batches. */
  embedPassages(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
  /** A question to find passages with. */
  embedQuery(text: string, options?: { signal?: AbortSignal }): Promise<Float32Array>;
}
