import type { ModelDocument } from '../../ports/language-model.ts';
import { isCommonStem } from '../../text/common-words.ts';
import { languageOf, passageTerms, queryTerms } from '../../text/terms.ts';
import { type Sentence, sentencesOf } from './local-sentences.ts';

/** A sentence to quote and the documents that have it. */
export interface Quote {
  text: string;
  documentIds: readonly string[];
}

interface Candidate extends Sentence, Quote {
  /** Stems of the sentence, of what stands above it, and of its document's title. */
  stems: readonly [own: ReadonlySet<string>, context: ReadonlySet<string>, title: ReadonlySet<string>];
  following: Candidate | undefined;
}

interface Asked {
  stems: readonly string[];
  weight: number;
}

const MAX_QUOTES = 5;
const MAX_QUOTE_LENGTH = 400;
const MAX_QUESTION_LENGTH = 1_000;
const MAX_DOCUMENT_LENGTH = 20_000;
/** What a word counts that stands in the sentence, above it, or in the title. */
const SHARES = [1, 0.9, 0.35] as const;
/** Share of the question's weight that the best sentence must have, and share of its score that further ones must have. */
const MIN_COVERAGE = 0.34;
const MIN_SCORE = 0.6;
const COMMON_WEIGHT = 0.4;
/** A word that no sentence has may be a turn of phrase only. */
const ABSENT_WEIGHT = 0.7;
/** A question of fewer words leans on the one before, whose words count less. */
const WORDS_OF_A_QUESTION = 3;
const EARLIER_WEIGHT = 0.2;

/**
 * The two to five sentences that answer a question best, the best first; none when nothing fits. `earlier` is what was
 * asked before. Together at most `maxLength` UTF-16 units, but one sentence always. A question that names no subject, such
 * as "what did she just say?", is about what the visitor has before them, if there is anything.
 */
export function bestQuotes(
  question: string,
  earlier: string | undefined,
  documents: readonly ModelDocument[],
  maxLength: number,
): Quote[] {
  const current = documents.find(({ isCurrent }) => isCurrent);
  if (!current || namesSubject(question)) return fittingQuotes(question, earlier, documents, maxLength);
  return pick(candidatesOf([current]), maxLength).map(toQuote);
}

/** Whether it has a word that is neither a function word nor an everyday one. */
function namesSubject(question: string): boolean {
  const terms = passageTerms(question.slice(0, MAX_QUESTION_LENGTH));
  return terms.some(({ stem, functionWord }) => !functionWord && !isCommonStem(stem));
}

function fittingQuotes(
  question: string,
  earlier: string | undefined,
  documents: readonly ModelDocument[],
  maxLength: number,
): Quote[] {
  const candidates = candidatesOf(documents);
  const asked = weigh(question, earlier, candidates);
  const ranked = candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate, asked) }))
    .toSorted((one, other) => other.score - one.score);
  const [best] = ranked;
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  if (!best || best.score === 0 || best.score < MIN_COVERAGE * whole) return [];
  const fitting = ranked.filter(({ score }) => score >= MIN_SCORE * best.score).map(({ candidate }) => candidate);
  const chosen = pick(fitting, maxLength);
  // The next sentence often says what a single one leaves open.
  const { following } = best.candidate;
  const quoted = chosen.length === 1 && following ? pick([best.candidate, following], maxLength) : chosen;
  return quoted.map(toQuote);
}

function toQuote({ text, documentIds }: Candidate): Quote {
  return { text: clip(text), documentIds };
}

/** All quotable sentences; one that several documents have stands once, with the ids of all. */
function candidatesOf(documents: readonly ModelDocument[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const { id, title, text } of documents) {
    const plain = text.slice(0, MAX_DOCUMENT_LENGTH).toWellFormed().replaceAll('\0', ' ');
    // A sentence alone is often too short to show its language.
    const language = languageOf(`${title}\n${plain}`);
    const stemsOf = (part: string): Set<string> =>
      new Set(passageTerms(part, language).flatMap(({ functionWord, stem }) => (functionWord ? [] : [stem])));
    const titleStems = stemsOf(title);
    let before: Candidate | undefined;
    for (const sentence of sentencesOf(plain)) {
      const same = found.get(sentence.text);
      const stems = [stemsOf(sentence.text), stemsOf(sentence.context), titleStems] as const;
      const candidate: Candidate = { ...sentence, documentIds: [id], stems, following: undefined };
      if (before?.context === sentence.context) before.following = candidate;
      if (same) same.documentIds = [...new Set([...same.documentIds, id])];
      else found.set(sentence.text, candidate);
      before = candidate;
    }
  }
  return [...found.values()];
}

/** Words that few of the sentences have tell more; words that all texts are full of tell little. */
function weigh(question: string, earlier: string | undefined, candidates: readonly Candidate[]): Asked[] {
  const termsOf = (text: string) => queryTerms(text.slice(0, MAX_QUESTION_LENGTH));
  const words = termsOf(question);
  const before = earlier !== undefined && words.length < WORDS_OF_A_QUESTION ? termsOf(earlier) : [];
  const weightOf = (stems: readonly string[], factor: number): Asked => {
    const having = candidates.filter((candidate) => hasAny(candidate.stems[0], stems)).length;
    const rarity = Math.log(1 + (candidates.length + 1) / (having + 1));
    const known = having > 0 ? 1 : ABSENT_WEIGHT;
    return { stems, weight: factor * rarity * known * (stems.some(isCommonStem) ? COMMON_WEIGHT : 1) };
  };
  return [...words.map((stems) => weightOf(stems, 1)), ...before.map((stems) => weightOf(stems, EARLIER_WEIGHT))];
}

/** How much of the question's weight a sentence has; nothing when neither it nor what stands above it has any. */
function scoreOf({ stems: [own, context, title] }: Candidate, asked: readonly Asked[]): number {
  if (!asked.some(({ stems }) => hasAny(own, stems) || hasAny(context, stems))) return 0;
  const shareOf = (stems: readonly string[]): number =>
    [own, context, title].reduce((max, each, at) => Math.max(max, hasAny(each, stems) ? (SHARES[at] ?? 0) : 0), 0);
  return asked.reduce((sum, { stems, weight }) => sum + weight * shareOf(stems), 0);
}

function hasAny(found: ReadonlySet<string>, stems: readonly string[]): boolean {
  return stems.some((stem) => found.has(stem));
}

function pick(ranked: readonly Candidate[], maxLength: number): Candidate[] {
  const chosen: Candidate[] = [];
  let length = 0;
  for (const candidate of ranked) {
    length += Math.min(candidate.text.length, MAX_QUOTE_LENGTH);
    if (chosen.length === MAX_QUOTES || (chosen.length > 0 && length > maxLength)) break;
    if (!chosen.some((other) => saysTheSame(other, candidate))) chosen.push(candidate);
  }
  return chosen;
}

/** Overlapping passages and repeated phrases are quoted once. */
function saysTheSame({ stems: [one] }: Candidate, { stems: [other] }: Candidate): boolean {
  const shared = [...one].filter((stem) => other.has(stem)).length;
  return shared > 0.7 * Math.max(1, Math.min(one.size, other.size));
}

function clip(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  const cut = text.slice(0, MAX_QUOTE_LENGTH);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_QUOTE_LENGTH / 2)).toWellFormed();
}
