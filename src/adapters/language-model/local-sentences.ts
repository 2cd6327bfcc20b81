import { parseMarkdown } from '../../text/chunking/markdown.ts';
import type { TextBlock } from '../../text/chunking/types.ts';

/** A sentence that may be quoted by itself. */
export interface Sentence {
  text: string;
  /** What stands above it and says what it is about: a heading, or the question it answers. */
  context: string;
}

const LIST_MARK = /^(?:[-*+•]|\d{1,9}[.)])\s+/;
const SENTENCE_END = /[.!?。!?…:;]["'”’)\]]*$/;
const QUESTION_END = /[??]["'”’)\]]*$/;
/** A paragraph of so few words without an end is taken for a heading. */
const HEADING_WORDS = 7;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The sentences of a plain or Markdown text in order, white space evened out. Headings and questions are no sentences: they
 * say what the following ones are about.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let heading = '';
  let question = '';
  for (const block of parseMarkdown(text)) {
    const passages = passagesOf(block);
    if (isHeading(block, passages)) {
      heading = passages.join(' ');
      question = '';
      continue;
    }
    for (const { segment } of passages.flatMap((passage) => [...segmenter.segment(passage)])) {
      const sentence = segment.trim();
      if (QUESTION_END.test(sentence)) question = sentence;
      else if (/[\p{L}\p{N}]/u.test(sentence)) sentences.push({ text: sentence, context: `${heading} ${question}` });
    }
  }
  return sentences;
}

/** A paragraph with its lines joined; items of lists and rows of tables each by itself. */
function passagesOf({ kind, text }: TextBlock): string[] {
  const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim());
  if (lines.every((line) => line.includes(' | '))) return describeRows(lines.map((line) => line.split(' | ')));
  return kind === 'list' ? lines.map((line) => line.replace(LIST_MARK, '')) : [lines.join(' ')];
}

/** Each cell follows the head of its column: alone a row would not say what its figures are. */
function describeRows([heads = [], ...rows]: string[][]): string[] {
  const described = rows.map((cells) =>
    cells.map((cell, at) => (cell && heads[at] && at > 0 ? `${heads[at]}: ${cell}` : cell)),
  );
  return [heads, ...described].map((cells) => cells.filter(Boolean).join(' · '));
}

function isHeading({ kind }: TextBlock, passages: readonly string[]): boolean {
  if (kind === 'heading') return true;
  const [passage = '', ...others] = passages;
  const isShort = !SENTENCE_END.test(passage) && passage.split(' ').length <= HEADING_WORDS;
  return kind === 'paragraph' && others.length === 0 && isShort;
}
