import { ARTICLES, EXCLUSIONS, MODALS, STAND_INS } from './language/clause-words.ts';
import type { Language } from '../../../text/languages.ts';
import { findOpposites } from './language/opposites.ts';
import { isSameQuantity, type Quantity } from './language/quantities.ts';
import { detectScript } from '../../../text/words.ts';
import type { Claim } from './claim.ts';
import type { ClauseWord } from './clause-words.ts';
import { type SourceText, type Unit, totalWeight, selectWords } from './source-text.ts';

type Clause = readonly ClauseWord[];

/** Part of a claim's words that a clause or sentence must have to be what the claim is about. */
const MIN_SHARE_OF_CLAUSE = 0.6;

/**
 * Returns whether a claim has the words of its source, but says something else with them: of another kind of the thing,
 * of all instead of some, with subject and object exchanged, with another subject, or without the source's negation or
 * the other way round.
 */
export function contradictsByClause(claim: Claim, source: SourceText): boolean {
  const unit = nearestUnit(claim, source);
  return (
    unit !== undefined &&
    (hasOtherQuantifier(claim, source) ||
      lacksRestriction(claim, source) ||
      isRestrictedAlone(claim, unit) ||
      isDeniedAlone(claim, unit, source) ||
      hasExchangedRoles(claim, unit, source) ||
      hasOtherSubject(claim, unit, source) ||
      countsOtherThings(claim, source) ||
      isOfOtherKind(claim, source))
  );
}

/** The sentence with most of the claim's words; of several the shortest. */
function nearestUnit(claim: Claim, source: SourceText): Unit | undefined {
  const valued = source.units.map((unit) => ({
    unit,
    value: totalWeight(selectWords(claim, source, (form) => unit.stems.has(form))) - unit.stems.size / 1000,
  }));
  return valued.toSorted((one, other) => other.value - one.value)[0]?.unit;
}

/** The sentences with most of the words of the claim. */
function nearUnits(claim: Claim, source: SourceText): Unit[] {
  return source.units.filter((unit) => countMatches(claim, unit, source) >= MIN_SHARE_OF_CLAUSE * claim.words.length);
}

function countMatches(claim: Claim, { stems }: Unit, source: SourceText): number {
  return selectWords(claim, source, (form) => stems.has(form)).length;
}

/** Returns whether a word of the claim is that of the source in some form. */
function isSame(claimStem: string, sourceStem: string, source: SourceText): boolean {
  return source.formsOf(claimStem).includes(sourceStem);
}

function has(clause: Clause, claimStem: string, source: SourceText): boolean {
  return clause.some(({ stem }) => isSame(claimStem, stem, source));
}

function isClaimed(claim: Claim, stem: string, source: SourceText): boolean {
  return claim.words.some((word) => isSame(word.stem, stem, source));
}

/**
 * "The private key is copied" of "The private key never leaves your computer; the public key is copied": what the claim
 * says of one kind is only said of another kind of the same thing.
 */
function isOfOtherKind(claim: Claim, source: SourceText): boolean {
  return claim.clauses.some((clause) =>
    listKinds(clause).some(({ kind, noun }) => {
      const { own, others } = clausesByKind(kind.stem, noun.stem, source, claim);
      if (own.length === 0 || others.length === 0) return false;
      const rest = clause.filter(
        (word) =>
          word !== noun && word !== kind && (word.isContent || word.quantity) && !isSame(word.stem, noun.stem, source),
      );
      const ownMatches = rest.filter((word) => hasWord(own, word, source));
      const otherMatches = rest.filter((word) => hasWord(others, word, source));
      return (
        otherMatches.some((word) => !ownMatches.includes(word)) &&
        ownMatches.every((word) => otherMatches.includes(word))
      );
    }),
  );
}

/** The neighbours in runs of content that are at the beginning of a clause or after an article or the like. */
function listKinds(clause: Clause): { kind: ClauseWord; noun: ClauseWord }[] {
  let isDescribed = true;
  return clause.flatMap((noun, at) => {
    const kind = clause[at - 1];
    if (!noun.isContent && !STAND_INS.has(noun.folded)) {
      isDescribed =
        ARTICLES.has(noun.folded) || noun.isOpening || noun.isNegation || Boolean(noun.quantifier ?? noun.quantity);
      return [];
    }
    return isDescribed && kind?.isContent && noun.isNoun ? [{ kind, noun }] : [];
  });
}

function hasWord(clauses: readonly Clause[], { stem, quantity }: ClauseWord, source: SourceText): boolean {
  return clauses.some((clause) =>
    clause.some((word) =>
      quantity ? word.quantity && isSameQuantity(quantity, word.quantity) : isSame(stem, word.stem, source),
    ),
  );
}

