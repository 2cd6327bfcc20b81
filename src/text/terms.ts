import { LATIN_LANGUAGES, type Language } from './languages.ts';
import { fold } from './folding.ts';
import { detectLanguage, isFunctionWord, detectScript, splitWords, stemWord, type Word } from './words.ts';

/** The language of texts that give no sign of theirs. */
const DEFAULT_LANGUAGE: Language = 'en';

/** A word of a text and the term it is found by. */
export interface Term extends Word {
  stem: string;
  functionWord: boolean;
}

/** The language in which a text is stemmed as a whole. */
export function detectTextLanguage(text: string): Language {
  return detectLanguage(splitWords(text)) ?? DEFAULT_LANGUAGE;
}

/** The terms of a passage in order, function words included, all stemmed in one language: by default the passage's own. */
export function passageTerms(text: string, language?: Language): Term[] {
  const words = splitWords(text);
  const termLanguage = language ?? detectLanguage(words) ?? DEFAULT_LANGUAGE;
  return words.map((word) => ({
    ...word,
    stem: stemIn(word.text, termLanguage),
    functionWord: isFunctionWord(word.text, termLanguage),
  }));
}

/**
 * For each word of a question, the stems it may have in a passage, the likeliest first. A question is often too short to show
 * its language; its words are then stemmed in each, as a stem made by another language's rules seldom occurs at all.
 * Function words are left out unless there is nothing else.
 */
export function queryTerms(text: string): string[][] {
  const words = splitWords(text);
  const language = detectLanguage(words);
  const languages = language ? [...new Set([language, DEFAULT_LANGUAGE])] : LATIN_LANGUAGES;
  return meaningful(words, language).map((word) => [...new Set(languages.map((each) => stemIn(word.text, each)))]);
}

/** The terms of `queryTerms`, for `plainStem` in every language: the stems then include that of any passage with the very word. */
export function searchTerms(text: string): string[][] {
  const words = splitWords(text);
  return meaningful(words, detectLanguage(words)).map(({ text: word }) => [
    ...new Set(LATIN_LANGUAGES.map((language) => plainStem(word, language))),
  ]);
}

/** The stem of a word without its accents, so that a word and its plain spelling have the same stems. */
export function plainStem(word: string, language: Language): string {
  return stemIn(detectScript(word) === 'latin' && !/^[a-z]+$/.test(word) ? fold(word) : word, language);
}

function meaningful(words: readonly Word[], language: Language = DEFAULT_LANGUAGE): readonly Word[] {
  const found = words.filter((word) => !isFunctionWord(word.text, language));
  return found.length > 0 ? found : words;
}

/** A word of another script than the language's keeps to its own script's rules, so that mixed texts match too. */
function stemIn(word: string, language: Language): string {
  const script = detectScript(word);
  if (script === 'digit' || script === undefined) return fold(word);
  if (script !== 'latin') return stemWord(word, script);
  return stemWord(word, LATIN_LANGUAGES.some((latin) => latin === language) ? language : DEFAULT_LANGUAGE);
}
