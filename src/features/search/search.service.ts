import type { Attributes } from '@opentelemetry/api';
import { table } from '../../database/table.ts';
import type { IndexHit, IndexQuery, VectorIndex } from '../../ports/vector-index.ts';
import { ServiceError } from '../../shared/errors.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import { observe } from '../../telemetry/record.ts';
import { cutQuery } from './cut-query.ts';
import { toSearchEntitlement } from '../../access/access.ts';
import { readCallerUser, narrowEntitlement } from '../../access/caller-user.ts';
import type { Entitlement } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { IndexRefills } from '../knowledge/index-refills.service.ts';
import type { Vectors } from '../knowledge/vector-spaces.service.ts';
import { KnowledgeSourceEntity } from '../knowledge/knowledge.entity.ts';
import { type Diversity, diversify, isDiverse } from './diversity.ts';
import { type Passage, readPreviewedSources, readPassages } from './passage.rows.ts';
import { searchIndex } from './search-index.ts';
import { FEEDBACK_PASSAGES, expandQuery, mergeHits } from './query-expansion.ts';
import { type SearchModelDependencies, SearchModels } from './search-models.ts';
import {
  SearchInput,
  type SearchPlace,
  type SearchRanking,
  type SearchResult,
  type SearchResults,
  type SearchType,
} from './search.types.ts';

const MAX_RESULTS = 50;
const DEFAULT_RESULTS = 10;
const DEFAULT_PER_SOURCE = 2;
/** Number of hits that a reranker gets. */
const RERANK_LIMIT = 50;
/** Number of additional hits, because stale entries of the index are removed. */
const SPARE_HITS = 10;
/** Number of additional passages, because near-duplicates and passages of the same source are replaced by others. */
const SPARE_PASSAGES = 20;
/** Factor for the number of hits if those of few sources displace all others. */
const LIMIT_FACTOR = 4;
/** Maximum number of searches if results are outdated by concurrent writes or displaced by stale entries. */
const ATTEMPTS = 5;

const sources = table(KnowledgeSourceEntity, 's', { only: ['id', 'generation'] });
const GENERATIONS = sources.select(`where ${sources.c.siteId} = $1 and ${sources.c.id} = any($2::uuid[])`);

interface SearchOutcome {
  passage: Passage;
  score: number;
  ranking: SearchRanking;
}

export interface SearchDependencies extends SearchModelDependencies {
  /** The searched model and index; a search uses the same ones from its begin to its end. */
  vectors: Pick<Vectors, 'active'>;
  /** Sites whose part of the index is still being filled. */
  refills: IndexRefills;
}

/** Searches passages of the knowledge base that the viewer can read. */
export class SearchService {
  private readonly deps: SearchDependencies;

  constructor(deps: SearchDependencies) {
    this.deps = deps;
  }

  async search(viewer: Viewer, input: SearchInput, signal?: AbortSignal): Promise<SearchResults> {
    const startedAt = performance.now();
    const query = cutQuery(input.query);
    const searchType = input.searchType ?? 'hybrid';
    const limit = Math.min(input.maxResults ?? DEFAULT_RESULTS, MAX_RESULTS);
    const diversity = { limit, maxPerSource: input.maxPerSource ?? DEFAULT_PER_SOURCE };
    const rights = narrowEntitlement(viewer.entitlement, readCallerUser(input.context), viewer.site);
    const entitlement = toSearchEntitlement(rights, input.preview);
    const { index, embedder } = this.deps.vectors.active;
    const models = new SearchModels(this.deps, { viewer, embedder, signal });
    const outcome = await observeLeg('total', async (labels) => {
      // Embedding on the machine takes some of the event loop.
      const vector = loopScheduler.runWhole(viewer.site.id, () => models.embed(query));
      // Not an error of its own if the search ends before it is awaited.
      vector.catch(() => undefined);
      const request = {
        viewer,
        entitlement,
        contentTypes: readTypes(input),
        previewed: await readPreviewedSources(viewer, entitlement),
        limit: Math.min(limit + SPARE_PASSAGES, MAX_RESULTS),
        diversity,
        signal,
        models,
        index,
        vector,
      };
      const search = input.useReranking
        ? await this.findReranked(searchType, query, request)
        : await this.find(searchType, query, request);
      if (models.unavailable.size > 0) labels['lectern.search.unavailable'] = [...models.unavailable].toSorted().join();
      return search;
    });
    const relevant = outcome.filter(({ score }) => score >= (input.threshold ?? 0));
    const results = diversify(relevant, diversity).map(({ passage, score, ranking }, index): SearchResult => ({
      ...passage,
      score,
      ranking,
      rank: index + 1,
      query,
    }));
    return {
      results,
      totalResults: results.length,
      query: input.query,
      searchedQuery: query === input.query ? null : query,
      searchType,
      unavailable: models.unavailable.size > 0 ? [...models.unavailable] : null,
      latencyMs: Math.round(performance.now() - startedAt),
    };
  }

