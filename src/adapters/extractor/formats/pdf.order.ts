import type { Cell, TextLine } from './pdf.lines.ts';

/** Number of upward steps, except to the next column, above which the order is probably not the reading order. */
const MAX_DISORDER = 0.12;
/** Cells of this length are text columns, not table cells. */
const COLUMN_CELL = 30;
const MAX_DEPTH = 40;
/** Minimum gap between columns, relative to the text height. */
const GUTTER = 1;
/** Full-width lines are ignored when searching for the gutter of a page; there must be few of them. */
const MAX_CROSSING_SHARE = 0.25;

/** Lines in the order of the file, unless it cannot be the reading order: then by columns, from top to bottom. */
export function sortByReadingOrder(lines: readonly TextLine[]): readonly TextLine[] {
  if (lines.length < 3) return lines;
  if (!isDisordered(lines) && !isInterleaved(lines)) return lines;
  const apart = isInterleaved(lines) ? lines.flatMap(splitCells) : [...lines];
  return cut(apart, 0);
}

function isDisordered(lines: readonly TextLine[]): boolean {
  let steps = 0;
  for (let index = 1; index < lines.length; index++) {
    const [before, after] = [lines[index - 1], lines[index]];
    if (before && after && after.y < before.y - before.size * 0.5 && leftEdge(after) < rightEdge(before)) steps++;
  }
  return steps > Math.max(1, lines.length * MAX_DISORDER);
}

/** Two columns written line by line across the page. */
function isInterleaved(lines: readonly TextLine[]): boolean {
  const wide = lines.filter(({ cells }) => cells.length === 2 && cells.every(({ text }) => text.length > COLUMN_CELL));
  return wide.length > 4 && wide.length > lines.length * 0.4;
}

function splitCells(line: TextLine): TextLine[] {
  return line.cells.map((cell: Cell) => ({ ...line, cells: [cell], length: cell.text.length }));
}

/** Splits a page into columns at a gutter, otherwise into the parts above and below its widest gap. */
function cut(lines: readonly TextLine[], depth: number): TextLine[] {
  const sorted = lines.toSorted((one, other) => one.y - other.y || leftEdge(one) - leftEdge(other));
  if (lines.length < 2 || depth > MAX_DEPTH) return sorted;
  const gutter = findGutter(lines);
  if (gutter === null) return sorted;
  const across = sorted.filter((line) => leftEdge(line) < gutter && rightEdge(line) > gutter);
  if (across.length === 0) {
    const [left, right] = [
      lines.filter((line) => rightEdge(line) <= gutter),
      lines.filter((line) => leftEdge(line) >= gutter),
    ];
    return [...cut(left, depth + 1), ...cut(right, depth + 1)];
  }
  return alternate(sorted, across, depth);
}

/** Full-width lines keep their position, and the columns between two of them are read before the second one. */
function alternate(sorted: readonly TextLine[], across: readonly TextLine[], depth: number): TextLine[] {
  const ordered: TextLine[] = [];
  let between: TextLine[] = [];
  for (const line of sorted) {
    if (across.includes(line)) {
      ordered.push(...cut(between, depth + 1), line);
      between = [];
    } else between.push(line);
  }
  return [...ordered, ...(between.length < sorted.length ? cut(between, depth + 1) : between)];
}

/**
 * The position crossed by the fewest lines, at least one text height wide and with text on both sides; null if there is
 * only one column.
 */
function findGutter(lines: readonly TextLine[]): number | null {
  const size = Math.max(...lines.map((line) => line.size));
  const narrow = narrowLines(lines);
  if (narrow.length < lines.length * (1 - MAX_CROSSING_SHARE)) return null;
  const spans = narrow
    .map((line) => [leftEdge(line), rightEdge(line)] as const)
    .toSorted((one, other) => one[0] - other[0]);
  let end = spans[0]?.[1] ?? 0;
  for (const [left, right] of spans) {
    if (left - end > size * GUTTER) return (left + end) / 2;
    end = Math.max(end, right);
  }
  return null;
}

/** Lines that take less than two thirds of the width. */
function narrowLines(lines: readonly TextLine[]): TextLine[] {
  const left = Math.min(...lines.map(leftEdge));
  const width = Math.max(...lines.map(rightEdge)) - left;
  return lines.filter((line) => rightEdge(line) - leftEdge(line) < width * 0.66);
}

function leftEdge(line: TextLine): number {
  return line.cells[0]?.left ?? 0;
}

function rightEdge(line: TextLine): number {
  return line.cells.at(-1)?.right ?? 0;
}
