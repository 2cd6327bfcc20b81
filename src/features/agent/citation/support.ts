import { getOrAdd } from '../../../shared/get-or-add.ts';
import type { Language } from '../../../text/languages.ts';
import { hasOppositeBound, findOpposites } from './language/opposites.ts';
import { exchangesTerms, reversesOrder } from './language/exchanges.ts';
import { isSameQuantity, isSameUnit, type Quantity } from './language/quantities.ts';
import { passageTerms } from '../../../text/terms.ts';
import { type Claim, toClaim, readClauses } from './claim.ts';
import { contradictsByClause } from './clauses.ts';
import { contradictsByColumn } from './columns.ts';
import { mixesClauses } from './mixtures.ts';
import { type Segment, type SourceText, type Unit, totalWeight, selectWords } from './source-text.ts';

/** The reason why a citation was removed: the cited passages do not have something, or say the opposite. */
export type Mismatch = 'quote' | 'name' | 'number' | 'opposite' | 'words';

export interface Verdict {
  /** The mismatch is null if the passages support the text. */
  mismatch: Mismatch | null;
  /** Tells whether it has nothing to compare, such as "Do this:". */
  isNeutral: boolean;
  /** The passages that support it. */
  sources: ReadonlySet<SourceText>;
}

/** Share of the weight of its words that a claim must have in at most three sentences of a passage, with what is above them. */
const MIN_COVERAGE = 0.8;
/** The minimum coverage of a sentence with numbers, which all must be there, too. */
const MIN_COVERAGE_BESIDE_NUMBERS = 0.67;
/** The minimum coverage by passages as wholes, for a sentence without numbers that sums several of them up. */
const MIN_SUMMARY_COVERAGE = 0.85;
/** The minimum coverage of a sentence of which only parts were cited. */
const MIN_FRAME_COVERAGE = 0.5;
/** Share of the words of code. */
const MIN_CODE_COVERAGE = 0.9;
const MAX_WINDOW = 3;
/** Decides between clauses that share the words before the first number. */
const OWN_SHARE = 0.01;
/** Words of less weight together say nothing. */
const MIN_WEIGHT = 0.75;
/** Part of a claim's words that a passage must have to count as one of several that support it. */
const MIN_SHARE = 0.25;

/**
 * Returns whether passages support a sentence: they have every quoted text, name and number of it, a few neighbouring
 * sentences of one have enough of its content words with the numbers, and these do not say the opposite. By words, not
 * by meaning.
 * @param isFrame whether only parts of the sentence were cited
 */
export function checkSupport(text: string, sources: readonly SourceText[], isFrame = false): Verdict {
  const supportingSources = new Set<SourceText>();
  let isNeutral = true;
  for (const clause of splitClauses(text, sources)) {
    const verdict = checkClause(clause, text, sources, isFrame);
    if (verdict.mismatch) return verdict;
    isNeutral &&= verdict.isNeutral;
    for (const source of verdict.sources) supportingSources.add(source);
  }
  return { mismatch: null, isNeutral, sources: supportingSources };
}

