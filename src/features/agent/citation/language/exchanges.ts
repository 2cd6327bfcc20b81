import { findOrder } from './opposites.ts';

/** A relation between two things that says something else when they are exchanged; both as folded words. */
interface Relation {
  kind: 'comparison' | 'change';
  left: readonly string[];
  right: readonly string[];
}

const COMPARISON =
  /\s(?:than|dan|an|end|enn|чем|(?:mehr|weniger|eher|\p{L}{3,}er)\b.{0,120}?\sals|(?:plus|moins|davantage|mieux|mas|menos|mais|mejor|peor|melhor|pior)\b.{0,120}?\sque|(?:piu|meno|meglio|peggio)\b.{0,120}?\s(?:di|che))\s/u;
const CHANGE =
  /\s(?:from|von|vom|de|da|van|fran|fra|с)\s(?<from>.{1,60}?)\s(?:to|auf|zu|nach|a|para|naar|till|til|на|до)\s(?<to>.{1,60})/u;
const REPLACEMENT =
  /\s(?<to>\S+)\s(?:instead of|rather than|statt|anstelle von|au lieu de|en lugar de|invece di)\s(?<from>\S+)/u;
/** More clauses of a sentence are not compared. */
const MAX_CLAUSES = 8;
const CLAUSE_END = /[,;:()–]\s|[.!?]\s*$/u;

/** Returns whether two folded sentences compare the same things, or say what changes into what, the other way round. */
export function exchangesTerms(claimText: string, source: string): boolean {
  const others = listRelations(source);
  return listRelations(claimText).some((one) =>
    others.some((other) => one.kind === other.kind && areCrossed(one, other)),
  );
}

/** Returns whether two folded sentences put the same things before one another the other way round. */
export function reversesOrder(claimText: string, source: string): boolean {
  const [one, other] = [findOrder(claimText), findOrder(source)];
  if (!one || !other) return false;
  const straight = sharedWords(one.first, other.first) + sharedWords(one.then, other.then);
  return sharedWords(one.first, other.then) + sharedWords(one.then, other.first) > straight;
}

function sharedWords(one: string, other: string): number {
  const words = new Set(other.split(/[^\p{L}]+/u).map((word) => word.slice(0, 4)));
  return one.split(/[^\p{L}]+/u).filter((word) => word.length > 2 && words.has(word.slice(0, 4))).length;
}

/** Each side of the one has a word of the other side of the other, and of the right sides none is the same. */
function areCrossed(one: Relation, other: Relation): boolean {
  const [oneLeft, oneRight] = distinct(one);
  const [otherLeft, otherRight] = distinct(other);
  const shares = (some: readonly string[], more: readonly string[]) => some.some((word) => more.includes(word));
  return shares(oneRight, otherLeft) && shares(otherRight, oneLeft) && !shares(oneRight, otherRight);
}

/** The words that are on one side only. */
function distinct({ left, right }: Relation): [string[], string[]] {
  return [left.filter((word) => !right.includes(word)), right.filter((word) => !left.includes(word))];
}

function listRelations(sentence: string): Relation[] {
  return sentence.split(/;\s/u, MAX_CLAUSES).flatMap((clause): Relation[] => {
    const relations: Relation[] = [];
    const compared = COMPARISON.exec(clause);
    if (compared) {
      const [right = ''] = clause.slice(compared.index + compared[0].length).split(CLAUSE_END);
      const start = clause.slice(0, compared.index + compared[0].length);
      relations.push({ kind: 'comparison', left: splitWords(start), right: splitWords(right) });
    }
    const { from, to } = (CHANGE.exec(clause) ?? REPLACEMENT.exec(clause))?.groups ?? {};
    if (from !== undefined && to !== undefined) {
      const [target = ''] = to.split(CLAUSE_END);
      relations.push({ kind: 'change', left: splitWords(from), right: splitWords(target) });
    }
    return relations;
  });
}

/** Words with letters enough to be content, and numbers; "waits" and "waiting" are the same. */
function splitWords(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2 || /\d/.test(word));
  return words.map((word) => word.replace(/(?<=\p{L}{3})(?:ing|ed|s)$/u, ''));
}
