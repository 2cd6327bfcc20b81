import { isCommonStem } from './common-words.ts';
import { passageTerms } from './terms.ts';
import { detectScript } from './words.ts';

const MAX_KEYWORDS = 10;
/** A word that occurs less often says little of the whole text. */
const MIN_COUNT = 3;
/** Minimum length of words in Latin letters. */
const MIN_WORD_LENGTH = 3;
/** A longer text names its subject in its beginning, too. */
const MAX_LENGTH = 100_000;

interface Passage {
  section: readonly string[];
  text: string;
}

/**
 * The words that a text repeats most, the most frequent first, each in the form in which it occurs first: without function
 * words, everyday English words, numbers, and the words of its title. A text of one passage has none: it is found by all its
 * words. The same text always has the same keywords.
 */
export function findKeywords(title: string, passages: readonly Passage[]): string[] {
  if (passages.length < 2) return [];
  const terms = passageTerms(wholeText(passages));
  const titleStems = new Set(passageTerms(title).map(({ text }) => text));
  const counts = new Map<string, { word: string; count: number }>();
  for (const { text, stem, functionWord } of terms) {
    if (functionWord || titleStems.has(text) || !isSpecific(text, stem)) continue;
    const earlier = counts.get(stem);
    if (earlier) earlier.count += 1;
    else counts.set(stem, { word: text, count: 1 });
  }
  // Words with the same count stay in the order of the text.
  return [...counts.values()]
    .filter(({ count }) => count >= MIN_COUNT)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MAX_KEYWORDS)
    .map(({ word }) => word);
}

/** A heading counts once, however many passages its section has. */
function wholeText(passages: readonly Passage[]): string {
  const parts: string[] = [];
  let length = 0;
  let former: readonly string[] = [];
  for (const { section, text } of passages) {
    const headings = section.filter((heading, depth) => heading !== former[depth]);
    former = section;
    for (const part of [...headings, text]) {
      parts.push(part.slice(0, MAX_LENGTH - length));
      length += part.length;
      if (length >= MAX_LENGTH) return parts.join('\n');
    }
  }
  return parts.join('\n');
}

function isSpecific(word: string, stem: string): boolean {
  const script = detectScript(word);
  if (script === 'digit') return false;
  return script !== 'latin' || (word.length >= MIN_WORD_LENGTH && !isCommonStem(stem));
}
