import type { Collection, QueryMetadata } from 'weaviate-client';
import type { IndexHit, IndexQuery } from '../../ports/vector-index.ts';
import { queryTerms } from '../../shared/terms.ts';
import { MOST_WORDS } from './keyword-index.ts';
import { required } from './required.ts';
import { toFilter } from './weaviate-filter.ts';
import { ENTRY_PROPERTIES, isZero, toEntry } from './weaviate-record.ts';

/** One query of a tenant. May answer more hits than were asked for. */
export async function find(tenant: Collection, query: IndexQuery, vectorWeight: number): Promise<IndexHit[]> {
  const filter = toFilter(tenant, query.filter);
  if (filter === 'nothing' || query.limit < 1) return [];
  const search: Search = {
    tenant,
    options: {
      limit: Math.min(query.limit, MOST_HITS),
      returnProperties: ENTRY_PROPERTIES,
      ...(filter === 'everything' ? {} : { filters: filter }),
    },
    // The client takes a signal nowhere but here: among the options it would be passed over in silence.
    call: query.signal ? { abortSignal: query.signal } : {},
  };
  if (query.mode === 'vector') return byNearness(search, required(query, 'vector'));
  if (query.mode === 'keyword') return byWords(search, wordsOf(required(query, 'text')));
  return byBoth(search, wordsOf(required(query, 'text')), required(query, 'vector'), vectorWeight);
}

interface Search {
  tenant: Collection;
  options: { limit: number; returnProperties: string[]; filters?: FilterOf };
  call: { abortSignal?: AbortSignal };
}

type FilterOf = Exclude<ReturnType<typeof toFilter>, string>;

/** What a server answers to one query at most, unless it was set up otherwise (QUERY_MAXIMUM_RESULTS). */
const MOST_HITS = 10_000;
/** Hits of a hybrid search that are asked for at least: some may be left out, and the server finds that many anyway. */
const LEAST_HYBRID = 100;
/** Cosines below it differ from 0 by rounding only. */
const LEAST_COSINE = 1e-6;
/** What a word that one chunk in fifty has adds to BM25 when it is met about as often as is usual. */
const FAIR_SHARE = 2;
const TERMS = ['terms'];

/** The cosine; what has nothing to do with the query is left out. */
async function byNearness({ tenant, options, call }: Search, vector: Float32Array): Promise<IndexHit[]> {
  if (isZero(vector)) return [];
  const asked = { ...options, returnMetadata: ['distance'] satisfies QueryMetadata };
  const { objects } = await tenant.query.nearVector([...vector], asked, call);
  return objects
    .map((each) => ({ ...toEntry(each), score: Math.min(1, 1 - (each.metadata?.distance ?? 1)) }))
    .filter(({ score }) => score > LEAST_COSINE);
}

/**
 * BM25, which has no upper end, bent into 0..1 in its order: half is reached with a fair share for each word of the query, so
 * that words which a chunk lacks lower its score.
 */
async function byWords({ tenant, options, call }: Search, { stems, count }: Words): Promise<IndexHit[]> {
  if (count === 0) return [];
  const asked = { ...options, queryProperties: TERMS, returnMetadata: ['score'] satisfies QueryMetadata };
  const { objects } = await tenant.query.bm25(stems, asked, call);
  return objects.map((each) => {
    const score = Math.max(0, each.metadata?.score ?? 0);
    return { ...toEntry(each), score: score / (score + FAIR_SHARE * count) };
  });
}

/** Both legs in one query, fused by the server: each leg's scores stretched to 0..1 between its worst and best hit, and added by weight. */
async function byBoth(
  { tenant, options, call }: Search,
  { stems, count }: Words,
  vector: Float32Array,
  vectorWeight: number,
): Promise<IndexHit[]> {
  if (count === 0 && isZero(vector)) return [];
  const { objects } = await tenant.query.hybrid(
    stems,
    {
      ...options,
      limit: Math.max(options.limit, LEAST_HYBRID),
      vector: [...vector],
      alpha: isZero(vector) ? 0 : vectorWeight,
      fusionType: 'RelativeScore',
      queryProperties: TERMS,
      returnMetadata: ['score', 'explainScore'],
    },
    call,
  );
  return objects
    .filter(({ metadata }) => !isFarFromAll(metadata?.explainScore ?? ''))
    .map((each) => ({ ...toEntry(each), score: Math.min(1, Math.max(0, each.metadata?.score ?? 0)) }));
}

/**
 * Whether a hit is none: the server fills its vector leg up with the nearest there are, however far. A distance limit would not
 * do, as it also removes what only the words found. The explanation of a score names the legs with their own scores; where a
 * server words it otherwise, all hits stay.
 */
function isFarFromAll(explanation: string): boolean {
  const leg = /Result Set vector[^)]*\) Document [^:]*: original score (-?[\d.e+-]+)/.exec(explanation);
  return leg !== null && Number(leg[1]) <= LEAST_COSINE && !explanation.includes('Result Set keyword');
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
