import type { Hybrid } from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/base_search.js';
import type {
  MetadataResult,
  SearchRequest,
} from '../../node_modules/weaviate-client/dist/node/esm/proto/v1/search_get.js';
import { type DoubleTenant, normalized, type ScoredObject, type StoredObject } from './weaviate-double-tenant.ts';

export interface Found {
  object: StoredObject;
  metadata: Partial<MetadataResult>;
}

/** What a leg of a hybrid search finds at least, before both are fused. */
const MIN_HYBRID = 100;

/** A search as the server understands it; texts of errors are the server's. */
export function search(tenant: DoubleTenant, request: SearchRequest, mostResults: number): Found[] {
  const limit = request.limit || 10;
  if (limit > mostResults) throw new Error(`query maximum results exceeded: limit '${limit}'`);
  const { nearVector, bm25Search, hybridSearch, filters } = request;
  if (nearVector) {
    const hits = tenant.near(vectorOf(nearVector), filters, limit);
    return hits.map(({ object, score }) => ({ object, metadata: { distance: 1 - score, distancePresent: true } }));
  }
  if (bm25Search) {
    if (bm25Search.query === '') throw new Error('keyword search (bm25) must have query set');
    return tenant.words(bm25Search.query, filters, limit).map(scored);
  }
  if (hybridSearch) return hybrid(tenant, request, hybridSearch, limit).slice(0, limit);
  const listed = tenant.list(filters).filter(({ id }) => id > request.after);
  return listed.slice(0, limit).map((object) => ({ object, metadata: {} }));
}

function hybrid(tenant: DoubleTenant, { filters }: SearchRequest, query: Hybrid, limit: number): Found[] {
  const depth = Math.max(MIN_HYBRID, limit);
  const alpha = query.alphaParam ?? query.alpha;
  const legs = [
    {
      name: 'vector,hybridVector',
      weight: alpha,
      hits: alpha > 0 ? tenant.near(vectorOf(query.nearVector ?? query), filters, depth) : [],
    },
    {
      name: 'keyword,bm25',
      weight: 1 - alpha,
      hits: alpha < 1 && query.query !== '' ? tenant.words(query.query, filters, depth) : [],
    },
  ];
  const fused = new Map<string, Fused>();
  for (const leg of legs) for (const hit of stretched(leg)) fuse(fused, hit);
  return [...fused.values()].toSorted(byScore).map(({ object, score, explanation }) => ({
    object,
    metadata: { score, scorePresent: true, explainScore: explanation, explainScorePresent: true },
  }));
}

interface Fused extends ScoredObject {
  /** The score of the leg that came last; it breaks ties. */
  own: number;
  explanation: string;
}

function stretched({ name, weight, hits }: { name: string; weight: number; hits: ScoredObject[] }): Fused[] {
  const [top, bottom] = [hits[0]?.score ?? 0, hits.at(-1)?.score ?? 0];
  return hits.map(({ object, score: own }) => {
    const score = top === bottom ? weight : (weight * (own - bottom)) / (top - bottom);
    const explanation = `\nHybrid (Result Set ${name}) Document ${object.id}: original score ${own}, normalized score: ${score}`;
    return { object, score, own, explanation };
  });
}

function fuse(fused: Map<string, Fused>, hit: Fused): void {
  const before = fused.get(hit.object.id);
  const explanation = before ? `${hit.explanation} - ${before.explanation}` : hit.explanation;
  fused.set(hit.object.id, { ...hit, score: hit.score + (before?.score ?? 0), explanation });
}

function byScore(one: Fused, other: Fused): number {
  return other.score - one.score || other.own - one.own || (one.object.id < other.object.id ? -1 : 1);
}

function scored({ object, score }: ScoredObject): Found {
  return { object, metadata: { score, scorePresent: true } };
}

/** Vectors travel as little-endian 32-bit floats. */
export function vectorOf({ vectors, vectorBytes }: Pick<Hybrid, 'vectors' | 'vectorBytes'>): Float32Array {
  const bytes = vectors[0]?.vectorBytes ?? vectorBytes;
  return normalized(new Float32Array(Uint8Array.from(bytes).buffer));
}
