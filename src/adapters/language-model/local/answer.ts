import type { ModelDocument } from '../../../ports/language-model.ts';
import { isCommonStem } from '../../../text/common-words.ts';
import { detectTextLanguage, passageTerms, queryTerms } from '../../../text/terms.ts';
import { type Block, parseBlocks } from './blocks.ts';
import { type Candidate, type Quote, selectQuotes } from './quotes.ts';

interface QueryTerm {
  stems: readonly string[];
  weight: number;
  /** True for a term of the question before. */
  isEarlier: boolean;
}

interface RankedCandidate {
  candidate: Candidate;
  /** How much of the question's weight it has. */
  score: number;
  /** The score, corrected by what makes it likelier to be the answer. */
  rank: number;
}

const MAX_QUESTION_LENGTH = 1_000;
const MAX_DOCUMENT_LENGTH = 20_000;
/** What a word counts that stands in the candidate, above it, or in the title. */
const SHARES = [1, 0.85, 0.35] as const;
/** Code has few words of a question, and those by chance. */
const CODE_SHARE = 0.7;
/**
 * Share of the question's weight that the best candidate must have, otherwise the sources do not answer. Measured with
 * `npm run eval:answers` (docs/quality.md).
 */
const MIN_COVERAGE = 0.5;
/** Share of the rank of the best one that further ones must have. */
const MIN_RANK = 0.8;
const COMMON_WEIGHT = 0.4;
/** A word that no candidate has may be a turn of phrase only. */
const ABSENT_WEIGHT = 0.35;
/** A question of fewer words leans on the one before, whose words count less. */
const WORDS_OF_A_QUESTION = 3;
const EARLIER_WEIGHT = 0.3;
/** Documents come in the order of their relevance. */
const LATER_DOCUMENT = 0.04;
const NEIGHBOUR_BONUS = 0.2;
const NUMBER_BONUS = 0.1;
/** Steps answer how something is done. */
const STEPS_BONUS = 0.15;
/** What a numbered list is called. */
const STEPS = 'steps';
const NO_STEMS: ReadonlySet<string> = new Set();
const ASKS_FOR_STEPS = /^(?:how (?:do|can|to|should|does|is|are)\b|which steps|what steps|wie\b|comment\b|cómo\b)/iu;
const ASKS_FOR_NUMBER =
  /\b(?:how (?:many|much|long|large|big|high|tall|often|old|far|fast|heavy|tight)|when|default|limit|maximum|minimum|wie (?:viele?|lange?|groß|hoch|oft)|wann|combien|quand|cuánt[oa]s?|cuándo)\b/iu;

/**
 * What answers a question: up to five sentences of the documents, each with the list, the steps, the code or the row that
 * belongs to it, the most relevant document first and in its order; none if nothing fits. `earlier` is what was asked
 * before. Together at most `maxLength` UTF-16 units, but one quote always. A question that names no subject, such as "what
 * did she just say?", is about what the visitor has before them, if there is anything.
 * See decision 109.
 */
export function bestQuotes(
  question: string,
  earlier: string | undefined,
  documents: readonly ModelDocument[],
  maxLength: number,
): Quote[] {
  const current = documents.find(({ isCurrent }) => isCurrent);
  if (current && !namesSubject(question)) return selectQuotes(toCandidates([current]), maxLength);
  const candidates = toCandidates(documents);
  const query = weigh(question, earlier, candidates);
  const whole = query.reduce((sum, { weight, isEarlier }) => sum + (isEarlier ? 0 : weight), 0);
  const ranked = candidates
    .map((candidate) => rankCandidate(candidate, query, question))
    .filter(({ score }) => score > 0 && score >= MIN_COVERAGE * whole)
    .toSorted((one, other) => other.rank - one.rank);
  const [best] = ranked;
  if (!best) return [];
  const besides = ranked
    .filter(({ rank }) => rank >= MIN_RANK * best.rank)
    .toSorted((one, other) => nearness(other, best) - nearness(one, best));
  return selectQuotes(
    [best, ...besides].map(({ candidate }) => candidate),
    maxLength,
  );
}

/** Tells whether the question has a word that is neither a function word nor an everyday one. */
function namesSubject(question: string): boolean {
  const terms = passageTerms(question.slice(0, MAX_QUESTION_LENGTH));
  return terms.some(({ stem, functionWord }) => !functionWord && !isCommonStem(stem));
}

/** Sentences beside the best one explain it rather than those of other places. */
function nearness({ candidate, rank }: RankedCandidate, best: RankedCandidate): number {
  const isBeside = candidate.blocks[candidate.block] === best.candidate.blocks[best.candidate.block];
  return isBeside ? rank * (1 + NEIGHBOUR_BONUS) : rank;
}

