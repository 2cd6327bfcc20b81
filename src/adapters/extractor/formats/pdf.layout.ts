import type { ExtractedBlock } from '../../../ports/extractor.ts';
import type { Cell, TextLine } from './pdf.lines.ts';
import type { OutlineMark } from './pdf.outline.ts';
import { sortByReadingOrder } from './pdf.order.ts';
import { joinLines } from './pdf.tagged.ts';

/** Text this much larger than the body text is a heading. */
const HEADING_RATIO = 1.12;
const MAX_HEADING_LENGTH = 200;
/** Lines further apart than this, relative to their height, belong to two paragraphs. */
const PARAGRAPH_GAP = 1.75;
/** The margins: running titles and page numbers are in this share of the page at its top and bottom. */
const MARGIN = 0.1;
const MIN_RUNNING_TITLE_PAGES = 2;
const BULLET = /^\s*[\u2022\u25aa\u25e6\u2023\u25cf\u25cb\u2219\uf0b7\u2013*-]\s+(?=\S)/u;

/** How a page was read: by the structure tree, or as lines whose structure must be detected. */
export type PdfPage = { page: number; height: number } & ({ blocks: ExtractedBlock[] } | { lines: TextLine[] });

type LinePage = Extract<PdfPage, { lines: TextLine[] }>;

/**
 * Detects the structure of pages that only have lines: headings by bookmarks or size, paragraphs by gaps, tables by
 * cells.
 */
export function detectStructure(pages: readonly PdfPage[], marks: readonly OutlineMark[]): ExtractedBlock[] {
  const withLines = pages.filter((page): page is LinePage => 'lines' in page);
  const running = runningTitles(withLines);
  const sizes = headingSizes(withLines);
  return pages.flatMap((page) => {
    if ('blocks' in page) return page.blocks;
    const lines = page.lines.filter((line) => !(isMarginal(line, page) && running.has(fold(line))));
    const pageMarks = marks.filter((mark) => mark.page === page.page);
    return new PageLayout(page.page, sizes, pageMarks, marks.length > 0).blocks(sortByReadingOrder(lines));
  });
}

class PageLayout {
  private readonly page: number;
  private readonly sizes: readonly number[];
  private readonly marks: OutlineMark[];
  private readonly hasOutline: boolean;
  private readonly result: ExtractedBlock[] = [];
  private kind: keyof typeof TEXTS = 'paragraph';
  private lines: TextLine[] = [];

  constructor(page: number, sizes: readonly number[], marks: readonly OutlineMark[], hasOutline: boolean) {
    this.page = page;
    this.sizes = sizes;
    this.marks = marks.toSorted((one, other) => one.y - other.y);
    this.hasOutline = hasOutline;
  }

  blocks(lines: readonly TextLine[]): ExtractedBlock[] {
    lines.forEach((line, index) => this.read(line, lines[index + 1]));
    this.flush();
    for (const mark of this.marks) this.addHeading(mark.title, mark.level);
    return this.result;
  }

  private read(line: TextLine, next: TextLine | undefined): void {
    const mark = this.findMark(line);
    const level = mark ? mark.level : this.headingLevel(line);
    if (mark && !this.says(line, mark)) this.addHeading(mark.title, mark.level);
    else if (level > 0) return this.addHeading(joinCells(line), level);
    if (line.cells.length > 1 && (this.kind === 'table' || isRowLike(line, next))) this.put('table', line);
    else if (BULLET.test(joinCells(line)) || (this.kind === 'list' && isIndented(line, this.lines.at(-1))))
      this.put('list', line);
    else this.put('paragraph', line);
  }

  /** The bookmark whose position is at or below this line. */
  private findMark(line: TextLine): OutlineMark | undefined {
    const [mark] = this.marks;
    if (!mark || line.y < mark.y - line.size * 0.3) return undefined;
    return this.marks.shift();
  }

  private says(line: TextLine, { title }: OutlineMark): boolean {
    const [one, other] = [letters(joinCells(line)), letters(title)];
    return one !== '' && (one.includes(other) || (other.includes(one) && one.length > 3));
  }

  /** 0 if it is not a heading. If there are bookmarks, they define all headings. */
  private headingLevel(line: TextLine): number {
    if (this.hasOutline || line.length > MAX_HEADING_LENGTH || !/\p{L}/u.test(joinCells(line))) return 0;
    return Math.min(6, this.sizes.findIndex((size) => line.size >= size - 0.25) + 1);
  }

