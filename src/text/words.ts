import { fold } from './folding.ts';
import { getFunctionWords, LATIN_LANGUAGES, STEMMERS, type Language } from './languages.ts';

/** A word of a text, or two neighbouring characters of a script that writes no blanks. Offsets are UTF-16, end excluded. */
export interface Word {
  /** The word as written, in lower case, at most 64 characters. */
  text: string;
  start: number;
  end: number;
}

const MAX_WORD_LENGTH = 64;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const UNSPACED_RUN =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]\p{M}*)+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/** The words of a text in order. Linear in its length. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  // Asked of the whole text, as it costs more of each word than to find it.
  const hasUnspaced = UNSPACED.test(text);
  const isNormal = text.normalize('NFC') === text;
  for (const { 0: run, index } of text.matchAll(WORD)) {
    if (hasUnspaced && UNSPACED.test(run)) splitUnspaced(run, index, words);
    else words.push(wordAt(run, index, isNormal));
  }
  return words;
}

/** The language of a text by its script or its function words; undefined when it doesn't show. */
export function detectLanguage(words: readonly Word[]): Language | undefined {
  const sample = words.slice(0, 300);
  const script = scriptLanguage(sample);
  if (script !== 'latin') return script;
  const counts = new Map<Language, number>(LATIN_LANGUAGES.map((language) => [language, 0]));
  for (const { text } of sample) {
    for (const language of functionWordLanguages.get(text) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const hits = [...counts].map(([language, count]) => ({ language, count })).toSorted((a, b) => b.count - a.count);
  const [best, second] = hits;
  if (!best || !second || best.count < 2 || best.count === second.count) return undefined;
  return best.count * 12 >= sample.length ? best.language : undefined;
}

/** The Latin languages that have a word as a function word, in their order. */
const functionWordLanguages = new Map<string, Language[]>();
for (const language of LATIN_LANGUAGES) {
  for (const word of getFunctionWords(language) ?? []) {
    const languages = functionWordLanguages.get(word);
    if (languages) languages.push(language);
    else functionWordLanguages.set(word, [language]);
  }
}

/** The stem of a lower-case word, accents folded: what two forms of one word have in common. */
export function stemWord(word: string, language: Language): string {
  const languageStems = findStems(language);
  const cached = languageStems.get(word);
  if (cached !== undefined) return cached;
  const stem = fold(STEMMERS[language](word)) || fold(word);
  if (languageStems.size >= CACHED_STEMS) languageStems.clear();
  languageStems.set(word, stem);
  return stem;
}

export function isFunctionWord(word: string, language: Language): boolean {
  return getFunctionWords(language)?.has(word) ?? false;
}

const CACHED_STEMS = 50_000;
const stems = new Map<Language, Map<string, string>>();

function findStems(language: Language): Map<string, string> {
  const cachedStems = stems.get(language) ?? new Map<string, string>();
  stems.set(language, cachedStems);
  return cachedStems;
}

function wordAt(run: string, start: number, isNormal = false): Word {
  const text = run.length > MAX_WORD_LENGTH ? run.slice(0, MAX_WORD_LENGTH) : run;
  return { text: (isNormal ? text : text.normalize('NFC')).toLowerCase(), start, end: start + run.length };
}

/** Latin words inside stay whole; the rest becomes overlapping pairs of characters, as no dictionary is at hand. */
function splitUnspaced(run: string, start: number, words: Word[]): void {
  for (const { 0: part, index } of run.matchAll(UNSPACED_RUN)) {
    if (!UNSPACED.test(part)) {
      words.push(wordAt(part, start + index));
      continue;
    }
    const characters = [...part.matchAll(/\P{M}\p{M}*/gu)];
    const last = Math.max(0, characters.length - 2);
    for (let position = 0; position <= last; position++) {
      const from = characters[position];
      const to = characters[Math.min(position + 1, characters.length - 1)];
      if (!from || !to) continue;
      const end = to.index + to[0].length;
      words.push({
        text: part.slice(from.index, end).normalize('NFC').toLowerCase(),
        start: start + index + from.index,
        end: start + index + end,
      });
    }
  }
}

/** `latin` when Latin letters prevail; undefined for a script without a stemmer. */
function scriptLanguage(words: readonly Word[]): Language | 'latin' | undefined {
  const counts = new Map<Language | 'latin' | undefined, number>();
  for (const { text } of words) {
    const script = detectScript(text);
    if (script !== 'digit') counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? (counts.size > 0 ? undefined : 'latin');
}

/** The script of a word by its first character, as the language that is written in it. */
export function detectScript(word: string): Language | 'latin' | 'digit' | undefined {
  const codePoint = word.codePointAt(0) ?? 0;
  if (codePoint >= 0x30 && codePoint <= 0x39) return 'digit';
  if (codePoint < 0x250 || (codePoint >= 0x1e00 && codePoint < 0x1f00)) return 'latin';
  if ((codePoint >= 0x370 && codePoint < 0x400) || (codePoint >= 0x1f00 && codePoint < 0x2000)) return 'el';
  if (codePoint >= 0x400 && codePoint < 0x530) return 'ru';
  if (codePoint >= 0x600 && codePoint < 0x700) return 'ar';
  return undefined;
}
