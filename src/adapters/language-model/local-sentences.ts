/** A sentence that may be quoted by itself. */
export interface Sentence {
  text: string;
  /** What stands above it and says what it is about: a heading, or the question it answers. */
  context: string;
  /** How many sentences stand between the two. */
  below: number;
}

const HEADING = /^#{1,6}\s+(.*)$/;
const LIST_ITEM = /^(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/;
const TABLE_RULE = /^\|?[\s:|-]+\|?$/;
const FENCE = /^(?:```|~~~)/;
const SENTENCE_END = /[.!?。!?…:;]["'”’)\]]*$/;
const QUESTION_END = /[??]["'”’)\]]*$/;
/** A line of so few words without an end is taken for a heading. */
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
  let below = 0;
  for (const block of blocksOf(text)) {
    if (block.isHeading) {
      heading = block.text;
      question = '';
      below = 0;
      continue;
    }
    for (const { segment } of segmenter.segment(block.text)) {
      const sentence = segment.trim();
      if (!/[\p{L}\p{N}]/u.test(sentence)) continue;
      if (QUESTION_END.test(sentence)) {
        question = sentence;
        below = 0;
      } else sentences.push({ text: sentence, context: `${heading} ${question}`.trim(), below: below++ });
    }
  }
  return sentences;
}

interface Block {
  text: string;
  isHeading: boolean;
}

/** Paragraphs with their lines joined; headings, list items and rows of tables each by themselves. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let heads: string[] | undefined;
  const close = () => {
    const paragraph = lines.join(' ');
    if (paragraph !== '') blocks.push({ text: paragraph, isHeading: looksLikeHeading(paragraph) });
    lines = [];
  };
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.replaceAll(/\s+/g, ' ').trim();
    const cells = cellsOf(line);
    const alone = cells ? rowBlock(line, cells, heads) : blockOfLine(line);
    heads = cells ? (heads ?? cells) : undefined;
    if (alone || line === '' || FENCE.test(line)) close();
    if (alone?.text) blocks.push(alone);
    if (!alone && line !== '' && !FENCE.test(line)) lines.push(line);
  }
  close();
  return blocks;
}

function blockOfLine(line: string): Block | undefined {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return { text: heading.trim(), isHeading: true };
  const item = LIST_ITEM.exec(line)?.[1];
  if (item !== undefined) return { text: item, isHeading: false };
  return undefined;
}

/** The cells of a table's row, with or without bars at its ends; undefined for any other line. */
function cellsOf(line: string): string[] | undefined {
  if (!line.startsWith('|') && !line.includes(' | ')) return undefined;
  return line
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** A row by itself, each cell after the head of its column: alone it would not say what its figures are. */
function rowBlock(line: string, cells: readonly string[], heads: readonly string[] | undefined): Block {
  if (TABLE_RULE.test(line)) return { text: '', isHeading: false };
  const labelled = cells.map((cell, at) => (cell && heads?.[at] && at > 0 ? `${heads[at]}: ${cell}` : cell));
  return { text: labelled.filter(Boolean).join(' · '), isHeading: false };
}

function looksLikeHeading(paragraph: string): boolean {
  return !SENTENCE_END.test(paragraph) && paragraph.split(' ').length <= HEADING_WORDS;
}
