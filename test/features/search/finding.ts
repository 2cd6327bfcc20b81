import type { TestSite } from '../../support/site.ts';

export interface FoundPassage {
  id: string;
  content: string;
  score: number;
  rank: number;
  source: string;
  metadata: { sourceId: string; title: string; fileName: string; contentType: string; section?: string[] };
}

export interface SearchAnswer {
  results: FoundPassage[];
  totalResults: number;
  query: string;
  searchedQuery?: string;
  searchType: string;
  latencyMs: number;
}

export const SEARCH_TYPES = ['standard', 'hybrid', 'expanded'] as const;

/** A search that must succeed. */
export async function search(site: TestSite, query: string, options: object = {}): Promise<SearchAnswer> {
  const answer = await site.post<SearchAnswer>('/rag/search', { query, ...options });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** Ids of the documents and items that a search finds, each once, best first. */
export async function sourcesFound(site: TestSite, query: string, options: object = {}): Promise<string[]> {
  const { results } = await search(site, query, { maxResults: 50, ...options });
  return [...new Set(results.map(({ metadata }) => metadata.sourceId))];
}
