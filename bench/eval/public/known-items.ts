import type { Collection } from '../collection.ts';

export interface KnownItem {
  title: string;
  text: string;
  /** What the text was written for: a question that it answers, or the line that sums it up. */
  query: string;
}

const MIN_TEXT = 80;

/** A collection in which each query has one relevant text. Short texts are left out. */
export function known(items: readonly KnownItem[]): Collection {
  const kept = items.filter(({ query, text }) => query.length > 0 && text.length > 0);
  return {
    documents: kept.map(({ title, text }, at) => ({ id: String(at), title, text })),
    queries: kept.map(({ query }, at) => ({ text: query, relevant: { [at]: 1 } })),
  };
}

export function isLong({ text }: KnownItem): boolean {
  return text.length >= MIN_TEXT;
}

/** At most `count` queries, spread over the collection. */
export function sampled({ documents, queries }: Collection, count: number): Collection {
  const step = Math.max(1, queries.length / count);
  const chosen = Array.from({ length: Math.min(count, queries.length) }, (_, at) => queries[Math.floor(at * step)]);
  return { documents, queries: chosen.filter((query) => query !== undefined) };
}

/** Lines of a paragraph joined, paragraphs apart. */
export function paragraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '')
    .join('\n\n');
}
