import { type Collection, Filters, type QueryMetadata } from 'weaviate-client';
import type { IndexHit, IndexQuery } from '../../../ports/vector-index.ts';
import { queryTerms } from '../../../text/terms.ts';
import { encodeValue } from '../filter-values.ts';
import { sortByScore } from '../fusion.ts';
import { MAX_WORDS } from '../embedded/site-index.ts';
import { requireInput } from '../check-query.ts';
import { ENTRY_PROPERTIES, isZero, toEntry } from './record.ts';

/** Results of one part of a search in a tenant, best first. */
export type Leg = (tenant: Collection, query: IndexQuery, limit: number) => Promise<IndexHit[]>;

/** The cosine; unrelated results are removed. */
export const searchByVector: Leg = async (tenant, query, limit) => {
  const vector = requireInput(query, 'vector');
  const options = toOptions(tenant, query, limit);
  if (!options || isZero(vector)) return [];
  const request = { ...options, returnMetadata: ['distance'] satisfies QueryMetadata };
  const { objects } = await tenant.query.nearVector([...vector], request, toCallOptions(query));
  return objects
    .map((each) => ({ ...toEntry(each), score: Math.min(1, 1 - (each.metadata?.distance ?? 1)) }))
    .filter(({ score }) => score > MIN_COSINE);
};

/**
 * BM25, which has no upper bound, mapped to 0..1 in the same order: 0.5 is reached with an average contribution of each
 * word of the query, so missing words lower the score.
 */
export const searchByWords: Leg = async (tenant, query, limit) => {
  const words = queryTerms(requireInput(query, 'text')).slice(0, MAX_WORDS);
  const options = toOptions(tenant, query, limit);
  if (!options || words.length === 0) return [];
  // All possible stems of a word are searched; those of other languages are rare.
  const stems = words.flat().join(' ');
  const request = { ...options, queryProperties: TERMS, returnMetadata: ['score'] satisfies QueryMetadata };
  const { objects } = await tenant.query.bm25(stems, request, toCallOptions(query));
  return objects.map((each) => {
    const score = Math.max(0, each.metadata?.score ?? 0);
    return { ...toEntry(each), score: score / (score + FAIR_SHARE * words.length) };
  });
};

/** Hits of several tenants as one list, best first; a chunk in several tenants keeps its best score. */
export function mergeHits(found: readonly (readonly IndexHit[])[], limit: number): IndexHit[] {
  const best = new Map<string, IndexHit>();
  for (const hit of found.flat()) if (hit.score > (best.get(hit.chunkId)?.score ?? -1)) best.set(hit.chunkId, hit);
  return sortByScore([...best.values()]).slice(0, limit);
}

/** Default maximum number of results of one query (QUERY_MAXIMUM_RESULTS). */
const MAX_HITS = 10_000;
/** Smaller cosines differ from 0 by rounding only. */
const MIN_COSINE = 1e-6;
/** BM25 contribution of a word that occurs in one of fifty chunks, with an average number of occurrences. */
const FAIR_SHARE = 2;
const TERMS = ['terms'];

/**
 * The options of a search; undefined if nothing can match, as for an empty list of choices. The choice of tenants
 * implements the access rule.
 */
function toOptions(tenant: Collection, { filter: { contentTypes, sources } }: IndexQuery, limit: number) {
  const choices = Object.entries({ contentType: contentTypes, sourceId: sources }).flatMap(([property, values]) =>
    values ? [{ property, values }] : [],
  );
  if (choices.some(({ values }) => values.length === 0)) return undefined;
  const [first, ...others] = choices.map(({ property, values }) =>
    tenant.filter.byProperty(property).containsAny(values.map(encodeValue)),
  );
  return {
    limit: Math.min(limit, MAX_HITS),
    returnProperties: ENTRY_PROPERTIES,
    ...(first && { filters: others.length > 0 ? Filters.and(first, ...others) : first }),
  };
}

/** The client only accepts a signal here; in the options it would be ignored. */
function toCallOptions({ signal }: IndexQuery): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}
