/** How many places of a ranking count. */
const CUT = 10;

/**
 * Normalised discounted cumulative gain at 10: the gain of grade g is 2^g - 1, the discount log2 of the place plus one, the
 * ideal is over all judged (Burges et al. 2005, the form of most published figures).
 */
export function ndcg(ranking: readonly string[], grades: Readonly<Record<string, number>>): number {
  const ideal = gain(Object.values(grades).toSorted((a, b) => b - a));
  return ideal === 0 ? 0 : gain(ranking.map((id) => grades[id] ?? 0)) / ideal;
}

/** The part of the relevant documents (grade 1 or more) that is among the first 10; of more than 10, of as many as could be. */
export function recall(ranking: readonly string[], grades: Readonly<Record<string, number>>): number {
  const relevant = Object.keys(grades).filter((id) => (grades[id] ?? 0) >= 1);
  const found = ranking.slice(0, CUT).filter((id) => relevant.includes(id));
  return relevant.length === 0 ? 0 : found.length / Math.min(CUT, relevant.length);
}

/** Of the first relevant document, from 1; Infinity if it was not found. */
export function place(ranking: readonly string[], grades: Readonly<Record<string, number>>): number {
  const at = ranking.findIndex((id) => (grades[id] ?? 0) >= 1);
  return at < 0 ? Infinity : at + 1;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** The value that the given part of the values does not exceed (nearest rank). */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, CUT).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}
