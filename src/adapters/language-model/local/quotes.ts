import type { Block } from './blocks.ts';

/** A part of a document to quote, as Markdown, and the documents that have it. */
export interface Quote {
  text: string;
  documentIds: readonly string[];
}

/** A sentence, item, row or block of code that may answer, and where it stands. */
export interface Candidate {
  text: string;
  documentIds: readonly string[];
  /** Stems of itself, of what stands above it, and of its document's title. */
  stems: readonly [own: ReadonlySet<string>, context: ReadonlySet<string>, title: ReadonlySet<string>];
  /** Counts the documents from the most relevant one. */
  document: number;
  blocks: readonly Block[];
  block: number;
  unit: number;
}

/** A quote with its place, and the units that it has, by block and number. */
interface PlacedQuote extends Quote {
  candidate: Candidate;
  units: ReadonlySet<string>;
  /** True if the quote is a sentence, item or row without anything that belongs to it. */
  isPlain: boolean;
}

const MAX_QUOTES = 5;
const MAX_SENTENCE_LENGTH = 400;
/** The maximum length of a list or of code. */
const MAX_BLOCK_LENGTH = 1_000;
/** A sentence that begins so is about what the one before it is about. */
const REFERS =
  /^(?:it|they|this|these|those|that|he|she|such|er|sie|es|dies\p{L}*|il|elle|ils|elles|ella|esto|esta)\b/iu;

/**
 * Quotes of the best candidates, each with what belongs to it, in the order of their documents: a document is where its
 * best candidate is.
 */
export function selectQuotes(ranked: readonly Candidate[], maxLength: number): Quote[] {
  const chosen: PlacedQuote[] = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === MAX_QUOTES) break;
    if (chosen.some((quote) => hasUnit(quote, candidate) || saysTheSame(quote.candidate, candidate))) continue;
    const isBeforeTaken = chosen.some((each) => hasUnit(each, { ...candidate, unit: candidate.unit - 1 }));
    const quote = toQuote(candidate, isBeforeTaken);
    length += quote.text.length;
    if (chosen.length > 0 && length > maxLength) break;
    chosen.push(quote);
  }
  const [best] = chosen;
  // The next sentence often says what a single one leaves open.
  if (best?.isPlain && chosen.length === 1) chosen.push(...followingQuotes(best, maxLength));
  const documents = [...new Set(chosen.map(({ candidate }) => candidate.document))];
  const documentIndex = ({ candidate }: PlacedQuote) => documents.indexOf(candidate.document);
  return chosen
    .toSorted(
      (one, other) =>
        documentIndex(one) - documentIndex(other) ||
        one.candidate.block - other.candidate.block ||
        one.candidate.unit - other.candidate.unit,
    )
    .map(({ text, documentIds }) => ({ text, documentIds }));
}

/** @param isBeforeTaken whether the sentence before it is quoted already */
function toQuote(candidate: Candidate, isBeforeTaken: boolean): PlacedQuote {
  const { blocks, block, unit, documentIds } = candidate;
  const own = blocks[block];
  const next = blocks[block + 1];
  const placeQuote = (
    parts: readonly string[],
    parseBlocks: readonly number[],
    units: readonly number[],
  ): PlacedQuote => ({
    text: parts.filter(Boolean).join('\n\n'),
    documentIds,
    candidate,
    units: new Set([...parseBlocks.map(String), ...units.map((each) => `${block}.${each}`)]),
    isPlain: parseBlocks.length === 0,
  });
  if (!own) return placeQuote([], [], []);
  if (own.kind === 'code' || (own.kind === 'list' && isWhole(own, findLead(blocks, block)))) {
    return placeQuote([clip(findLead(blocks, block)), blockText(own)], [block], []);
  }
  const isLast = unit === own.units.length - 1;
  if (own.kind === 'prose' && isLast && next && dependsOnContext(candidate.text, next)) {
    return placeQuote([joinReferred(own, unit, isBeforeTaken), blockText(next)], [block + 1], [unit]);
  }
  if (own.kind === 'list' && isLast && next?.kind === 'code') {
    return placeQuote([clip(candidate.text), blockText(next)], [block + 1], [unit]);
  }
  return placeQuote([own.kind === 'prose' ? joinReferred(own, unit, isBeforeTaken) : clip(candidate.text)], [], [unit]);
}

