import { detectLanguage, splitWords } from './words.ts';

/** ISO 639-1 code of a language tag as files have it, such as `en` for `eng` and `en-US`; null for an unknown one. */
export function languageCode(tag: string | null): string | null {
  try {
    const { language } = new Intl.Locale(tag?.trim().replaceAll('_', '-') ?? '');
    return language?.length === 2 ? language : null;
  } catch {
    return null;
  }
}

const SCRIPTS: readonly [language: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
];

/** ISO 639-1 code of the language of a text by its function words or its script; null when it does not show. */
export function languageOfText(text: string): string | null {
  return detectLanguage(splitWords(text)) ?? SCRIPTS.find(([, letters]) => letters.test(text))?.[0] ?? null;
}
