import type { ModelDocument } from '../../ports/language-model.ts';
import { passageTerms } from '../../text/terms.ts';
import { sentencesOf, type Sentence } from './local-sentences.ts';

/** A sentence of a document with the stems it and its surroundings have. */
export interface Candidate extends Sentence {
  documentIds: string[];
  /** Place of the document among the given ones, and of the sentence within it. */
  rank: number;
  place: number;
  stems: ReadonlySet<string>;
  contextStems: ReadonlySet<string>;
  titleStems: ReadonlySet<string>;
}

/** Characters of one document that are looked at. */
const LONGEST_DOCUMENT = 20_000;

/** All quotable sentences; one that several documents have stands once, with the ids of all. */
export function candidatesOf(documents: readonly ModelDocument[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const [rank, document] of documents.entries()) {
    for (const candidate of sentencesIn(document, rank)) {
      const same = found.get(candidate.text);
      if (same) same.documentIds = [...new Set([...same.documentIds, document.id])];
      else found.set(candidate.text, candidate);
    }
  }
  return [...found.values()];
}

function sentencesIn({ id, title, text }: ModelDocument, rank: number): Candidate[] {
  const sentences = sentencesOf(text.slice(0, LONGEST_DOCUMENT).toWellFormed().replaceAll('\0', ' '));
  const parts = [title, ...sentences.flatMap((sentence) => [sentence.text, sentence.context])];
  const [titleStems = new Set<string>(), ...stems] = stemsOfParts(parts);
  return sentences.map((sentence, place) => ({
    ...sentence,
    documentIds: [id],
    rank,
    place,
    stems: stems[2 * place] ?? new Set(),
    contextStems: stems[2 * place + 1] ?? new Set(),
    titleStems,
  }));
}

/** Stemmed together, as a sentence alone is often too short to show its language. */
function stemsOfParts(parts: readonly string[]): Set<string>[] {
  const stems = parts.map(() => new Set<string>());
  const ends: number[] = [];
  for (const part of parts) ends.push((ends.at(-1) ?? 0) + part.length + 1);
  let at = 0;
  for (const term of passageTerms(parts.join('\n'))) {
    while (term.start >= (ends[at] ?? Infinity)) at++;
    if (!term.functionWord) stems[at]?.add(term.stem);
  }
  return stems;
}