/** Tells whether a list is quoted as a whole: steps, and one that a sentence announces. */
function isWhole({ isOrdered, lines }: Block, lead: string): boolean {
  return (isOrdered && lines.length > 1) || (lead.endsWith(':') && lines.join('\n').length <= MAX_BLOCK_LENGTH);
}

/** Tells whether a block belongs to the sentence before it. */
function dependsOnContext(sentence: string, { kind }: Block): boolean {
  return kind === 'code' || (kind !== 'prose' && sentence.endsWith(':'));
}

function findLead(blocks: readonly Block[], block: number): string {
  const before = blocks[block - 1];
  const own = blocks[block];
  const lead = before?.kind === 'prose' && before.heading === own?.heading ? (before.units.at(-1) ?? '') : '';
  return own?.kind === 'code' || lead.endsWith(':') ? lead : '';
}

/** The sentence, after the one that it refers to. */
function joinReferred({ units }: Block, unit: number, isBeforeTaken: boolean): string {
  const [before, sentence = ''] = [units[unit - 1], units[unit]];
  const isNeeded = before !== undefined && !isBeforeTaken && REFERS.test(sentence) && !REFERS.test(before);
  return isNeeded ? `${clip(before)} ${clip(sentence)}` : clip(sentence);
}

/** The block as Markdown; what is too long is cut between lines. */
function blockText({ kind, lines, units }: Block): string {
  const fittingLines: string[] = [];
  let length = 0;
  for (const line of lines.length > 0 ? lines : units) {
    length += line.length + 1;
    if (fittingLines.length > 0 && length > MAX_BLOCK_LENGTH) break;
    fittingLines.push(line);
  }
  const text = fittingLines.join('\n').slice(0, MAX_BLOCK_LENGTH).toWellFormed();
  if (kind !== 'code') return text;
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((marks) => marks.length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

function followingQuotes({ candidate }: PlacedQuote, maxLength: number): PlacedQuote[] {
  const { blocks, block, unit } = candidate;
  const own = blocks[block];
  const next = blocks[block + 1];
  const isWithin = unit + 1 < (own?.units.length ?? 0);
  const place = isWithin ? { block, unit: unit + 1 } : { block: block + 1, unit: 0 };
  const text = blocks[place.block]?.units[place.unit];
  if (!own || text === undefined || (!isWithin && (next?.kind !== 'prose' || next.heading !== own.heading))) return [];
  // An announcement says nothing without what it announces.
  if (text.endsWith(':') || candidate.text.length + text.length > maxLength) return [];
  const following = { ...candidate, ...place, text };
  return [
    { text: clip(text), documentIds: candidate.documentIds, candidate: following, units: new Set(), isPlain: true },
  ];
}

function hasUnit({ units, candidate }: PlacedQuote, other: Candidate): boolean {
  if (candidate.document !== other.document) return false;
  return units.has(String(other.block)) || units.has(`${other.block}.${other.unit}`);
}

/** Tells whether two candidates say the same: overlapping passages and repeated phrases are quoted once. */
function saysTheSame({ stems: [one] }: Candidate, { stems: [other] }: Candidate): boolean {
  return one.intersection(other).size > 0.7 * Math.max(1, Math.min(one.size, other.size));
}

function clip(text: string): string {
  if (text.length <= MAX_SENTENCE_LENGTH) return text;
  const cut = text.slice(0, MAX_SENTENCE_LENGTH);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_SENTENCE_LENGTH / 2)).toWellFormed();
}
