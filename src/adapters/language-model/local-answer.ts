import type { ModelDocument } from '../../ports/language-model.ts';
import { isCommonStem } from '../../text/common-words.ts';
import { queryTerms } from '../../text/terms.ts';
import { candidatesOf, type Candidate } from './local-passages.ts';

/** A sentence to quote and the documents that have it. */
export interface Quote {
  text: string;
  documentIds: readonly string[];
}

const MOST_QUOTES = 5;
const LONGEST_QUOTE = 400;
/** Share of the question's weight that the best sentence must have, with what stands above it. */
const LEAST_COVERAGE = 0.34;
/** Share of the best score that further ones must have. */
const LEAST_SHARE = 0.6;
const CONTEXT_SHARE = 0.9;
/** How much less a heading or a question says of each further sentence below it. */
const CONTEXT_LOSS = 0.05;
const LEAST_CONTEXT = 0.7;
const TITLE_SHARE = 0.35;
const NEIGHBOUR_SHARE = 0.12;
const RANK_LOSS = 0.02;
const COMMON_WEIGHT = 0.4;
const EARLIER_WEIGHT = 0.2;
/** A word that no sentence has may be a turn of phrase only: it speaks less against what the others find. */
const ABSENT_WEIGHT = 0.7;
/** A question of fewer telling words leans on the one before. */
const TELLING_WORDS = 3;
const LONGEST_QUESTION = 1_000;

interface Asked {
  stems: readonly string[];
  weight: number;
}

/**
 * The two to five sentences that answer a question best, the best first; none when nothing fits. `earlier` is what was
 * asked before. Together at most `longest` UTF-16 units, but one sentence always.
 */
export function bestQuotes(
  question: string,
  earlier: string | undefined,
  documents: readonly ModelDocument[],
  longest: number,
): Quote[] {
  const candidates = candidatesOf(documents);
  const asked = weigh(question, earlier, candidates);
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  const scores = scoresOf(candidates, asked);
  const ranked = candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }))
    .toSorted((one, other) => other.score - one.score);
  const [best] = ranked;
  if (!best || whole === 0 || coverage(best.candidate, asked) < LEAST_COVERAGE * whole) return [];
  const fitting = ranked.filter(({ score }) => score >= LEAST_SHARE * best.score).map(({ candidate }) => candidate);
  const chosen = pick(fitting, longest);
  const next = chosen.length === 1 ? following(best.candidate, candidates) : undefined;
  return (next ? pick([best.candidate, next], longest) : chosen).map(({ text, documentIds }) => ({
    text: clipped(text),
    documentIds,
  }));
}

/** Words that few of the sentences have tell more; words that all texts are full of tell little. */
function weigh(question: string, earlier: string | undefined, candidates: readonly Candidate[]): Asked[] {
  const termsOf = (text: string) => queryTerms(text.slice(0, LONGEST_QUESTION));
  const words = termsOf(question);
  const before = earlier !== undefined && words.length < TELLING_WORDS ? termsOf(earlier) : [];
  const weightOf = (stems: readonly string[], factor: number) => {
    const having = candidates.filter((candidate) => within(stems, candidate.stems) > 0).length;
    const common = stems.some(isCommonStem) ? COMMON_WEIGHT : 1;
    const present = having > 0 ? 1 : ABSENT_WEIGHT;
    return { stems, weight: factor * common * present * Math.log(1 + (candidates.length + 1) / (having + 1)) };
  };
  return [...words.map((stems) => weightOf(stems, 1)), ...before.map((stems) => weightOf(stems, EARLIER_WEIGHT))];
}

/** A sentence by itself and, by a little, through its neighbours; documents given earlier come first among equals. */
function scoresOf(candidates: readonly Candidate[], asked: readonly Asked[]): number[] {
  const own = candidates.map((candidate) => {
    const length = 0.8 + 0.2 * Math.min(3, Math.max(1, candidate.text.length / 120));
    return (coverage(candidate, asked) / length) * Math.max(0.7, 1 - RANK_LOSS * candidate.rank);
  });
  return own.map((score, at) => {
    const near = [at - 1, at + 1].filter((other) => candidates[other]?.rank === candidates[at]?.rank);
    return score === 0 ? 0 : score + NEIGHBOUR_SHARE * Math.max(0, ...near.map((other) => own[other] ?? 0));
  });
}

/** How much of the question's weight a sentence has; nothing when neither it nor what stands above it has any. */
function coverage({ below, stems, contextStems, titleStems }: Candidate, asked: readonly Asked[]): number {
  const context = CONTEXT_SHARE * Math.max(LEAST_CONTEXT, 1 - CONTEXT_LOSS * below);
  let near = 0;
  let far = 0;
  for (const word of asked) {
    const hit = Math.max(within(word.stems, stems), context * within(word.stems, contextStems));
    near += hit * word.weight;
    far += Math.max(0, TITLE_SHARE * within(word.stems, titleStems) - hit) * word.weight;
  }
  return near > 0 ? near + far : 0;
}

const SHORTEST_PREFIX = 5;
const LONGEST_ENDING = 3;

/** 1 for a stem that is there, less for one of which another is the beginning. */
function within(asked: readonly string[], stems: ReadonlySet<string>): number {
  if (asked.some((stem) => stems.has(stem))) return 1;
  const [likeliest = ''] = asked;
  if (likeliest.length < SHORTEST_PREFIX) return 0;
  for (const stem of stems) if (isFormOf(stem, likeliest)) return 0.7;
  return 0;
}

function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST_PREFIX && long.length - short.length <= LONGEST_ENDING && long.startsWith(short);
}

function pick(ranked: readonly Candidate[], longest: number): Candidate[] {
  const chosen: Candidate[] = [];
  let length = 0;
  for (const candidate of ranked) {
    length += Math.min(candidate.text.length, LONGEST_QUOTE);
    if (chosen.length === MOST_QUOTES || (chosen.length > 0 && length > longest)) break;
    if (!chosen.some((other) => saysTheSame(other, candidate))) chosen.push(candidate);
  }
  return chosen;
}

/** Overlapping passages and repeated phrases are quoted once. */
function saysTheSame(one: Candidate, other: Candidate): boolean {
  const shared = [...one.stems].filter((stem) => other.stems.has(stem)).length;
  return shared > 0.7 * Math.max(1, Math.min(one.stems.size, other.stems.size));
}

/** The next sentence under the same heading: what a single sentence leaves open it often says. */
function following({ rank, place, context }: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.find((each) => each.rank === rank && each.place === place + 1 && each.context === context);
}

function clipped(text: string): string {
  if (text.length <= LONGEST_QUOTE) return text;
  const cut = text.slice(0, LONGEST_QUOTE);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), LONGEST_QUOTE / 2)).toWellFormed();
}
