import { passageTerms } from '../../../text/terms.ts';
import { TITLE_WEIGHT } from './site-index.ts';

/** The words of a chunk. */
export interface CountedText {
  /** Each term and its count, as the collection stores them. */
  terms: string;
  /** See SiteIndexEntry. */
  length: number;
}

export function countText({ title, text }: { title: string; text: string }): CountedText {
  const terms = new Map<string, number>();
  let length = 0;
  for (const [part, weight] of [[title, TITLE_WEIGHT] as const, [text, 1] as const]) {
    for (const { stem, functionWord } of passageTerms(part)) {
      terms.set(stem, (terms.get(stem) ?? 0) + weight);
      if (!functionWord) length += weight;
    }
  }
  return { terms: [...terms].flat().join(' '), length };
}
