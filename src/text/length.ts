/**
 * Tells whether a text has more characters (code points). Counts only where the number of UTF-16 units does not decide
 * it.
 */
export function exceedsLength(text: string, maxLength: number): boolean {
  if (text.length <= maxLength) return false;
  if (text.length > 2 * maxLength) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count > maxLength;
}