  /** Selects the passages that are current and that the viewer can read now. */
  async readable(viewer: Viewer, chunkIds: readonly string[], preview: boolean): Promise<Set<string>> {
    const hits = chunkIds.map((chunkId) => ({ chunkId, sourceId: '', generation: 0, score: 0 }));
    const passages = await this.live(
      { viewer, entitlement: toSearchEntitlement(viewer.entitlement, preview), contentTypes: undefined },
      hits,
    );
    return new Set(passages.map(({ passage }) => passage.id));
  }

  private async find(searchType: SearchType, query: string, request: SearchRequest): Promise<SearchOutcome[]> {
    if (searchType === 'standard') return this.look('vector', query, request);
    if (searchType === 'hybrid') return this.look('hybrid', query, request);
    const rewritten = await request.models.rewrite(query);
    if (rewritten !== null) return this.look('hybrid', rewritten, request);
    const original = await this.look('hybrid', query, request);
    const passages = original.slice(0, FEEDBACK_PASSAGES).map(({ passage }) => `${passage.title}\n${passage.content}`);
    const expansion = expandQuery(query, passages);
    if (expansion.terms.length === 0) return original;
    return mergeHits(original, await this.look('hybrid', expansion.text, request)).slice(0, request.limit);
  }

  /** More hits than requested are passed to the reranker, whose scores replace those of the search. */
  private async findReranked(searchType: SearchType, query: string, request: SearchRequest): Promise<SearchOutcome[]> {
    const { limit, models } = request;
    if (!models.canRerank) return this.find(searchType, query, request);
    const passages = await this.find(searchType, query, { ...request, limit: RERANK_LIMIT });
    const texts = passages.map(({ passage }) => `${passage.title}\n${passage.content}`);
    const ranked = await models.rerank(query, texts, limit);
    if (!ranked) return passages.slice(0, limit);
    return ranked.flatMap(({ index, score }, place) => {
      const each = passages[index];
      const reranker = { rank: place + 1, score };
      return each ? [{ passage: each.passage, score, ranking: { ...each.ranking, reranker } }] : [];
    });
  }

  /** Queries the index, then keeps the hits that are current and that the viewer can read according to PostgreSQL. */
  private async look(
    mode: IndexQuery['mode'],
    /** Words of the query, maybe with further ones; the vector is that of the query. */
    text: string,
    request: SearchRequest,
  ): Promise<SearchOutcome[]> {
    const { viewer, limit, signal } = request;
    const vector = await request.vector;
    let max = limit + SPARE_HITS;
    for (let attempt = 1; ; attempt++) {
      const hits = await searchIndex(request, {
        ...(vector ? { mode, vector } : { mode: 'keyword' }),
        text,
        limit: max,
        signal,
      });
      // After the search, because it detects an emptied index.
      if (await this.deps.refills.isRefilling(viewer.site.id)) {
        throw new ServiceError('UNAVAILABLE', 'The search index is being built');
      }
      const passages = await this.live(request, hits, vector ? mode : 'keyword');
      if (attempt === 1 && hits.length >= max && !isDiverse(passages, request.diversity)) {
        max *= LIMIT_FACTOR;
        continue;
      }
      if (passages.length === hits.length || attempt === ATTEMPTS) return passages.slice(0, limit);
      const crowded = passages.length < limit && hits.length >= max;
      if (crowded) max *= 2;
      else if (!(await isOutdated(request, hits))) return passages.slice(0, limit);
    }
  }

