/** A text as a part of a pattern of `like` that matches it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}
