import type { IndexHit, IndexQuery, PartOfHit } from '../../ports/vector-index.ts';
import type { VectorWeight } from '../../ports/vector-weight.ts';
import { requireInput } from './check-query.ts';

/** Number of candidates that each part of a hybrid search contributes. See decision 11. */
export function fusionDepth(limit: number): number {
  return Math.max(100, 3 * limit);
}

/** Each finds at most so many hits, best first. */
interface Parts {
  byWords(limit: number): IndexHit[] | Promise<IndexHit[]>;
  byVector(limit: number): IndexHit[] | Promise<IndexHit[]>;
}

/** Searches by the mode of the query: one part alone, or both fused. */
export async function searchByMode(
  query: IndexQuery,
  vectorWeight: VectorWeight,
  { byWords, byVector }: Parts,
): Promise<IndexHit[]> {
  const { mode, limit } = query;
  if (mode === 'vector') return byVector(limit);
  if (mode === 'keyword') return byWords(limit);
  const depth = fusionDepth(limit);
  const [words, vectors] = await Promise.all([byWords(depth), byVector(depth)]);
  return fuse(words, vectors, vectorWeight(requireInput(query, 'vector')), limit);
}

/**
 * Relative-score fusion: the scores of each part are scaled to 0..1 between its floor and its best hit, then added by
 * weight, so that differently distributed scores are comparable. The sum is scaled by the best absolute scores of both
 * parts, which keeps the order and makes a threshold comparable between queries. Both parts and the result are sorted
 * by score, best first, with at most `fusionDepth(limit)` and `limit` hits; scores are in 0..1.
 */
export function fuse(
  keyword: readonly IndexHit[],
  vector: readonly IndexHit[],
  vectorWeight: number,
  limit: number,
): IndexHit[] {
  const level = (1 - vectorWeight) * (keyword[0]?.score ?? 0) + vectorWeight * (vector[0]?.score ?? 0);
  const fused = new Map<string, IndexHit>();
  for (const [leg, weight] of [[keyword, 1 - vectorWeight] as const, [vector, vectorWeight] as const]) {
    for (const hit of stretch(leg, fusionDepth(limit))) {
      const score = (fused.get(hit.chunkId)?.score ?? 0) + weight * hit.score;
      fused.set(hit.chunkId, { ...hit, score });
    }
  }
  const scaled = [...fused.values()].map((hit) => ({ ...hit, score: Math.min(1, hit.score * level) }));
  const [words, vectors] = [rankHits(keyword), rankHits(vector)];
  return sortByScore(scaled)
    .slice(0, limit)
    .map((hit) => ({
      ...hit,
      parts: { words: words.get(hit.chunkId) ?? null, vector: vectors.get(hit.chunkId) ?? null },
    }));
}

function rankHits(leg: readonly IndexHit[]): Map<string, PartOfHit> {
  return new Map(leg.map(({ chunkId, score }, index) => [chunkId, { rank: index + 1, score }]));
}

export function sortByScore(hits: readonly IndexHit[]): IndexHit[] {
  return hits.toSorted((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}

/** The floor of a full list is its last score; that of a short list is lower, because its last hit may still be good. */
function stretch(leg: readonly IndexHit[], depth: number): IndexHit[] {
  const top = leg[0]?.score ?? 0;
  const floor = (leg.at(-1)?.score ?? 0) * Math.min(1, (leg.length - 1) / depth);
  return top > floor ? leg.map((hit) => ({ ...hit, score: (hit.score - floor) / (top - floor) })) : [...leg];
}
