export interface ScoredKey {
  key: string;
  score: number;
}

/**
 * Relative-score fusion: each leg's scores are stretched to 0..1 between its own best hit and its floor, then added by
 * weight, so that legs whose scores spread differently count as meant. The sum is then scaled by how good the best of
 * both legs are in absolute terms, which keeps the order and lets one threshold mean the same for every query.
 * Legs come best first and at most `depth` long; so does the answer, whose scores lie in 0..1.
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

/** A full leg's floor is its last score; a short one's is lower, as its last hit may still be a good one. */
function stretch(leg: readonly ScoredKey[], depth: number): ScoredKey[] {
  const top = leg[0]?.score ?? 0;
  const floor = (leg.at(-1)?.score ?? 0) * Math.min(1, (leg.length - 1) / depth);
  return top > floor ? leg.map(({ key, score }) => ({ key, score: (score - floor) / (top - floor) })) : [...leg];
}