/** Code must have its words and numbers in one passage, in whatever order. */
export function checkCode(code: string, sources: readonly SourceText[]): Verdict {
  const lines = code.split('\n').filter((line) => !/^ {0,3}(?:`{3,}|~{3,})/.test(line));
  const supportingSources = sources.filter((source) => {
    const stems = passageTerms(lines.join('\n'), source.language).map(({ stem }) => stem);
    const matches = stems.filter((stem) => source.stems.has(stem));
    const missing = stems.filter((stem) => !source.stems.has(stem));
    return matches.length >= MIN_CODE_COVERAGE * stems.length && !missing.some((stem) => /\d/.test(stem));
  });
  return {
    mismatch: supportingSources.length > 0 ? null : 'words',
    isNeutral: false,
    sources: new Set(supportingSources),
  };
}

function splitClauses(text: string, [source]: readonly SourceText[]): string[] {
  return source ? readClauses(text, source.language) : [text];
}

function checkClause(text: string, sentence: string, sources: readonly SourceText[], isFrame: boolean): Verdict {
  const claims = new Map<Language, Claim>();
  const getClaim = ({ language }: SourceText) => getOrAdd(claims, language, () => toClaim(text, language, sentence));
  const mismatches: Mismatch[] = [];
  const supportingSources = new Set<SourceText>();
  for (const source of sources) {
    const claim = getClaim(source);
    if (isEmpty(claim)) return { mismatch: null, isNeutral: true, sources: new Set() };
    const mismatch = findMismatch(claim, source, isFrame);
    if (mismatch) mismatches.push(mismatch);
    else supportingSources.add(source);
  }
  if (supportingSources.size > 0) return { mismatch: null, isNeutral: false, sources: supportingSources };
  const together = sources.length > 1 ? supportedTogether(sources, getClaim) : [];
  if (together.length > 0) return { mismatch: null, isNeutral: false, sources: new Set(together) };
  return { mismatch: nearest(mismatches), isNeutral: false, sources: new Set() };
}

function isEmpty({ names, quotes, quantities, words }: Claim): boolean {
  return names.length + quotes.length + quantities.length === 0 && totalWeight(words) < MIN_WEIGHT;
}

/** The mismatch of the passage that came closest. */
function nearest(mismatches: readonly Mismatch[]): Mismatch {
  const order: Mismatch[] = ['opposite', 'words', 'number', 'name', 'quote'];
  return order.find((each) => mismatches.includes(each)) ?? 'words';
}

function findMismatch(claim: Claim, source: SourceText, isFrame: boolean): Mismatch | null {
  if (claim.quotes.some((quote) => !source.compact.includes(quote))) return 'quote';
  if (claim.names.some((name) => !hasName(source, name))) return 'name';
  const whole = totalWeight(claim.words);
  const usual = claim.quantities.length > 0 ? MIN_COVERAGE_BESIDE_NUMBERS : MIN_COVERAGE;
  let mismatch: Mismatch = claim.quantities.length > 0 ? 'number' : 'words';
  for (const window of listWindows(source.units)) {
    if (!hasQuantities(claim, window, source) || contradictsByColumn(claim, window, source)) continue;
    const own = coverage(claim, source, (stem) => window.some(({ stems }) => stems.has(stem)));
    const all = coverage(claim, source, (stem) =>
      window.some((unit) => unit.stems.has(stem) || unit.context.has(stem)),
    );
    const minCoverage = isFrame || matchesRow(claim, window, source) ? MIN_FRAME_COVERAGE : usual;
    if (all < minCoverage * whole || (whole > 0 && own === 0)) {
      if (mismatch === 'number') mismatch = 'words';
    } else if (contradicts(claim, window, source) || mixesClauses(claim, window, source)) mismatch = 'opposite';
    else return contradictsByClause(claim, source) ? 'opposite' : null;
  }
  const isSummary = mismatch === 'words' && claim.quantities.length === 0;
  const hasSummary =
    isSummary && coverage(claim, source, (stem) => source.stems.has(stem)) >= MIN_SUMMARY_COVERAGE * whole;
  return hasSummary && !contradictsPassage(claim, source) ? null : mismatch;
}

/** The passages that together have nearly all words of a claim without numbers; each has a share of them. */
function supportedTogether(sources: readonly SourceText[], getClaim: (source: SourceText) => Claim): SourceText[] {
  const shares = sources.filter((source) => {
    const claim = getClaim(source);
    const matchedWeight = coverage(claim, source, (stem) => source.stems.has(stem));
    return matchedWeight >= MIN_SHARE * totalWeight(claim.words);
  });
  const [first] = shares;
  if (!first) return [];
  const { words, names, quotes, quantities } = getClaim(first);
  if (quantities.length + quotes.length > 0) return [];
  if (!names.every((name) => shares.some((source) => hasName(source, name)))) return [];
  const isFound = (stem: string) => shares.some((source) => source.formsOf(stem).length > 0);
  const matchedWeight = totalWeight(words.filter(({ stem }) => isFound(stem)));
  const isOpposite = shares.some((source) => contradictsPassage(getClaim(source), source));
  return matchedWeight >= MIN_SUMMARY_COVERAGE * totalWeight(words) && !isOpposite ? shares : [];
}

function hasName(source: SourceText, name: string): boolean {
  if (source.words.has(name) || source.compact.includes(name.replaceAll(/\s/g, ''))) return true;
  const terms = passageTerms(name, source.language);
  return terms.length > 0 && terms.every(({ stem }) => source.stems.has(stem));
}

/** One to three neighbouring sentences, or one row or item. */
function* listWindows(units: readonly Unit[]): Generator<readonly Unit[]> {
  for (let size = 1; size <= MAX_WINDOW; size++) {
    for (let at = 0; at + size <= units.length; at++) {
      const window = units.slice(at, at + size);
      if (window.slice(1).every(({ continues }) => continues)) yield window;
    }
  }
}

/**
 * Returns whether the window gives every number of the claim, and each where more of the claim's words are than beside
 * any other number: "a tyre needs 4 bar in summer and 3 in winter" has "3", but not for the summer.
 */
function hasQuantities(claim: Claim, window: readonly Unit[], source: SourceText): boolean {
  const clauseMatches = window.flatMap(({ clauses }) =>
    clauses.map((clause) => {
      const own = coverage(claim, source, (stem) => clause.own.has(stem));
      return { clause, match: coverage(claim, source, (stem) => clause.stems.has(stem)) + OWN_SHARE * own };
    }),
  );
  return claim.quantities.every((quantity) => {
    const hasQuantity = (unit: Unit, { quantities }: Pick<Segment, 'quantities'>) =>
      quantities.some((other) => isSameQuantity(quantity, other) && (other.unit !== null || hasUnit(quantity, unit)));
    const rivals = clauseMatches.filter(
      ({ clause: { quantities } }) =>
        quantities.some((other) => isSameKind(quantity, other)) &&
        !quantities.some((other) => isSameQuantity(quantity, other)),
    );
    const best = Math.max(0, ...rivals.map(({ match }) => match));
    return window.some(
      (unit) =>
        hasQuantity(unit, unit.contextStatement) ||
        clauseMatches.some(
          ({ clause, match }) => match >= best && unit.clauses.includes(clause) && hasQuantity(unit, clause),
        ),
    );
  });
}

function isSameKind(one: Quantity, other: Quantity): boolean {
  if (one.unit === null || other.unit === null) return true;
  return one.unit.dimension === other.unit.dimension || (isDuration(one) && isDuration(other));
}

/** Days and months are not converted, but are both lengths of time. "Once a year" is a rate. */
function isDuration({ unit, values }: Quantity): boolean {
  return (unit?.dimension === 'time' || unit?.dimension === 'months') && !values.includes(1);
}

/** A unit that is not beside the number in the source stands elsewhere in the sentence or above it, as in a table. */
function hasUnit({ unit }: Quantity, { folded, contextStatement }: Unit): boolean {
  if (unit === null) return true;
  const words = `${folded} ${contextStatement.folded}`.split(/[^\p{L}\p{N}%°]+/u);
  return words.some((word) => isSameUnit(unit, word));
}

/** Returns whether the claim has all words of a row or item that gives its numbers; its verb is its own then. */
function matchesRow(claim: Claim, [unit, second]: readonly Unit[], source: SourceText): boolean {
  if (!unit || second || claim.quantities.length === 0 || (unit.kind !== 'row' && unit.kind !== 'item')) return false;
  const said = new Set(claim.words.flatMap(({ stem }) => source.formsOf(stem)));
  const label = [...unit.stems].filter((stem) => /\p{L}/u.test(stem));
  return label.length > 0 && label.every((stem) => said.has(stem));
}

function coverage(claim: Claim, source: SourceText, has: (stem: string) => boolean): number {
  return totalWeight(selectWords(claim, source, has));
}

function contradictsPassage(claim: Claim, source: SourceText): boolean {
  return contradicts(claim, source.units, source) || contradictsByClause(claim, source);
}

/** A word of the opposite sense or a negation on one side; both together say the same. */
function contradicts(claim: Claim, window: readonly Unit[], source: SourceText): boolean {
  const counted = window.map((each) => ({ each, count: matchWords(claim, each.stems, source).size }));
  const unit = counted.toSorted((one, other) => other.count - one.count)[0]?.each;
  if (!unit) return false;
  if (claim.quantities.length > 0 && hasOppositeBound(claim.folded, unit.folded)) return true;
  if (reversesOrder(claim.folded, unit.folded)) return true;
  const isDenied = hasDeniedWord(claim, window, source);
  const isOpposite = hasOpposite(claim, window, source);
  // "A is more than B" and "B is less than A" say the same.
  if (exchangesTerms(` ${claim.folded}`, ` ${unit.folded}`)) return !isOpposite;
  if (isOpposite) return claim.isNegated === isDenied;
  if (claim.isNegated) return !unit.isNegated && !unit.isRestricted;
  return isDenied && !claim.isRestricted;
}

/** Returns whether a word of the claim is only where the window denies something. */
function hasDeniedWord(claim: Claim, window: readonly Unit[], source: SourceText): boolean {
  const phrases = window.flatMap((unit) => unit.phrases);
  const affirmed = new Set(
    phrases.filter(({ isNegated }) => !isNegated).flatMap(({ stems }) => [...matchWords(claim, stems, source)]),
  );
  return phrases.some(
    ({ isNegated, stems }) => isNegated && [...matchWords(claim, stems, source)].some((stem) => !affirmed.has(stem)),
  );
}

/** Returns whether a unit with the opposite of a word of the claim has another word that no unit with it has. */
function hasOpposite(claim: Claim, window: readonly Unit[], source: SourceText): boolean {
  return window.some((unit) =>
    findOpposites(claim.all, unit.all).some((word) => {
      const having = window.flatMap((each, at) =>
        each.all.has(word) ? [each, ...listAntecedents(each, window[at - 1])] : [],
      );
      const elsewhere = new Set(having.flatMap(({ stems }) => [...matchWords(claim, stems, source)]));
      return having.length === 0 || [...matchWords(claim, unit.stems, source)].some((stem) => !elsewhere.has(stem));
    }),
  );
}

/** A sentence that begins with a pronoun is about what the one before it is about. */
function listAntecedents(unit: Unit, before: Unit | undefined): Unit[] {
  return before &&
    /^(?:it|they|this|these|er|sie|es|dies|il|elle|ils|elles|ella|esta|hij|ze|het|den|det)\b/u.test(unit.folded)
    ? [before]
    : [];
}

function matchWords(claim: Claim, stems: ReadonlySet<string>, source: SourceText): Set<string> {
  return new Set(selectWords(claim, source, (form) => stems.has(form)).map(({ stem }) => stem));
}
