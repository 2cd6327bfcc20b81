import type { Extraction } from '../../../../src/ports/extractor.ts';
import type { Sample } from '../../../support/document-samples.ts';

export interface Measured {
  name: string;
  /** Share of the expected words that were read in their order. */
  recall: number;
  headings: number;
  rows: number;
  pages: number;
  /** Of what must not be read. */
  unwanted: string[];
}

export function measure(sample: Sample, { blocks }: Extraction): Measured {
  const text = fold(blocks.map((block) => block.text).join(' '));
  const headings = blocks.filter(({ kind }) => kind === 'heading').map((block) => fold(block.text));
  const tables = blocks.filter(({ kind }) => kind === 'table').map((block) => block.text.split('\n').map(fold));
  const found = tables.map((rows) => share(sample.rows, (row) => rows.includes(fold(row))));
  return {
    name: sample.name,
    recall: orderedShare(words(sample.sentences.join(' ')), words(text)),
    headings: share(sample.headings, (heading) => headings.includes(fold(heading))),
    rows: sample.rows.length === 0 ? 1 : Math.max(0, ...found),
    pages: share(sample.pages, ([sentence, page]) =>
      blocks.some((block) => block.page === page && fold(block.text).includes(fold(sentence))),
    ),
    unwanted: sample.absent.filter((one) => text.includes(fold(one))),
  };
}

/** The longest common subsequence, as a share of what was expected. */
function orderedShare(expected: readonly string[], read: readonly string[]): number {
  if (expected.length === 0) return 1;
  let before = new Array<number>(read.length + 1).fill(0);
  for (const word of expected) {
    const row = [0];
    for (let at = 1; at <= read.length; at++) {
      row[at] = read[at - 1] === word ? (before[at - 1] ?? 0) + 1 : Math.max(row[at - 1] ?? 0, before[at] ?? 0);
    }
    before = row;
  }
  return (before.at(-1) ?? 0) / expected.length;
}

function share<T>(expected: readonly T[], isFound: (one: T) => boolean): number {
  return expected.length === 0 ? 1 : expected.filter(isFound).length / expected.length;
}

function fold(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
}

const SEGMENTER = new Intl.Segmenter('ja', { granularity: 'word' });

function words(text: string): string[] {
  return [...SEGMENTER.segment(fold(text))].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
