export interface ScoredKey {
  key: string;
  score: number;
}

/**
 * Relative-score fusion: the scores of each part are scaled to 0..1 between its floor and its best hit, then added by
 * weight, so that differently distributed scores are comparable. The sum is scaled by the best absolute scores of both
 * parts, which keeps the order and makes a threshold comparable between queries. Both parts and the result are sorted
 * by score, best first, with at most `depth` hits; scores are in 0..1.
 */
export function fuse(keyword: readonly ScoredKey[], vector: readonly ScoredKey[], vectorWeight: number, depth: number) {
  const level = (1 - vectorWeight) * (keyword[0]?.score ?? 0) + vectorWeight * (vector[0]?.score ?? 0);
  const fused = new Map<string, number>();
  for (const [leg, weight] of [[keyword, 1 - vectorWeight] as const, [vector, vectorWeight] as const]) {
    for (const { key, score } of stretch(leg, depth)) fused.set(key, (fused.get(key) ?? 0) + weight * score);
  }
  return [...fused]
    .map(([key, score]): ScoredKey => ({ key, score: Math.min(1, score * level) }))
    .toSorted((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
}

/** The floor of a full list is its last score; that of a short list is lower, because its last hit may still be good. */
function stretch(leg: readonly ScoredKey[], depth: number): ScoredKey[] {
  const top = leg[0]?.score ?? 0;
  const floor = (leg.at(-1)?.score ?? 0) * Math.min(1, (leg.length - 1) / depth);
  return top > floor ? leg.map(({ key, score }) => ({ key, score: (score - floor) / (top - floor) })) : [...leg];
}