  /** One statement: hits with a current generation whose source the viewer can read now, whatever the index contains. */
  private async live(
    { viewer, entitlement, contentTypes }: Pick<SearchRequest, 'viewer' | 'entitlement' | 'contentTypes'>,
    hits: readonly IndexHit[],
    mode: IndexQuery['mode'] = 'hybrid',
  ): Promise<SearchOutcome[]> {
    if (hits.length === 0) return [];
    const rows = await observeLeg('recheck', () =>
      readPassages(viewer, entitlement, (values) => {
        const chunks = `c.id = any(${values.add(hits.map((hit) => hit.chunkId))}::uuid[])`;
        return contentTypes ? { chunks, sources: `s.content_type = any(${values.add(contentTypes)})` } : { chunks };
      }),
    );
    const rowsById = new Map(rows.map((row) => [row.id, row]));
    const readable = hits.flatMap((hit) => {
      const passage = rowsById.get(hit.chunkId);
      return passage ? [{ passage, hit }] : [];
    });
    return readable.map(({ passage, hit }, index) => ({
      passage,
      score: hit.score,
      ranking: toRanking(hit, { rank: index + 1, score: hit.score }, mode),
    }));
  }
}

/**
 * Returns whether a source was published between the query of the index and that of PostgreSQL: all its hits then have
 * a previous generation, and a repeated search finds the current one.
 */
async function isOutdated({ viewer, entitlement }: SearchRequest, hits: readonly IndexHit[]): Promise<boolean> {
  const newest = new Map<string, number>();
  for (const { sourceId, generation } of hits) {
    newest.set(sourceId, Math.max(generation, newest.get(sourceId) ?? 0));
  }
  const rows = await viewer
    .withEntitlement(entitlement)
    .previewScope.rows(GENERATIONS, [viewer.site.id, [...newest.keys()]]);
  return rows.some(({ id, generation }) => (generation ?? 0) > (newest.get(id) ?? 0));
}

function toRanking({ parts }: IndexHit, fused: SearchPlace, mode: IndexQuery['mode']): SearchRanking {
  const words = parts ? parts.words : mode === 'keyword' ? fused : null;
  const vector = parts ? parts.vector : mode === 'vector' ? fused : null;
  return { words, vector, fused, reranker: null };
}

/** Embedding, index and reranking are measured where they are called. */
function observeLeg<T>(leg: 'total' | 'recheck', work: (labels: Attributes) => Promise<T>): Promise<T> {
  const name = leg === 'total' ? 'search' : 'search recheck';
  return observe(name, { metrics: { 'lectern.search.duration': { 'lectern.search.leg': leg } } }, (_, labels) =>
    work(labels),
  );
}

export interface SearchRequest {
  viewer: Viewer;
  entitlement: Entitlement;
  contentTypes: string[] | undefined;
  /** Sources that are searched although the viewer does not see what is unpublished. */
  previewed: readonly string[];
  limit: number;
  diversity: Diversity;
  signal: AbortSignal | undefined;
  models: SearchModels;
  index: VectorIndex;
  /** The vector of the query; null if the embedder failed. */
  vector: Promise<Float32Array | null>;
}

/** Reads the requested types; undefined without any: all of them. */
function readTypes({ contentTypes }: SearchInput): string[] | undefined {
  return contentTypes && contentTypes.length > 0 ? contentTypes : undefined;
}
