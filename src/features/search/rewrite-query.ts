import type { LanguageModel } from '../../ports/language-model.ts';

const INSTRUCTION = `The material is a search query. Answer with other words and short phrases, at most 15 in all, that texts which answer it are likely to use: synonyms, names of the thing, the words of an expert and of a layman. In the query's own language, separated by blanks, nothing else.`;
const LONGEST = 600;
const MAX_TOKENS = 80;

/** The query with words that a model adds to it; null where no model could. */
export async function rewriteQuery(model: LanguageModel, query: string, signal?: AbortSignal): Promise<string | null> {
  const made = await model.complete(INSTRUCTION, query, { maxTokens: MAX_TOKENS, ...(signal ? { signal } : {}) });
  const words = made?.text.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST).toWellFormed();
  // What was asked counts twice, as it does beside words from the passages.
  return words ? `${query} ${query} ${words}` : null;
}
