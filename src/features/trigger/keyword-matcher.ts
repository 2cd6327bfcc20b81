import { comparable, parseKeywordPattern } from './keyword-pattern.ts';

/** Scripts written without spaces: there a word is found wherever its characters stand. */
const SPACELESS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;
const WORD_CHARACTER = new RegExp(String.raw`^(?![${SPACELESS}])[\p{L}\p{N}\p{M}_]$`, 'u');
/** A character of a spaceless script, a word, or any other single character that is not white space. */
const TOKEN = new RegExp(String.raw`[${SPACELESS}]|(?:(?![${SPACELESS}])[\p{L}\p{N}\p{M}_])+|[^\s]`, 'gu');

interface Phrase {
  text: string;
  /** Alternatives that ask for it, by number. */
  alternatives: number[];
}

interface CompiledAlternative {
  trigger: number;
  /** How many phrases must be there. */
  needed: number;
}

/**
 * All keyword triggers of a site, compiled: a message is read once, and each of its words is looked up. The time depends on
 * the message and on what it matches, hardly on how many triggers there are.
 */
export class KeywordMatcher {
  private readonly byFirstToken = new Map<string, Phrase[]>();
  private readonly exact = new Map<string, number[]>();
  private readonly alternatives: CompiledAlternative[] = [];

  /** @param patterns valid ones, in the order in which they are checked */
  constructor(patterns: readonly string[]) {
    const phrases = new Map<string, Phrase>();
    patterns.forEach((pattern, trigger) => {
      for (const alternative of parseKeywordPattern(pattern)) {
        if ('exact' in alternative) append(this.exact, alternative.exact, trigger);
        else this.add(alternative.all, trigger, phrases);
      }
    });
  }

  /** Which patterns match, by number, rising. */
  match(message: string): number[] {
    const text = comparable(message);
    const matched = new Set(this.exact.get(text));
    const counts = new Map<number, number>();
    for (const phrase of this.phrasesIn(text)) {
      for (const number of phrase.alternatives) {
        const alternative = this.alternatives[number];
        if (!alternative) continue;
        const count = (counts.get(number) ?? 0) + 1;
        counts.set(number, count);
        if (count === alternative.needed) matched.add(alternative.trigger);
      }
    }
    return [...matched].toSorted((a, b) => a - b);
  }

  private add(all: readonly string[], trigger: number, phrases: Map<string, Phrase>): void {
    const number = this.alternatives.push({ trigger, needed: all.length }) - 1;
    for (const text of all) {
      let phrase = phrases.get(text);
      if (!phrase) {
        phrase = { text, alternatives: [] };
        phrases.set(text, phrase);
        append(this.byFirstToken, text.match(TOKEN)?.[0] ?? text, phrase);
      }
      phrase.alternatives.push(number);
    }
  }

  private phrasesIn(text: string): Set<Phrase> {
    const found = new Set<Phrase>();
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      for (const phrase of this.byFirstToken.get(token) ?? []) {
        if (!found.has(phrase) && text.startsWith(phrase.text, index) && endsAWord(text, index + phrase.text.length)) {
          found.add(phrase);
        }
      }
    }
    return found;
  }
}

/** Whether a phrase that ends at `end` does not end inside a word; that it starts one, its first token says. */
function endsAWord(text: string, end: number): boolean {
  if (end >= text.length) return true;
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0);
  const last = [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? '';
  return !(WORD_CHARACTER.test(after) && WORD_CHARACTER.test(last));
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
