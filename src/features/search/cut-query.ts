/** A longer query adds work and no meaning: its vector and its words would be those of a whole document. */
const MAX_SEARCHED = 2_000;
const HALF = MAX_SEARCHED / 2 - 1;

/**
 * The beginning and the end of a long query, at the bounds of words: a question stands before or after what it is about.
 * A query of at most 2,000 characters stays as it is.
 */
export function cutQuery(query: string): string {
  const text = query.trim();
  if (text.length <= MAX_SEARCHED) return query.length <= MAX_SEARCHED ? query : text;
  const first = text.slice(0, HALF).replace(/\s\S*$/u, '');
  const last = text.slice(-HALF).replace(/^\S*\s/u, '');
  return `${first.trim()} ${last.trim()}`.toWellFormed();
}
