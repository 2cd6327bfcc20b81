/**
 * Grammar of keyword triggers: `,` separates alternatives, `+` within one joins words that must all occur, `[…]` is
 * compared with the whole input. Spaces around parts and case are ignored.
 */
export type Alternative = { exact: string } | { all: string[] };

/** Maximum length of a pattern in characters. */
export const PATTERN_LENGTH = 2_000;

/** The reason why a pattern is invalid, to follow a path: `must not have an empty part`. */
export class KeywordPatternError extends Error {}

export function parseKeywordPattern(pattern: string): Alternative[] {
  return split(pattern, ',').map((alternative) => {
    const exact = /^\[(.*)\]$/su.exec(alternative.trim())?.[1];
    // A bracket that is closed and opened again inside does not enclose the whole.
    if (exact !== undefined && !/[[\]]/.test(exact)) return { exact: part(exact) };
    if (/[[\]]/.test(alternative)) throw new KeywordPatternError('must have [ ] only around a complete alternative');
    return { all: [...new Set(split(alternative, '+').map(part))] };
  });
}

/** Invisible characters: soft hyphens, joiners, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Normalizes patterns and messages for comparison: case, compatibility forms, kinds of apostrophe and white space;
 * removes invisible characters. Accents are kept.
 */
export function toComparable(text: string): string {
  const visible = text.normalize('NFKC').replaceAll(INVISIBLE, '');
  return (
    visible
      // Via upper case, so that `ß` equals `SS`; from lower case, because `ẞ` is already upper case.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('i\u0307', 'i')
      .replaceAll('ς', 'σ')
      .replaceAll(/[‘’ʼ]/g, "'")
      .normalize('NFKC')
      .replaceAll(/\s+/gu, ' ')
      .trim()
  );
}

function part(text: string): string {
  const words = toComparable(text);
  if (words === '') throw new KeywordPatternError('must not have an empty part');
  return words;
}

/** Splits outside brackets. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  for (const character of text) {
    if (character === '[') depth++;
    if (character === ']') depth = Math.max(0, depth - 1);
    if (character === separator && depth === 0) {
      parts.push(current);
      current = '';
    } else current += character;
  }
  return [...parts, current];
}