/** The clauses on the kind of a thing that a claim names, and on kinds that it does not name. */
function clausesByKind(
  kind: string,
  noun: string,
  source: SourceText,
  claim: Claim,
): { own: Clause[]; others: Clause[] } {
  const own: Clause[] = [];
  const others: Clause[] = [];
  for (const { clauseWords } of source.units.filter((unit) => unit.kind === 'prose')) {
    let first: Clause[] | undefined;
    let last: Clause[] | undefined;
    for (const clause of clauseWords) {
      const kinds = listKinds(clause).filter(
        (each) => isSame(noun, each.noun.stem, source) || STAND_INS.has(each.noun.folded),
      );
      const isOther = kinds.some((each) => !isClaimed(claim, each.kind.stem, source));
      const isNamed = has(clause, kind, source) || isOther || has(clause, noun, source);
      if (isNamed) last = has(clause, kind, source) ? own : isOther ? others : undefined;
      // A clause that does not name the thing is on what one before it is on.
      for (const list of new Set(isNamed ? [last] : [first, last])) list?.push(clause);
      first ??= last;
    }
  }
  return { own, others };
}

/** "All shells have it" of "Some shells have it". */
function hasOtherQuantifier(claim: Claim, source: SourceText): boolean {
  const subject = claim.clauses[0]?.find(({ isContent }) => isContent);
  return claim.clauses.some((clause) =>
    listQuantified(clause).some(({ quantifier, stems: [stem] }) => {
      if (quantifier !== 'all' || stem === undefined || !subject) return false;
      const quantities = nearUnits(claim, source).flatMap(({ clauseWords }) =>
        clauseWords.flatMap((each) =>
          listQuantified(each)
            .filter(({ stems }) => stems.slice(0, 2).some((other) => isSame(stem, other, source)))
            .map((match) => ({ isAll: match.quantifier === 'all', isOnSubject: has(each, subject.stem, source) })),
        ),
      );
      const isOnSubject = nearUnits(claim, source).some(({ clauseWords }) =>
        clauseWords.some((each) => has(each, subject.stem, source) && has(each, stem, source)),
      );
      return quantities.length > 0 && !quantities.some((each) => each.isAll && (each.isOnSubject || !isOnSubject));
    }),
  );
}

function listQuantified(clause: Clause): { quantifier: string; stems: string[] }[] {
  return clause.flatMap(({ quantifier }, at) => {
    if (!quantifier) return [];
    const stems = clause.slice(at + 1, at + 5).flatMap((word) => (word.isContent ? [word.stem] : []));
    return [{ quantifier, stems }];
  });
}

/** "Any user may do it" of "Only root may do it". */
function lacksRestriction(claim: Claim, source: SourceText): boolean {
  if (claim.isNegated || claim.isRestricted) return false;
  const most = Math.max(0, ...source.units.map((unit) => countMatches(claim, unit, source)));
  return nearUnits(claim, source).some((unit) =>
    unit.clauseWords.some((clause) =>
      clause.some(({ quantifier }, at) => {
        if (quantifier !== 'only' || countMatches(claim, unit, source) < most) return false;
        const target = clause.slice(at + 1).find((word) => word.isContent || word.quantity);
        const others = claim.words.filter(({ stem }) => has(clause, stem, source));
        const isNear = others.length >= 2 && 2 * others.length >= claim.words.length;
        return isNear && target?.isContent === true && !isClaimed(claim, target.stem, source);
      }),
    ),
  );
}

/** "Only the last one is needed" of a source that restricts nothing. */
function isRestrictedAlone(claim: Claim, { all }: Unit): boolean {
  const isOnly = claim.clauses.some((clause) => clause.some(({ quantifier }) => quantifier === 'only'));
  return isOnly && EXCLUSIONS.isDisjointFrom(all);
}

/** Lists what each negation denies: the next two words of content, but not beyond another verb. */
function listDenied(clauses: readonly Clause[]): ClauseWord[][] {
  return clauses.flatMap((clause) =>
    clause.flatMap(({ isNegation }, at) => {
      if (!isNegation) return [];
      const after = clause.slice(at + 1);
      const first = after.findIndex(({ isContent }) => isContent);
      const end = after.findIndex(({ folded }, place) => place > first && MODALS.has(folded));
      return [(end < 0 ? after : after.slice(0, end)).filter(({ isContent }) => isContent).slice(0, 2)];
    }),
  );
}

/** Returns whether the claim denies what the source affirms, though the source denies something else. */
function isDeniedAlone(claim: Claim, unit: Unit, source: SourceText): boolean {
  if (source.language !== 'en') return false;
  const subject = claim.clauses[0]?.find(({ isContent }) => isContent);
  if (!subject || !source.formsOf(subject.stem).some((form) => unit.stems.has(form) || unit.context.has(form)))
    return false;
  const deniedWords = listDenied(unit.clauseWords).flat();
  return listDenied(claim.clauses).some((words) => {
    const isDenied = words.some(({ stem }) => deniedWords.some((other) => isSame(stem, other.stem, source)));
    const isAffirmed = words.some(({ stem }) =>
      unit.phrases.some(
        ({ stems, isRestricted }) => !isRestricted && source.formsOf(stem).some((form) => stems.has(form)),
      ),
    );
    const opposed = new Set(words.map(({ folded }) => folded));
    const isOpposed = source.units.some((each) =>
      each.phrases.some(({ all }) => findOpposites(opposed, all).length > 0 && countMatches(claim, each, source) > 0),
    );
    return !isDenied && isAffirmed && !isOpposed;
  });
}

