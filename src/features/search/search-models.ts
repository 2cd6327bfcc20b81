import type { Embedder } from '../../ports/embedder.ts';
import type { LanguageModel } from '../../ports/language-model.ts';
import type { RankedPassage, Reranker } from '../../ports/reranker.ts';
import { boundSignal } from '../../shared/deadline.ts';
import type { Logger } from '../../shared/logger.ts';
import { OutageError } from '../../shared/outage.ts';
import { isVector } from '../../shared/vectors.ts';
import { unlessAborted } from '../../shared/within.ts';
import { rewriteQuery } from './rewrite-query.ts';
import type { SearchPart } from './search.types.ts';

/** For the vector of a query and, at the same time, its rewriting. */
const QUERY_MS = 2_000;
const RERANK_MS = 1_500;

interface Models {
  embedder: Embedder;
  /** Of the site; if null, `useReranking` has no effect. */
  reranker: (() => Promise<Reranker | null>) | null;
  /** Of the site; if null, `expanded` adds words of the passages instead. */
  model: () => Promise<LanguageModel | null>;
  log: Logger;
}

/** The models that take part in one search. Each has a limited time; a search does without those that fail. */
export class SearchModels {
  /** The parts that did not answer. */
  readonly unavailable = new Set<SearchPart>();
  private readonly models: Models;
  private readonly signal: AbortSignal | undefined;

  constructor(models: Models, signal: AbortSignal | undefined) {
    this.models = models;
    this.signal = signal;
  }

  get canRerank(): boolean {
    return this.models.reranker !== null;
  }

  /** Null if it fails: the search then matches words only. */
  async embed(query: string): Promise<Float32Array | null> {
    const { embedder } = this.models;
    return this.attempt('embedder', QUERY_MS, async (signal) => {
      const vector = await embedder.embedQuery(query, { signal });
      if (isVector(vector, embedder.dimensions)) return vector;
      throw new OutageError('embedder', 'The embedder returned a wrong vector');
    });
  }

  /** Null without a model or if it fails. */
  async rewrite(query: string): Promise<string | null> {
    return this.attempt('languageModel', QUERY_MS, async (signal) => {
      const model = await this.models.model();
      return model && rewriteQuery(model, query, signal);
    });
  }

  /** Null without a reranker or if it fails: the order of the search stays. */
  async rerank(query: string, passages: readonly string[], topN: number): Promise<RankedPassage[] | null> {
    const { reranker } = this.models;
    if (!reranker) return null;
    return this.attempt('reranker', RERANK_MS, async (signal) => {
      const opened = await reranker();
      return opened && opened.rerank(query, passages, { topN, signal });
    });
  }

  private async attempt<T>(
    part: SearchPart,
    milliseconds: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const limit = AbortSignal.timeout(milliseconds);
    const signal = this.signal ? AbortSignal.any([limit, this.signal]) : limit;
    try {
      return await unlessAborted(work(signal), signal);
    } catch (error) {
      boundSignal(this.signal)?.throwIfAborted();
      this.unavailable.add(part);
      this.models.log.warn({ err: error, part }, 'a search continues without a model that failed');
      return null;
    }
  }
}
