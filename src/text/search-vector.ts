import { type Language, STEMMERS } from './languages.ts';
import { plainStem, searchTerms } from './terms.ts';
import { detectLanguage, splitWords, type Word } from './words.ts';

/** PostgreSQL's weight of a passage in the rank of a text, from `A` (most) to `D`. */
export type Weight = 'A' | 'B' | 'C' | 'D';

export interface Passage {
  text: string;
  weight: Weight;
}

/** More occurrences of a word hardly change a rank. */
const MAX_POSITIONS = 8;
/** PostgreSQL knows no higher ones. */
const MAX_POSITION = 16_383;
/** The lexemes of a `tsvector` have at most 1 MiB. */
const MAX_BYTES = 900_000;
const BYTES_PER_POSITION = 2;

/**
 * Passages as the text of a PostgreSQL `tsvector`: the stems of their words, with case and accents removed. Words of the last
 * passages are missing where it would be too large.
 * @param language of the passages if it does not show
 */
export function searchVector(passages: readonly Passage[], language: string): string {
  const split = passages.map(({ text, weight }) => ({ words: splitWords(text), weight }));
  const sample = split.flatMap(({ words }) => words.slice(0, SAMPLE));
  const vector = new Vector(detectLanguage(sample) ?? findLanguage(language));
  for (const { words, weight } of split) vector.add(words, weight);
  return vector.text();
}

const SAMPLE = 100;

function findLanguage(tag: string): Language {
  const code = tag.slice(0, 2).toLowerCase();
  return Object.hasOwn(STEMMERS, code) ? (code as Language) : 'en';
}

class Vector {
  private readonly language: Language;
  private readonly positions = new Map<string, string[]>();
  private readonly stems = new Map<string, string>();
  private position = 0;
  private bytes = 0;

  constructor(language: Language) {
    this.language = language;
  }

  add(words: readonly Word[], weight: Weight): void {
    for (const { text } of words) {
      this.position = Math.min(this.position + 1, MAX_POSITION);
      const stem = this.findStem(text);
      const stemPositions = this.positions.get(stem);
      if ((stemPositions && stemPositions.length >= MAX_POSITIONS) || !this.canAdd(stemPositions ? '' : stem)) continue;
      if (stemPositions) stemPositions.push(`${this.position}${weight}`);
      else this.positions.set(stem, [`${this.position}${weight}`]);
    }
  }

  text(): string {
    return [...this.positions].map(([stem, positions]) => `${quote(stem)}:${positions.join(',')}`).join(' ');
  }

  private findStem(word: string): string {
    const cachedStem = this.stems.get(word);
    if (cachedStem !== undefined) return cachedStem;
    const stem = plainStem(word, this.language);
    this.stems.set(word, stem);
    return stem;
  }

  private canAdd(stem: string): boolean {
    // Lengths are aligned, and counted themselves.
    const bytes = stem === '' ? BYTES_PER_POSITION : Buffer.byteLength(stem) + 3 * BYTES_PER_POSITION;
    if (this.bytes + bytes > MAX_BYTES) return false;
    this.bytes += bytes;
    return true;
  }
}

const MAX_QUERY_WORDS = 32;

/**
 * What a visitor searches for as the text of a PostgreSQL `tsquery`: every word must be found, in any form that a language gives
 * it. Null for a text without words.
 * @param weights only find words of passages with these
 */
export function searchQuery(text: string, weights: readonly Weight[] = []): string | null {
  const suffix = weights.length > 0 ? `:${weights.join('')}` : '';
  const words = searchTerms(text).map((stems) => stems.map((stem) => quote(stem) + suffix).join('|'));
  const distinct = [...new Set(words)].slice(0, MAX_QUERY_WORDS);
  return distinct.length === 0 ? null : distinct.map((word) => `(${word})`).join('&');
}

function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, '$&$&')}'`;
}
