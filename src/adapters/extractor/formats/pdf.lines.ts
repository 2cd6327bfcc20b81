import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy, TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js';

type PageViewport = ReturnType<PDFPageProxy['getViewport']>;

/** Text on one baseline without a wide gap. Points from the upper left corner of the page. */
export interface Cell {
  text: string;
  left: number;
  right: number;
  /** The parts, if they are further apart than words usually are. */
  parts: Cell[];
}

/** Consecutive text on one baseline, in the order of the file. */
export interface TextLine {
  cells: Cell[];
  y: number;
  size: number;
  /** Number of characters. */
  length: number;
}

interface PlacedText {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
}

/** Wider than the space between words, relative to the text height. */
const WIDE_GAP = 1.2;
const WORD_GAP = 0.2;
/** Cells of a narrow table may be this close, but so may the words of a justified line. */
const LOOSE_GAP = 0.5;

/** The lines of a page in the order of the file, which usually is the reading order. */
export function readLines(items: readonly (TextItem | TextMarkedContent)[], viewport: PageViewport): TextLine[] {
  const lines: TextLine[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const texts = place(item, viewport);
    const line = lines.at(-1);
    if (line && continues(line, texts)) append(line, texts);
    else lines.push(toLine(texts));
  }
  return lines;
}

function place(item: TextItem, viewport: PageViewport): PlacedText {
  const matrix = Util.transform(viewport.transform, item.transform) as number[];
  const [, , c = 0, d = 0, left = 0, y = 0] = matrix;
  const size = Math.hypot(c, d) || item.height || 1;
  return { text: item.str, left, right: left + item.width * viewport.scale, y, size };
}

function continues(line: TextLine, next: PlacedText): boolean {
  const last = line.cells.at(-1);
  if (!last) return false;
  const height = Math.max(line.size, next.size);
  return Math.abs(line.y - next.y) < height * 0.5 && next.left > last.right - height * 0.7;
}

function append(line: TextLine, next: PlacedText): void {
  const last = line.cells.at(-1);
  if (!last) return;
  line.length += next.text.length;
  const gap = (next.left - last.right) / Math.min(line.size, next.size);
  if (gap > WIDE_GAP) line.cells.push(toCell(next));
  else {
    if (gap > LOOSE_GAP) last.parts.push(toCell(next));
    else appendText(last.parts.at(-1), next, gap);
    appendText(last, next, gap);
  }
}

function appendText(cell: Cell | undefined, next: PlacedText, gap: number): void {
  if (!cell) return;
  const apart = gap > WORD_GAP && !/\s$/.test(cell.text) && !/^\s/.test(next.text);
  cell.text += (apart ? ' ' : '') + next.text;
  cell.right = Math.max(cell.right, next.right);
}

function toLine(texts: PlacedText): TextLine {
  return { cells: [toCell(texts)], y: texts.y, size: texts.size, length: texts.text.length };
}

function toCell({ text, left, right }: PlacedText): Cell {
  return { text, left, right, parts: [{ text, left, right, parts: [] }] };
}