/** All that can be quoted; what several documents have stands once, with the ids of all. */
function toCandidates(documents: readonly ModelDocument[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const [document, { id, title, text, section = [] }] of documents.entries()) {
    const plain = text.slice(0, MAX_DOCUMENT_LENGTH).toWellFormed().replaceAll('\0', ' ');
    // A sentence alone is often too short to show its language.
    const language = detectTextLanguage(`${title}\n${plain}`);
    const stemPart = (part: string): Set<string> =>
      new Set(passageTerms(part, language).flatMap(({ functionWord, stem }) => (functionWord ? [] : [stem])));
    const titleStems = stemPart([title, ...section.slice(0, -1)].join('\n'));
    const blocks = parseBlocks(plain);
    for (const [block, each] of blocks.entries()) {
      const head = each.kind === 'table' && each.units.length > 1 ? stemPart(each.units[0] ?? '') : NO_STEMS;
      const above = [each.heading || (section.at(-1) ?? ''), findLead(blocks, block), each.isOrdered ? STEPS : ''];
      const context = stemPart(above.join('\n')).union(head);
      for (const [unit, words] of each.units.entries()) {
        // The head of a table is in all its rows.
        if (each.kind === 'table' && unit === 0 && each.units.length > 1) continue;
        const same = found.get(words);
        if (same) same.documentIds = [...new Set([...same.documentIds, id])];
        else {
          const stems = [stemPart(words).difference(head), context, titleStems] as const;
          found.set(words, { text: words, documentIds: [id], document, blocks, block, unit, stems });
        }
      }
    }
  }
  return [...found.values()];
}

/** The sentence that announces a list, a table or code. */
function findLead(blocks: readonly Block[], block: number): string {
  const before = blocks[block - 1];
  const lead = blocks[block]?.kind !== 'prose' && before?.kind === 'prose' ? (before.units.at(-1) ?? '') : '';
  return lead.endsWith(':') ? lead : '';
}

/** Words that few of the candidates have tell more; words that all texts are full of tell little. */
function weigh(question: string, earlier: string | undefined, candidates: readonly Candidate[]): QueryTerm[] {
  const readTerms = (text: string) => queryTerms(text.slice(0, MAX_QUESTION_LENGTH));
  const words = readTerms(question);
  const before = earlier !== undefined && words.length < WORDS_OF_A_QUESTION ? readTerms(earlier) : [];
  const weighTerm = (stems: readonly string[], isEarlier: boolean): QueryTerm => {
    const factor = isEarlier ? EARLIER_WEIGHT : 1;
    const having = candidates.filter((candidate) => hasAny(candidate.stems[0], stems)).length;
    const rarity = Math.log(1 + (candidates.length + 1) / (having + 1));
    const presence = having > 0 ? 1 : ABSENT_WEIGHT;
    return { stems, isEarlier, weight: factor * rarity * presence * (stems.some(isCommonStem) ? COMMON_WEIGHT : 1) };
  };
  return [...words.map((stems) => weighTerm(stems, false)), ...before.map((stems) => weighTerm(stems, true))];
}

function rankCandidate(candidate: Candidate, query: readonly QueryTerm[], question: string): RankedCandidate {
  const { blocks, block, document, text } = candidate;
  const own = blocks[block];
  const score = scoreCandidate(candidate, query) * (own?.kind === 'code' ? CODE_SHARE : 1);
  const bonus =
    (ASKS_FOR_NUMBER.test(question) && /\d/.test(text) ? NUMBER_BONUS : 0) +
    (own?.isOrdered && ASKS_FOR_STEPS.test(question.trim()) ? STEPS_BONUS : 0);
  return { candidate, score, rank: score * (1 + bonus) * (1 - LATER_DOCUMENT * document) };
}

/** How much of the question's weight a candidate has; nothing when neither it nor what stands above it has any. */
function scoreCandidate({ stems: [own, context, title] }: Candidate, query: readonly QueryTerm[]): number {
  if (!query.some(({ stems }) => hasAny(own, stems) || hasAny(context, stems))) return 0;
  const termShare = ({ stems, isEarlier }: QueryTerm): number => {
    const shares = [own, context, title].map((each, index) => (hasAny(each, stems) ? (SHARES[index] ?? 0) : 0));
    // What was asked about before is often named by the title only.
    return isEarlier ? Math.ceil(Math.max(...shares)) : Math.max(...shares);
  };
  return query.reduce((sum, each) => sum + each.weight * termShare(each), 0);
}

function hasAny(found: ReadonlySet<string>, stems: readonly string[]): boolean {
  return stems.some((stem) => found.has(stem));
}