  /** A heading may have several lines of the same size. */
  private addHeading(text: string, level: number): void {
    this.flush();
    const last = this.result.at(-1);
    if (!this.hasOutline && last?.kind === 'heading' && last.level === level)
      last.text = joinLines(`${last.text}\n${text}`);
    else if (text.trim()) this.result.push({ kind: 'heading', text: joinLines(text), level, page: this.page });
  }

  private put(kind: 'paragraph' | 'table' | 'list', line: TextLine): void {
    const last = this.lines.at(-1);
    if (kind !== this.kind || (last && kind === 'paragraph' && parts(last, line))) this.flush();
    this.kind = kind;
    this.lines.push(line);
  }

  private flush(): void {
    const kind = this.kind === 'table' && this.lines.length < 2 ? 'paragraph' : this.kind;
    const text = TEXTS[kind](this.lines);
    if (text) this.result.push({ kind, text, page: this.page });
    this.lines = [];
    this.kind = 'paragraph';
  }
}

const TEXTS = {
  table: tableText,
  list: listText,
  paragraph: (lines: readonly TextLine[]) => joinLines(lines.map(joinCells).join('\n')),
};

/** A row with fewer cells than others may contain cells that are close together. */
function tableText(lines: readonly TextLine[]): string {
  const columns = Math.max(...lines.map(({ cells }) => cells.length));
  const rows = lines.map(({ cells }) => {
    const apart = cells.flatMap(({ parts }) => parts);
    return cells.length < columns && apart.length === columns ? apart : cells;
  });
  return rows.map((cells) => cells.map(({ text }) => text.trim()).join(' | ')).join('\n');
}

/** An item may have several lines. */
function listText(lines: readonly TextLine[]): string {
  const items: string[] = [];
  for (const line of lines.map(joinCells)) {
    if (BULLET.test(line)) items.push(line.replace(BULLET, ''));
    else items.push(`${items.pop() ?? ''}\n${line}`);
  }
  return items.map((item) => `- ${joinLines(item)}`).join('\n');
}

/** Continues the item above. */
function isIndented(line: TextLine, above: TextLine | undefined): boolean {
  const [left, leftAbove] = [line.cells[0]?.left ?? 0, above?.cells[0]?.left ?? 0];
  return (
    above !== undefined && line.y - above.y < line.size * PARAGRAPH_GAP && left > leftAbove - 1 && !parts(above, line)
  );
}

/** A gap, another text size, or the next column. */
function parts(last: TextLine, next: TextLine): boolean {
  const step = next.y - last.y;
  const size = Math.max(last.size, next.size);
  return step > size * PARAGRAPH_GAP || step < -size || Math.abs(last.size - next.size) > size * 0.2;
}

/** The first row of a table: the next line has cells too, some of them aligned. */
function isRowLike(line: TextLine, next: TextLine | undefined): boolean {
  if (!next || next.cells.length < 2 || next.y - line.y > line.size * 4) return false;
  return line.cells.slice(1).some((cell) => next.cells.slice(1).some((other) => isBelow(other, cell)));
}

/** Tells whether two cells can be of one column: left-aligned, right-aligned or centred cells of a column overlap. */
function isBelow(one: Cell, other: Cell): boolean {
  return one.left <= other.right && other.left <= one.right;
}

function joinCells(line: TextLine): string {
  return line.cells.map(({ text }) => text).join(' ');
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function fold(line: TextLine): string {
  return joinCells(line).replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim();
}

function isMarginal(line: TextLine, page: LinePage): boolean {
  return line.y < page.height * MARGIN || line.y > page.height * (1 - MARGIN);
}

/** Text in the margins of most pages, ignoring numbers. */
function runningTitles(pages: readonly LinePage[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const texts = new Set(page.lines.filter((line) => isMarginal(line, page)).map(fold));
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const min = Math.max(MIN_RUNNING_TITLE_PAGES, pages.length * 0.3);
  return new Set([...counts].filter(([, count]) => count >= min).map(([text]) => text));
}

/** Text sizes clearly above the most common one, largest first; at most six. */
function headingSizes(pages: readonly LinePage[]): number[] {
  const lengths = new Map<number, number>();
  for (const line of pages.flatMap((page) => page.lines)) {
    const size = Math.round(line.size * 2) / 2;
    lengths.set(size, (lengths.get(size) ?? 0) + line.length);
  }
  const body = [...lengths].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? 0;
  return [...lengths.keys()]
    .filter((size) => size >= body * HEADING_RATIO)
    .toSorted((one, other) => other - one)
    .slice(0, 6);
}
