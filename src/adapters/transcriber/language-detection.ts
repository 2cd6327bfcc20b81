import type { TimeRange } from '../../ports/media-tools.ts';
import { languageOfText } from '../../text/text-language.ts';

/** Transcribes a part of the sound in a language. */
export type Listen = (range: TimeRange, language: string) => Promise<string>;

/** The languages of the model, by its documentation. */
const SUPPORTED = new Set(['ar', 'de', 'el', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'vi', 'zh']);
/** The one that is tried first. */
const LIKELY = 'en';

export function isSupported(language: string): boolean {
  return SUPPORTED.has(language);
}

/**
 * The first piece of a video whose language is not known. The API requires a language and detects none, but its text for
 * another language is usually in that language: the piece is transcribed in the likeliest language, and again if its text
 * is in another one. `language` is null if the text does not show it; the next piece is then tried the same way.
 */
export async function transcribeFirst(
  piece: TimeRange,
  listen: Listen,
): Promise<{ text: string; language: string | null }> {
  const text = await listen(piece, LIKELY);
  const language = languageOfText(text);
  if (language === null || !isSupported(language)) return { text, language: null };
  return { text: language === LIKELY ? text : await listen(piece, language), language };
}
