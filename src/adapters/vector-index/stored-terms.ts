import { countTerms } from './site-index.ts';

/** The words of a chunk. */
export interface CountedText {
  /** Each term and its count, as the collection stores them. */
  terms: string;
  /** See SiteIndexEntry. */
  length: number;
}

export function countText({ title, text }: { title: string; text: string }): CountedText {
  const { terms, length } = countTerms(title, text);
  return { terms: [...terms].flat().join(' '), length };
}
