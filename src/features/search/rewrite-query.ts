import type { LanguageModel } from '../../ports/language-model.ts';

const INSTRUCTION = `The material is a search query. Answer with other words and short phrases, at most 15 in all, that texts which answer it are likely to use: synonyms, names of the thing, the words of an expert and of a layman. In the query's own language, separated by blanks, nothing else.`;
const MAX_LENGTH = 600;
const MAX_TOKENS = 80;

/** The query with words that a model adds to it; null without a model or after an error. */
export async function rewriteQuery(model: LanguageModel, query: string, signal: AbortSignal): Promise<string | null> {
  const made = await model.complete(INSTRUCTION, query, { maxTokens: MAX_TOKENS, signal });
  const words = made?.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LENGTH).toWellFormed();
  // The query counts twice, as it does with words from the passages.
  return words ? `${query} ${query} ${words}` : null;
}
