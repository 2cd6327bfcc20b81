import type { Embedder } from '../../ports/embedder.ts';
import type { RankedPassage } from '../../ports/reranker.ts';
import { boundSignal } from '../../shared/deadline.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { OutageError } from '../../shared/outage.ts';
import { isVector } from '../../shared/vectors.ts';
import { rejectOnAbort } from '../../shared/timeout.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { LanguageModels, Rerankers } from '../site/own-models.service.ts';
import type { SearchPart } from './search.types.ts';

/** Time limit for the vector of a query and, at the same time, its rewriting. */
const QUERY_MS = 2_000;
const RERANK_MS = 1_500;

const REWRITE_INSTRUCTION = `The material is a search query. Answer with other words and short phrases, at most 15 in all, that texts which answer it are likely to use: synonyms, names of the thing, the words of an expert and of a layman. In the query's own language, separated by blanks, nothing else.`;
const MAX_REWRITTEN_LENGTH = 600;
const REWRITING_TOKENS = 80;

export interface SearchModelDependencies {
  /** Reranker of a site; without one `useReranking` has no effect. */
  rerankers: Rerankers;
  /** Language model of a site; without one `expanded` adds words of the passages instead. */
  languageModels: LanguageModels;
  log: Logger;
}

interface SearchCall {
  viewer: Viewer;
  embedder: Embedder;
  signal: AbortSignal | undefined;
}

/**
 * The models that take part in one search. Each has a limited time; a search does without those that fail.
 * See decision 97.
 */
export class SearchModels {
  /** The parts that did not answer. */
  readonly unavailable = new Set<SearchPart>();
  private readonly sources: SearchModelDependencies;
  private readonly search: SearchCall;

  constructor(sources: SearchModelDependencies, search: SearchCall) {
    this.sources = sources;
    this.search = search;
  }

  get canRerank(): boolean {
    return this.sources.rerankers.has(this.search.viewer.site);
  }

  /** Embeds the query; null if that fails: the search then matches words only. */
  async embed(query: string): Promise<Float32Array | null> {
    const { embedder } = this.search;
    return this.attempt('embedder', QUERY_MS, async (signal) => {
      const vector = await embedder.embedQuery(query, { signal });
      if (isVector(vector, embedder.dimensions)) return vector;
      throw new OutageError('embedder', 'The embedder returned a wrong vector');
    });
  }

  /** The query with words that a model adds to it; null without a model or if it fails. */
  async rewrite(query: string): Promise<string | null> {
    return this.attempt('languageModel', QUERY_MS, async (signal) => {
      const model = await this.sources.languageModels.findModel(this.search.viewer);
      const completion = await model?.complete(REWRITE_INSTRUCTION, query, { maxTokens: REWRITING_TOKENS, signal });
      const words = completion?.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REWRITTEN_LENGTH).toWellFormed();
      // The query counts twice, as it does with words from the passages.
      return words ? `${query} ${query} ${words}` : null;
    });
  }

  /** Reranks passages; null without a reranker or if it fails: the order of the search stays. */
  async rerank(query: string, passages: readonly string[], topN: number): Promise<RankedPassage[] | null> {
    return this.attempt('reranker', RERANK_MS, async (signal) => {
      const reranker = await this.sources.rerankers.findModel(this.search.viewer);
      return reranker && reranker.rerank(query, passages, { topN, signal });
    });
  }

  private async attempt<T>(
    part: SearchPart,
    milliseconds: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const limit = AbortSignal.timeout(milliseconds);
    const caller = this.search.signal;
    const signal = caller ? AbortSignal.any([limit, caller]) : limit;
    try {
      return await rejectOnAbort(work(signal), signal);
    } catch (error) {
      boundSignal(caller)?.throwIfAborted();
      this.unavailable.add(part);
      this.sources.log.warn({ err: error, part }, 'a search continues without a model that failed');
      return null;
    }
  }
}
