import { AUXILIARIES } from './language/clause-words.ts';
import { fold } from '../../../text/folding.ts';
import { isCommonStem } from '../../../text/common-words.ts';
import type { Language } from '../../../text/languages.ts';
import { NEGATIONS, RESTRICTIONS, removeBounds } from './language/opposites.ts';
import { type Quantity, readQuantities, readUnit } from './language/quantities.ts';
import { passageTerms } from '../../../text/terms.ts';
import { type ClauseWord, readClauseWords } from './clause-words.ts';

/** The statement of a part of an answer, as far as it can be compared with a source. */
export interface Claim extends Statement {
  /** Words and runs of quoted text, folded, that a source must have as they are. */
  names: readonly string[];
  quotes: readonly string[];
  /** Content words with what each counts. */
  words: readonly { stem: string; weight: number }[];
  /** Tells whether it has the beginning of its sentence, where the subject is. */
  isBeginning: boolean;
  /** The same words in order, by clause. */
  clauses: readonly ClauseWord[][];
}

/** A text reduced to what decides whether it says the same as another. */
export interface Statement {
  folded: string;
  /** All words, folded. */
  all: ReadonlySet<string>;
  quantities: readonly Quantity[];
  isNegated: boolean;
  isRestricted: boolean;
}

const COMMON_WEIGHT = 0.35;
/** A noun counts more than another word. In German every noun is capitalised, so names look like nouns. */
const NOUN_WEIGHT = 1.6;

/**
 * @param language in which the source is stemmed
 * @param sentence of which the text is a clause
 */
export function toClaim(text: string, language: Language, sentence: string): Claim {
  const plain = expand(
    text
      .replace(/^\s*(?:[-*+•]|\d{1,9}[.)]|#{1,6})\s+/u, '')
      .replaceAll(/!\[[^\]]*\]\([^)]*\)|https?:\/\/\S+(?=\s|$)/g, ' ')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/\*\*|__/g, ''),
  );
  const statement = toStatement(plain, language);
  const words = new Map<string, number>();
  for (const term of passageTerms(plain, language)) {
    if (term.functionWord || NEGATIONS.has(term.stem) || isNumber(term, statement.quantities)) continue;
    const isCommon = (language === 'en' && isCommonStem(term.stem)) || AUXILIARIES.has(fold(term.text));
    const isNoun = language === 'de' && /^\p{Lu}/u.test(plain.slice(term.start)) && term.start > 0;
    const weight = isCommon ? COMMON_WEIGHT : isNoun ? NOUN_WEIGHT : 1;
    words.set(term.stem, weight);
  }
  return {
    ...statement,
    all: sentence === text ? statement.all : toStatement(sentence, language).all,
    names: listNames(plain, language),
    quotes: listQuotes(plain),
    isBeginning: sentence.startsWith(text),
    clauses: readClauseWords(plain, language),
    words: [...words].map(([stem, weight]) => ({ stem, weight })),
  };
}

