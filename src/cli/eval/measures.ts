/** How many places of a ranking count. */
const CUT = 10;

/** Normalised discounted cumulative gain at 10: gain is the grade, the discount log2 of the place, the ideal is over all judged. */
export function ndcg(ranking: readonly string[], grades: Readonly<Record<string, number>>): number {
  const ideal = gain(Object.values(grades).toSorted((a, b) => b - a));
  return ideal === 0 ? 0 : gain(ranking.map((id) => grades[id] ?? 0)) / ideal;
}

/** The part of the relevant documents (grade 1 or more) that is among the first 10. */
export function recall(ranking: readonly string[], grades: Readonly<Record<string, number>>): number {
  const relevant = Object.keys(grades).filter((id) => (grades[id] ?? 0) >= 1);
  const found = ranking.slice(0, CUT).filter((id) => relevant.includes(id));
  return relevant.length === 0 ? 0 : found.length / relevant.length;
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
  return grades.slice(0, CUT).reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
}
