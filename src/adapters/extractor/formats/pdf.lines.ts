import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFPageProxy, TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js';

type PageViewport = ReturnType<PDFPageProxy['getViewport']>;

/** Text on one baseline without a wide gap. Points from the page's upper left corner. */
export interface Cell {
  text: string;
  left: number;
  right: number;
}

/** What stands on one baseline one after the other, in the order of the file. */
export interface TextLine {
  cells: Cell[];
  y: number;
  size: number;
  /** Characters. */
  length: number;
}

interface Placed {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
}

/** Wider than what parts words, in heights of the letters. */
const WIDE_GAP = 1.2;
const WORD_GAP = 0.2;

/** The lines of a page in the order of the file, which nearly always is the order of reading. */
export function readLines(items: readonly (TextItem | TextMarkedContent)[], viewport: PageViewport): TextLine[] {
  const lines: TextLine[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const placed = place(item, viewport);
    const line = lines.at(-1);
    if (line && continues(line, placed)) append(line, placed);
    else lines.push(toLine(placed));
  }
  return lines;
}

function place(item: TextItem, viewport: PageViewport): Placed {
  const matrix = Util.transform(viewport.transform, item.transform) as number[];
  const [, , c = 0, d = 0, left = 0, y = 0] = matrix;
  const size = Math.hypot(c, d) || item.height || 1;
  return { text: item.str, left, right: left + item.width * viewport.scale, y, size };
}

function continues(line: TextLine, next: Placed): boolean {
  const last = line.cells.at(-1);
  if (!last) return false;
  const height = Math.max(line.size, next.size);
  return Math.abs(line.y - next.y) < height * 0.5 && next.left > last.right - height * 0.7;
}

function append(line: TextLine, next: Placed): void {
  const last = line.cells.at(-1);
  if (!last) return;
  line.length += next.text.length;
  const gap = (next.left - last.right) / Math.min(line.size, next.size);
  if (gap > WIDE_GAP) line.cells.push({ text: next.text, left: next.left, right: next.right });
  else {
    const apart = gap > WORD_GAP && !/\s$/.test(last.text) && !/^\s/.test(next.text);
    last.text += (apart ? ' ' : '') + next.text;
    last.right = Math.max(last.right, next.right);
  }
}

function toLine({ text, left, right, y, size }: Placed): TextLine {
  return { cells: [{ text, left, right }], y, size, length: text.length };
}
