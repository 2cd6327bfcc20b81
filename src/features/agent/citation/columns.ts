import type { Language } from '../../../text/languages.ts';
import { isSameQuantity, type Quantity, readQuantities } from './language/quantities.ts';
import { passageTerms } from '../../../text/terms.ts';
import type { Claim } from './claim.ts';
import type { SourceText, Unit } from './source-text.ts';

/** A cell of a table with numbers. */
export interface Cell {
  /** Stems of the first cell of its column that are in no other head of a column. */
  head: readonly string[];
  quantities: readonly Quantity[];
}

export function readCells(tableHead: string, row: string, language: Language): Cell[] {
  const heads = split(tableHead).map((head) => passageTerms(head, language).map(({ stem }) => stem));
  return split(row).flatMap((cell, at): Cell[] => {
    const quantities = readQuantities(cell, language);
    const others = new Set(heads.flatMap((head, column) => (column === at ? [] : head)));
    const head = (heads[at] ?? []).filter((stem) => !others.has(stem));
    return quantities.length > 0 && head.length > 0 ? [{ head, quantities }] : [];
  });
}

function split(row: string): string[] {
  return row
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split('|');
}

/** Returns whether a number of the claim is of one column, but its words name another one with numbers in that unit. */
export function contradictsByColumn(claim: Claim, [row, second]: readonly Unit[], source: SourceText): boolean {
  if (!row || second || row.cells.length < 2) return false;
  const isNamed = ({ head }: Cell) =>
    claim.words.some(({ stem }) => source.formsOf(stem).some((form) => head.includes(form)));
  return claim.quantities.some((quantity) => {
    const having = row.cells.filter(({ quantities }) => quantities.some((other) => isSameQuantity(quantity, other)));
    const rivals = row.cells.filter(
      (cell) => !having.includes(cell) && cell.quantities.some((other) => sharesUnit(other, having)),
    );
    return having.length > 0 && !having.some(isNamed) && rivals.some(isNamed);
  });
}

function sharesUnit({ unit }: Quantity, cells: readonly Cell[]): boolean {
  return cells.some(({ quantities }) => quantities.some((other) => other.unit?.dimension === unit?.dimension));
}
