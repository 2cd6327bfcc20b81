/** The average of English text. */
export const CHARACTERS_PER_TOKEN = 3.6;

/** A count of a service as a whole number; undefined if it is none. */
export function toTokenCount(count: number | undefined): number | undefined {
  return count === undefined || !(count >= 0) ? undefined : Math.floor(count);
}

/** Estimates about as many tokens as common models count. */
export function estimateTokens(text: string): number {
  const others = text.match(/[^\x20-\x7e]/g)?.length ?? 0;
  return Math.ceil((text.length - others) / CHARACTERS_PER_TOKEN + others);
}