/** "Don't" as two words, "they're" as one. */
function expand(text: string): string {
  return text
    .replaceAll(/(ca)?n['’]t\b/gi, (_, can) => (can ? 'can not' : ' not'))
    .replaceAll(/(?<=\p{L})['’](?:re|ve|ll|m)\b/gu, '');
}

export function toStatement(sentence: string, language: Language): Statement {
  const text = expand(sentence);
  const folded = fold(text);
  const limited = removeBounds(folded)
    .replaceAll('-only', '')
    .split(/[^\p{L}\p{N}°%]+/u);
  const quantities = readQuantities(text, language);
  return {
    folded,
    all: new Set(`${fold(withoutQuantities(text, quantities))} ${findSwitch(folded)}`.split(/[^\p{L}\p{N}]+/u)),
    quantities,
    isNegated: limited.some((word) => NEGATIONS.has(word)),
    isRestricted: limited.some((word) => RESTRICTIONS.has(word)),
  };
}

/** "It is on by default" and "off" as a value say enabled and disabled; "on" alone is a preposition. */
function findSwitch(folded: string): string {
  const switchesOn = /\b(?:is|are|be|turned|switched|stays?) on(?=\s*(?:[.,;|]|$|by default))/.test(folded);
  const switchesOff = /\boff(?=\s*(?:[.,;|]|$|by default))/.test(folded);
  return `${switchesOn ? 'enabled' : ''} ${switchesOff ? 'disabled' : ''}`;
}

/**
 * The clauses of a sentence, so that a number is compared with the words beside it: each but the last ends where a number
 * and a word of content have been read.
 */
export function readClauses(text: string, language: Language): string[] {
  const quantities = readQuantities(text, language);
  if (quantities.length < 2) return [text];
  const breaks = text.matchAll(CLAUSE_ENDS[language] ?? ENGLISH_ENDS);
  const clauses: string[] = [];
  let start = 0;
  for (const { index, 0: separator } of breaks) {
    const clause = text.slice(start, index);
    const hasNumber = quantities.some((each) => each.start >= start && each.end <= index);
    const rest = quantities.some((each) => each.start >= index);
    if (!hasNumber || !rest || !hasContent(clause, language) || isRange(quantities, index, index + separator.length))
      continue;
    clauses.push(clause);
    start = index + separator.length;
  }
  return [...clauses, text.slice(start)];
}

const MAX_RANGE_GAP = 5;

/** "Between four and six" is one clause. */
function isRange(quantities: readonly Quantity[], from: number, to: number): boolean {
  return (
    quantities.some(({ end }) => end === from) &&
    quantities.some(({ start }) => start >= to && start < to + MAX_RANGE_GAP)
  );
}

const ENGLISH_ENDS = clauseEnds('and or but while');
const CLAUSE_ENDS: Partial<Record<Language, RegExp>> = {
  en: ENGLISH_ENDS,
  de: clauseEnds('und oder aber'),
  fr: clauseEnds('et ou mais'),
  es: clauseEnds('y e o pero'),
  it: clauseEnds('e ed o ma'),
  pt: clauseEnds('e ou mas'),
  nl: clauseEnds('en of maar'),
  sv: clauseEnds('och eller men'),
  da: clauseEnds('og eller men'),
  no: clauseEnds('og eller men'),
  ru: clauseEnds('и или но а'),
};

function clauseEnds(conjunctions: string): RegExp {
  return new RegExp(`[,;:()–]\\s+|\\s+(?:${conjunctions.replaceAll(' ', '|')})\\s+`, 'giu');
}

function hasContent(clause: string, language: Language): boolean {
  const quantities = readQuantities(clause, language);
  return passageTerms(clause, language).some((term) => !term.functionWord && !isNumber(term, quantities));
}

function isNumber(term: { start: number; text: string }, quantities: readonly Quantity[]): boolean {
  const dimension = readUnit(term.text)?.dimension;
  const isUnit = dimension !== undefined && quantities.some(({ unit }) => unit?.dimension === dimension);
  return isUnit || quantities.some(({ start, end }) => term.start >= start && term.start < end);
}

function withoutQuantities(text: string, quantities: readonly Quantity[]): string {
  let rest = text;
  for (const { start, end } of quantities.toReversed()) {
    rest =
      rest.slice(0, start) +
      rest.slice(end).replace(/^[\s-]*(?:an? )?[\p{L}°%]+/u, (unit) => (readUnit(unit.trim()) ? ' ' : unit));
  }
  return rest;
}

const TOKEN = /[\p{L}\p{N}_$][\p{L}\p{N}\p{M}_$]*(?:[.'’/:-][\p{L}\p{N}_$]+)*/gu;
const STARTS = /(?:^|[:."“„«(…!?])\s*["“„«(*]*$/u;

/** Identifiers, abbreviations and proper names, folded. */
function listNames(text: string, language: Language): string[] {
  const tokens = [...text.matchAll(TOKEN)];
  return tokens.flatMap(({ 0: token, index }) => {
    if (/^\d/.test(token) && !/^\d+\p{L}+\d/u.test(token)) return [];
    const bare = token.replace(/['’]s?$/u, '');
    const isBeforeName = /^\s\p{Lu}/u.test(text.slice(index + token.length));
    const isFirst = STARTS.test(text.slice(0, index)) && !isBeforeName;
    const isCapitalised =
      /^\p{Lu}\p{Ll}/u.test(bare) && (language !== 'de' || isPlace(text.slice(0, index))) && !isFirst;
    const isAbbreviation = /^\p{Lu}[\p{Lu}\p{N}]+$/u.test(bare);
    const isIdentifier =
      /[a-z]\p{N}|[a-z][A-Z]|[_$]|[a-z][.:/][a-z]/iu.test(bare) &&
      /[a-z]\p{N}|\p{Ll}\p{Lu}|[_$]|\p{L}[.:/]\p{L}/u.test(bare);
    if (!isCapitalised && !isAbbreviation && !isIdentifier) return [];
    const isFunctionWord = passageTerms(bare, language).every((term) => term.functionWord);
    return isFunctionWord || readUnit(bare) !== null ? [] : [fold(bare)];
  });
}

/** A German noun right after such a preposition, without an article, is the name of a place or person. */
function isPlace(before: string): boolean {
  return /(?:^|\s)(?:in|aus|nach|bei|von)\s$/iu.test(before);
}

const QUOTATION = /"([^"\n]{2,})"|“([^”\n]{2,})”|«([^»\n]{2,})»|„([^“”\n]{2,})[“”]|`([^`\n]+)`/gu;

function listQuotes(text: string): string[] {
  return [...text.matchAll(QUOTATION)].map((match) => compact(match.slice(1).find((part) => part !== undefined) ?? ''));
}

/** Returns the folded letters, digits and signs, without white space and closing punctuation. */
export function compact(text: string): string {
  return fold(text)
    .replaceAll(/\s+/g, '')
    .replace(/[.,;:!?…]+$/u, '');
}