/** Languages in which a verb has its subject before it, or in German usually. */
const WITH_FIXED_ORDER: ReadonlySet<Language> = new Set<Language>(['en', 'de', 'fr', 'nl', 'sv', 'da', 'no']);

/** "The pupils teach the teacher" of "The teacher teaches the pupils". */
function hasExchangedRoles(claim: Claim, unit: Unit, source: SourceText): boolean {
  if (!WITH_FIXED_ORDER.has(source.language)) return false;
  return claim.clauses.some((clause) =>
    clause.some((verb, at) => {
      if (!verb.isContent) return false;
      const one = rolesAt(clause, at);
      if (one.agent.length === 0 || one.patient.length === 0) return false;
      return unit.clauseWords.some((clause) =>
        clause.some((other, place) => {
          if (!other.isContent || !isSame(verb.stem, other.stem, source)) return false;
          const roles = rolesAt(clause, place);
          const without = (some: readonly string[], more: readonly string[]) =>
            some.filter((stem) => !more.some((each) => isSame(stem, each, source) || isSame(each, stem, source)));
          const shares = (some: readonly string[], more: readonly string[]) =>
            some.some((stem) => more.some((each) => isSame(stem, each, source)));
          return (
            shares(without(one.agent, roles.agent), roles.patient) &&
            shares(one.patient, without(roles.agent, one.agent))
          );
        }),
      );
    }),
  );
}

/** The words of the subject and of the object of an active verb; none if the clause does not show them. */
function rolesAt(clause: Clause, at: number): { agent: string[]; patient: string[] } {
  const toStems = (words: Clause) => words.flatMap((word) => (word.isContent ? [word.stem] : []));
  const [before, after] = [clause.slice(0, at), clause.slice(at + 1)];
  // What stands after a preposition at the beginning is not the subject.
  if (before.some((word) => word.isOpening && !isOfNoun(word))) return { agent: [], patient: [] };
  const passive = clause.findLastIndex((word) => word.isPassive);
  if (passive < 0) return { agent: toStems(before), patient: toStems(after) };
  if (passive > at || clause.slice(passive, at).some(({ isContent }) => isContent)) return { agent: [], patient: [] };
  const mark = after.findIndex((word) => word.isAgentMark);
  return mark < 0 ? { agent: [], patient: [] } : { agent: toStems(after.slice(mark + 1)), patient: toStems(before) };
}

/** "The price of the ticket" is one subject. */
function isOfNoun({ folded }: ClauseWord): boolean {
  return folded === 'of' || folded === 'von' || folded === 'de' || folded === 'di' || folded === 'van';
}

/**
 * Returns whether the claim says what one clause says, with a subject from elsewhere in the place of the clause's own.
 */
function hasOtherSubject(claim: Claim, unit: Unit, source: SourceText): boolean {
  // The head of a table has no subject.
  if (unit.kind === 'row') return false;
  const [first] = claim.clauses;
  const subject = first?.find(({ isContent }) => isContent);
  if (!first || !subject || !claim.isBeginning || claim.isNegated || unit.isNegated || first[0]?.isOpening)
    return false;
  if (unit.stems.size === 0 || unit.context.has(subject.stem) || !source.stems.has(subject.stem)) return false;
  if (unit.clauseWords.some((clause) => has(clause, subject.stem, source))) return false;
  return unit.clauseWords.some((clause) => {
    const own = clause.find(({ isContent }) => isContent);
    if (!own || clause[0]?.isOpening || isClaimed(claim, own.stem, source)) return false;
    const said = claim.words.filter(({ stem }) => has(clause, stem, source));
    return said.length >= 2 && said.length >= MIN_SHARE_OF_CLAUSE * claim.words.length;
  });
}

/** "Thirty files" of a source that has 30 days only, or three files and thirty folders. */
function countsOtherThings(claim: Claim, source: SourceText): boolean {
  const counts = source.units.flatMap(({ clauseWords }) => clauseWords.flatMap(listCounts));
  return claim.clauses.flatMap(listCounts).some(({ quantity, things }) => {
    if (quantity.unit || things.length === 0) return false;
    const same = counts.filter((each) => isSameQuantity(quantity, each.quantity));
    const isOther = (each: Count) =>
      each.quantity.unit !== null ||
      (each.things.length > 0 && !things.some((stem) => each.things.some((thing) => isSame(stem, thing, source))));
    return same.length > 0 && same.every(isOther) && things.some((stem) => source.formsOf(stem).length > 0);
  });
}

interface Count {
  quantity: Quantity;
  /** The counted things: the words of content right after the number. */
  things: string[];
}

function listCounts(clause: Clause): Count[] {
  return clause.flatMap(({ quantity }, at): Count[] => {
    if (!quantity || clause[at + 1]?.quantity === quantity) return [];
    const after = clause.slice(at + 1, at + 4);
    // Scripts without blanks have no words to compare.
    const end = after.findIndex(({ isContent, folded }) => !isContent || detectScript(folded) === undefined);
    return [{ quantity, things: (end < 0 ? after : after.slice(0, end)).map(({ stem }) => stem) }];
  });
}
