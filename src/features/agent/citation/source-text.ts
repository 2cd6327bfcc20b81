import { getOrAdd } from '../../../shared/get-or-add.ts';
import { fold } from '../../../text/folding.ts';
import type { Language } from '../../../text/languages.ts';
import { synonymGroups } from './language/opposites.ts';
import { detectTextLanguage, passageTerms } from '../../../text/terms.ts';
import { textParts, type TextPart } from '../../../text/sentences.ts';
import { stemWord } from '../../../text/words.ts';
import { type ClauseWord, readClauseWords } from './clause-words.ts';
import { type Claim, readClauses, compact, toStatement, type Statement } from './claim.ts';
import { type Cell, readCells } from './columns.ts';
import { type Part, splitParts } from './mixtures.ts';
import { readQuantities } from './language/quantities.ts';

/** A cited passage, split into what a statement may be compared with. */
export interface SourceText {
  language: Language;
  /** Stems of the title, the headings and all units. */
  stems: ReadonlySet<string>;
  words: ReadonlySet<string>;
  compact: string;
  units: readonly Unit[];
  /** The stems of the source that may stand for a stem of a claim. */
  formsOf(stem: string): readonly string[];
}

export interface Unit extends Statement {
  stems: ReadonlySet<string>;
  /** Stems of what stands above it: title, headings, the first row of its table, the line before its list. */
  context: ReadonlySet<string>;
  contextStatement: Statement;
  kind: TextPart['kind'];
  /** Each with the numbers that it gives: "4 bar in summer" and "3 in winter". */
  clauses: readonly Clause[];
  /** The phrases between commas and conjunctions, as far as a negation reaches. */
  phrases: readonly Segment[];
  /** Its words in order, by clause. */
  clauseWords: readonly ClauseWord[][];
  /** The parts of a sentence of prose. */
  parts: readonly Part[];
  /** The cells of a row that have numbers. */
  cells: readonly Cell[];
  /** Tells whether it continues the unit before: sentences of prose do, rows of tables and items of lists do not. */
  continues: boolean;
}

export interface Segment extends Statement {
  stems: ReadonlySet<string>;
}

export interface Clause extends Segment {
  /** Stems without those of the words before the sentence's first number. */
  own: ReadonlySet<string>;
}

const MAX_LENGTH = 20_000;
const MAX_UNITS = 400;
const GERMANIC: readonly Language[] = ['de', 'nl', 'sv', 'da', 'no', 'fi'];
const englishSynonyms = synonymGroups((word) => stemWord(word, 'en'));

export function toSourceText(title: string, section: readonly string[], passage: string): SourceText {
  const text = passage.slice(0, MAX_LENGTH);
  const head = [title, ...section].join('\n');
  const language = detectTextLanguage(`${head}\n${text}`);
  const toStems = (part: string) => new Set(passageTerms(part, language).map(({ stem }) => stem));
  const units = toUnits(text, head, language, toStems);
  const stems = new Set([...toStems(head), ...units.flatMap((unit) => [...unit.stems])]);
  const forms = new Map<string, readonly string[]>();
  return {
    language,
    stems,
    words: new Set(fold(`${head}\n${text}`).split(/[^\p{L}\p{N}_$]+/u)),
    compact: compact(`${head}\n${text}`),
    units,
    formsOf: (stem) => getOrAdd(forms, stem, () => [...stems].filter((other) => isForm(stem, other, language))),
  };
}

/** The words of a claim that have a form among the stems of the source for which `has` is true. */
export function selectWords({ words }: Claim, source: SourceText, has: (stem: string) => boolean): Claim['words'] {
  return words.filter(({ stem }) => source.formsOf(stem).some(has));
}

export function totalWeight(words: Claim['words']): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function toUnits(
  text: string,
  head: string,
  language: Language,
  toStems: (part: string) => ReadonlySet<string>,
): Unit[] {
  const units: Unit[] = [];
  let tableHead = '';
  let tableBlock = -1;
  let lead = '';
  let previous = '';
  for (const { kind, start, end, block } of textParts(text).slice(0, MAX_UNITS)) {
    const part = text.slice(start, end);
    if (kind === 'row' && block !== tableBlock) {
      tableHead = part;
      tableBlock = block;
    }
    if (kind !== 'item') lead = part;
    const above = kind === 'row' ? `${head}\n${tableHead}` : kind === 'item' ? `${head}\n${lead}` : head;
    const toSegment = (segment: string): Segment => ({ ...toStatement(segment, language), stems: toStems(segment) });
    units.push({
      kind,
      clauses: withLead(readClauses(part, language), language).map(([clause, whole]) => ({
        ...toSegment(whole),
        own: toStems(clause),
      })),
      phrases: splitPhrases(part).map(toSegment),
      clauseWords: readClauseWords(part, language),
      parts: kind === 'prose' ? splitParts(part, language) : [],
      cells: kind === 'row' ? readCells(tableHead, part, language) : [],
      ...toStatement(part, language),
      stems: toStems(part),
      context: toStems(above),
      contextStatement: toStatement(above, language),
      continues: (kind === 'prose' || kind === 'code') && previous !== '' && previous !== 'row',
    });
    previous = kind;
  }
  return units;
}

/** Repeats what stands before the first number and is said of all: "The fee is 200 for adults and 50 for children". */
function withLead([first = '', ...others]: readonly string[], language: Language): [clause: string, whole: string][] {
  const [quantity] = readQuantities(first, language);
  const lead = first.slice(0, quantity?.start ?? 0);
  return [[first, first], ...others.map((clause): [string, string] => [clause, `${lead} ${clause}`])];
}

function splitPhrases(part: string): string[] {
  return part.split(/[,;:()–]\s|\s(?:and|but|und|aber|sondern|et|mais|y|pero|e|ma|mas|en|maar|och|men|og|и|но)\s/iu);
}

/** The same stem, one of another ending, a part of a compound, or a synonym. */
function isForm(stem: string, other: string, language: Language): boolean {
  if (stem === other) return true;
  if (/\d/.test(stem) || /\d/.test(other)) return false;
  const [one, two] = [withoutParticle(stem, language), withoutParticle(other, language)];
  const shorter = Math.min(one.length, two.length);
  const longer = Math.max(one.length, two.length);
  if (shorter >= 5 && commonPrefix(one, two) >= Math.max(5, 0.7 * longer)) return true;
  if (GERMANIC.includes(language) && shorter >= 4 && containsPart(stem, other)) return true;
  const groups = language === 'en' ? englishSynonyms.get(stem) : undefined;
  return groups !== undefined && [...(englishSynonyms.get(other) ?? [])].some((group) => groups.has(group));
}

/** The beginning of German and Dutch participles. */
function withoutParticle(stem: string, language: Language): string {
  return (language === 'de' || language === 'nl') && stem.length > 6 ? stem.replace(/^ge/, '') : stem;
}

function containsPart(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) || long.endsWith(short);
}

function commonPrefix(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
