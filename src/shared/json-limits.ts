import { ServiceError } from './errors.ts';

/** Deeper than any valid body; prevents a stack overflow when a body is traversed. */
const MAX_DEPTH = 64;
/** Objects, lists and their values. Parsing a million of them would block all other requests. */
const MAX_VALUES = 200_000;

/**
 * Checks the cost of parsing in one pass over the text. Invalid JSON passes: the parser reports it.
 * @throws ServiceError 400
 */
export function assertJsonWithinLimits(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values += 1;
      if (++depth > MAX_DEPTH) {
        throw new ServiceError('BAD_REQUEST', `Request body must not be nested deeper than ${MAX_DEPTH} levels`);
      }
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth -= 1;
    } else if (code === COMMA) {
      values += 1;
    }
    if (values > MAX_VALUES) {
      throw new ServiceError('BAD_REQUEST', `Request body must not contain more than ${MAX_VALUES} values`);
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

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

function isEscaped(text: string, at: number, from: number): boolean {
  let backslashes = 0;
  while (at - backslashes - 1 >= from && text.charCodeAt(at - backslashes - 1) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
