import type { Embedder } from './embedder.ts';
import type { VectorIndex } from './vector-index.ts';

/** Identifies an embedding model, and where to find it. */
export interface EmbeddingModel {
  /** `Embedder.model` */
  model: string;
  dimensions: number;
  /** The folder of a model on this machine. */
  folder: string | null;
}

/** An embedding model with the index of its vectors. Several can be open at the same time. */
export interface VectorSpace extends EmbeddingModel {
  /** Fails with `UNAVAILABLE` if the model is not there any more: its key or its files. */
  embedder: Embedder;
  /** False if the model is not there any more. */
  isAvailable: boolean;
  index: VectorIndex;
  /** Opens an embedded index, which only one process at a time can open; before that every use fails. */
  openIndex(): Promise<IndexState>;
  /** Creates an external index unless it exists. */
  prepareIndex(): Promise<void>;
  /** Watches whether the index is empty; null if it cannot become empty while the service runs. */
  watchIndex: WatchIndex | null;
  /** Removes the index with its data, after `close`. */
  removeIndex(): Promise<void>;
  close(): Promise<void>;
}

/** What of a space makes, stores and finds vectors. */
export type Space = Pick<VectorSpace, 'embedder' | 'index' | 'isAvailable'>;

/** Opens the space of a model that the configuration does not select. */
export type OpenVectorSpace = (model: EmbeddingModel) => Promise<VectorSpace>;

export interface IndexState {
  /** True if the index starts empty and must be filled from PostgreSQL. */
  rebuilt: boolean;
  /** Marks the index as filled: until then it starts empty at each opening, so that no partial index is used. */
  confirmRebuilt: () => Promise<void>;
}

/**
 * Watches an external index. When it is found empty, `feed` must enqueue the jobs that fill it; `answersAgain` is
 * called after each outage. Resolves after the first check, whether or not the index was reachable.
 */
export type WatchIndex = (handlers: { feed: () => Promise<void>; answersAgain: () => void }) => Promise<void>;
