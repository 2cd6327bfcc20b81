/** The name that is most like the text; undefined if there are no names. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const [nearest] = names.toSorted((a, b) => distance(text, a) - distance(text, b));
  return nearest;
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === against ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
