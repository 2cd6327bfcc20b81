import type { Collection, QueryMetadata } from 'weaviate-client';
import type { IndexHit, IndexQuery } from '../../ports/vector-index.ts';
import { queryTerms } from '../../text/terms.ts';
import { MOST_WORDS } from './keyword-index.ts';
import { required } from './required.ts';
import { toFilter } from './weaviate-filter.ts';
import { ENTRY_PROPERTIES, isZero, toEntry } from './weaviate-record.ts';

/** What one leg of a search finds in a tenant, best first. */
export type Leg = (tenant: Collection, query: IndexQuery, limit: number) => Promise<IndexHit[]>;

/** The cosine; what has nothing to do with the query is left out. */
export const byVector: Leg = async (tenant, query, limit) => {
  const vector = required(query, 'vector');
  const options = optionsOf(tenant, query, limit);
  if (!options || isZero(vector)) return [];
  const asked = { ...options, returnMetadata: ['distance'] satisfies QueryMetadata };
  const { objects } = await tenant.query.nearVector([...vector], asked, callOf(query));
  return objects
    .map((each) => ({ ...toEntry(each), score: Math.min(1, 1 - (each.metadata?.distance ?? 1)) }))
    .filter(({ score }) => score > MIN_COSINE);
};

/**
 * BM25, which has no upper end, bent into 0..1 in its order: half is reached with a fair share for each word of the query, so
 * that words which a chunk lacks lower its score.
 */
export const byWords: Leg = async (tenant, query, limit) => {
  const { stems, count } = wordsOf(required(query, 'text'));
  const options = optionsOf(tenant, query, limit);
  if (!options || count === 0) return [];
  const asked = { ...options, queryProperties: TERMS, returnMetadata: ['score'] satisfies QueryMetadata };
  const { objects } = await tenant.query.bm25(stems, asked, callOf(query));
  return objects.map((each) => {
    const score = Math.max(0, each.metadata?.score ?? 0);
    return { ...toEntry(each), score: score / (score + FAIR_SHARE * count) };
  });
};

/** Hits of several tenants as one list, best first; a chunk that stands in more than one counts where it is best. */
export function merged(found: readonly (readonly IndexHit[])[], limit: number): IndexHit[] {
  const best = new Map<string, IndexHit>();
  for (const hit of found.flat()) if (hit.score > (best.get(hit.chunkId)?.score ?? -1)) best.set(hit.chunkId, hit);
  return [...best.values()].toSorted((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)).slice(0, limit);
}

/** What a server answers to one query at most, unless it was set up otherwise (QUERY_MAXIMUM_RESULTS). */
const MAX_HITS = 10_000;
/** Cosines below it differ from 0 by rounding only. */
const MIN_COSINE = 1e-6;
/** What a word that one chunk in fifty has adds to BM25 when it is met about as often as is usual. */
const FAIR_SHARE = 2;
const TERMS = ['terms'];

/** Undefined when nothing can match. The access rule is met by the choice of tenants. */
function optionsOf(tenant: Collection, { filter }: IndexQuery, limit: number) {
  const condition = toFilter(tenant, filter);
  if (condition === 'nothing') return undefined;
  return {
    limit: Math.min(limit, MAX_HITS),
    returnProperties: ENTRY_PROPERTIES,
    ...(condition === 'everything' ? {} : { filters: condition }),
  };
}

/** The client takes a signal nowhere but here: among the options it would be passed over in silence. */
function callOf({ signal }: IndexQuery): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}

interface Words {
  /** As the server looks for them. */
  stems: string;
  /** Words that were asked for. */
  count: number;
}

/** Every stem that a word may have is looked for; those of other languages than its own seldom occur. */
function wordsOf(text: string): Words {
  const words = queryTerms(text).slice(0, MOST_WORDS);
  return { stems: words.flat().join(' '), count: words.length };
}
