const MAX_LENGTH = 100;

/** The name that is most like the text, of which 100 characters are compared; undefined if there are no names. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const compared = text.slice(0, MAX_LENGTH);
  const [nearest] = names.toSorted((a, b) => distance(compared, a) - distance(compared, b));
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
