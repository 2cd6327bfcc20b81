/** A sentence, list item, table row, heading or block of code. Offsets are UTF-16, end excluded, without white space around it. */
export interface TextPart {
  kind: 'prose' | 'item' | 'row' | 'heading' | 'code';
  start: number;
  end: number;
  /** Counts paragraphs, lists, tables and blocks of code from 0. */
  block: number;
}

interface Line {
  text: string;
  start: number;
  end: number;
}

/** Lines that were wrapped are at least this long. */
const MIN_WRAPPED_LENGTH = 60;
const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+/;
const HEADING = /^ {0,3}#{1,6}\s/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ROW = /^\s*\||\s\|\s/;
/** A full stop after these does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|Fig|Abb|vs|etc|approx|ca|bzw|vgl|usw|inkl|max|min|incl|art|pág|p\.\s?ej|e\.\s?g|i\.\s?e|z\.\s?B|d\.\s?h|u\.\s?a|par ex)\.\s*$/iu;
const SENTENCE_MARK = /[.!?…。！？][\])"'”’»)]*\s*$/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * The parts of a plain or Markdown text in order. Lines of a paragraph that was wrapped are joined; code is one part with its fences. Linear in
 * the length of the text.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let block = 0;
  let open: { from: Line; to: Line; kind: 'prose' | 'item' } | undefined;
  const flush = (): void => {
    if (open) parts.push(...splitSentences(text, open.from.start, open.to.end, open.kind, block));
    open = undefined;
  };
  const nextBlock = (): void => {
    flush();
    block++;
  };
  const lines = splitLines(text);
  for (let position = 0; position < lines.length; position++) {
    const line = lines[position];
    if (!line) break;
    const fence = FENCE.exec(line.text)?.[1];
    if (fence !== undefined) {
      nextBlock();
      const closing = lines.findIndex((each, index) => index > position && closes(each.text, fence));
      const last = closing < 0 ? lines.length - 1 : closing;
      parts.push({ kind: 'code', start: line.start, end: lines[last]?.end ?? line.end, block });
      position = last;
      nextBlock();
    } else if (line.text.trim() === '') {
      nextBlock();
    } else if (HEADING.test(line.text)) {
      nextBlock();
      parts.push({ kind: 'heading', ...trimRange(text, line.start, line.end), block });
      nextBlock();
    } else if (ROW.test(line.text)) {
      flush();
      parts.push({ kind: 'row', ...trimRange(text, line.start, line.end), block });
    } else if (ITEM.test(line.text)) {
      flush();
      open = { from: line, to: line, kind: 'item' };
    } else if (open && !isOwnLine(open.to.text, line.text)) {
      open.to = line;
    } else {
      flush();
      open = { from: line, to: line, kind: 'prose' };
    }
  }
  flush();
  return parts;
}

/** A short line before one that begins like a sentence is not a wrapped one. */
function isOwnLine(line: string, next: string): boolean {
  return line.trimEnd().length < MIN_WRAPPED_LENGTH && /^\s*[\p{Lu}\p{N}]/u.test(next);
}

function closes(line: string, fence: string): boolean {
  const mark = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    lines.push({ text: line, start, end: start + line.length });
    start += line.length + 1;
  }
  return lines;
}

function splitSentences(text: string, from: number, to: number, kind: 'prose' | 'item', block: number): TextPart[] {
  // One UTF-16 unit for another: a line end within a paragraph ends no sentence.
  const paragraph = text.slice(from, to).replaceAll('\n', ' ');
  const parts: TextPart[] = [];
  let start = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(paragraph)) {
    end = index + segment.length;
    const sentence = paragraph.slice(start, end);
    const isMark = /^\s*(?:[-*+•]|\d{1,9}[.)])\s*$/.test(sentence);
    if (end < paragraph.length && (isMark || ABBREVIATION.test(sentence) || !SENTENCE_MARK.test(sentence))) continue;
    const bounds = trimRange(text, from + start, from + end);
    if (bounds.end > bounds.start) parts.push({ kind, ...bounds, block });
    start = end;
  }
  return parts;
}

function trimRange(text: string, start: number, end: number): { start: number; end: number } {
  const part = text.slice(start, end);
  const blanks = part.length - part.trimStart().length;
  return { start: Math.min(end, start + blanks), end: start + part.trimEnd().length };
}
