/** Texts before queries and passages, with which some models were trained. */
export interface Prefixes {
  query: string;
  passage: string;
}

const SEARCH = 'Represent this sentence for searching relevant passages: ';
const QWEN = 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:';

/** The prefixes in the models' own documentation. The first entry that fits counts. */
const KNOWN: readonly [RegExp, Prefixes][] = [
  [/nomic-embed/i, { query: 'search_query: ', passage: 'search_document: ' }],
  [/embeddinggemma/i, { query: 'task: search result | query: ', passage: 'title: none | text: ' }],
  [/qwen-?3-embedding/i, { query: QWEN, passage: '' }],
  [/e5-(?!mistral)(?!.*instruct)/i, { query: 'query: ', passage: 'passage: ' }],
  [/arctic-embed-?[lm]?-?v?2|arctic-embed2/i, { query: 'query: ', passage: '' }],
  [/mxbai-embed|arctic-embed|bge-(small|base|large)-en/i, { query: SEARCH, passage: '' }],
];

export function defaultPrefixes(model: string): Prefixes {
  return KNOWN.find(([names]) => names.test(model))?.[1] ?? { query: '', passage: '' };
}
