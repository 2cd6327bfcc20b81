/**
 * The text of an input with the line ends that are stored: a browser answers every line end as `\n`, also where nothing
 * was typed. What is new gets the line end of the first line.
 */
export function withLineEnds(stored: string, typed: string): string {
  const ends = stored.match(/\r\n?|\n/g) ?? [];
  if (!ends.some((end) => end !== '\n')) return typed;
  const before = stored.replaceAll(/\r\n?/g, '\n');
  const shorter = Math.min(before.length, typed.length);
  let start = 0;
  while (start < shorter && before[start] === typed[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === typed.at(-1 - end)) end++;
  const middle = typed.slice(start, typed.length - end);
  const kept = [
    ends.slice(0, count(typed.slice(0, start))),
    ends.slice(ends.length - count(typed.slice(typed.length - end))),
  ];
  const all = [...(kept[0] ?? []), ...Array<string>(count(middle)).fill(ends[0] ?? '\n'), ...(kept[1] ?? [])];
  return typed.replaceAll('\n', () => all.shift() ?? '\n');
}

function count(text: string): number {
  return text.split('\n').length - 1;
}
