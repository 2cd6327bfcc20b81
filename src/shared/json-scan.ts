import { isExactNumber } from './exact-number.ts';

export interface JsonScan {
  /** How many levels objects and lists are nested. */
  depth: number;
  /** Objects, lists and their values. */
  values: number;
  hasInexactNumber: boolean;
}

type ScanLimits = Pick<JsonScan, 'depth' | 'values'>;

/** No shorter number without an exponent is beyond 2^53. */
const MIN_DIGITS = 16;

/**
 * Measures what parsing would cost in one pass over the text, which need not be valid JSON, and looks for numbers that a
 * double would change. Stops as soon as a limit is exceeded.
 */
export function scanJson(text: string, limits: ScanLimits): JsonScan {
  const scan = { depth: 0, values: 0, hasInexactNumber: false };
  let level = 0;
  for (let index = 0; index < text.length && scan.depth <= limits.depth && scan.values <= limits.values; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      scan.values += 1;
      scan.depth = Math.max(scan.depth, ++level);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      level -= 1;
    } else if (code === COMMA) {
      scan.values += 1;
    } else if (isDigit(code)) {
      const end = endOfNumber(text, index);
      scan.hasInexactNumber ||= isInexact(text, index, end);
      index = end - 1;
    }
  }
  return scan;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const DOT = 0x2e;
const PLUS = 0x2b;
const MINUS = 0x2d;
const UPPER_E = 0x45;
const LOWER_E = 0x65;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isExponent(code: number): boolean {
  return code === UPPER_E || code === LOWER_E;
}

function endOfNumber(text: string, start: number): number {
  for (let index = start; ; index++) {
    const code = text.charCodeAt(index);
    if (!isDigit(code) && code !== DOT && !isExponent(code) && code !== PLUS && code !== MINUS) return index;
  }
}

/** The sign does not matter. What is not a number at all is left to the parser. */
function isInexact(text: string, start: number, end: number): boolean {
  if (end - start < MIN_DIGITS && !hasExponent(text, start, end)) return false;
  return !isExactNumber(text.slice(start, end));
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (isExponent(text.charCodeAt(index))) return true;
  return false;
}

/**
 * Returns the end of the string that starts at `start`. Strings are most of a large body, so they are not read by
 * character.
 */
function endOfString(text: string, start: number): number {
  for (let from = start + 1; ;) {
    const end = text.indexOf('"', from);
    if (end === -1) return text.length;
    if (!isEscaped(text, end, from)) return end;
    from = end + 1;
  }
}

function isEscaped(text: string, index: number, from: number): boolean {
  let backslashes = 0;
  while (index - backslashes - 1 >= from && text.charCodeAt(index - backslashes - 1) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
