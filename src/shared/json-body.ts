import { ServiceError } from './errors.ts';

export const NOT_JSON = 'Request body must be valid JSON';

/** Deeper than any valid body; prevents a stack overflow when a body is traversed. */
const MAX_DEPTH = 64;
/** Objects, lists and their values. Parsing a million of them would block all other requests. */
const MAX_VALUES = 200_000;

/**
 * Parses a request body: undefined if it is empty, otherwise its JSON. Keys named `__proto__` are removed at all
 * levels.
 * @throws ServiceError 400 if it is not JSON or exceeds the limits
 */
export function parseJsonBody(text: string): unknown {
  const trimmed = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  if (trimmed.trim() === '') return undefined;
  assertJsonWithinLimits(trimmed);
  const value = parse(trimmed);
  sanitize(value);
  return value;
}

const BYTE_ORDER_MARK = 0xfeff;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('BAD_REQUEST', NOT_JSON);
  }
}

function sanitize(root: unknown): void {
  let level = nestedIn([root]);
  while (level.length > 0) {
    level = level.flatMap((container) => {
      if (Object.hasOwn(container, '__proto__')) Reflect.deleteProperty(container, '__proto__');
      return nestedIn(Object.values(container));
    });
  }
}

function nestedIn(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}

/**
 * Checks the cost of parsing in one pass over the text. Invalid JSON passes: the parser reports it.
 * @throws ServiceError 400
 */
function assertJsonWithinLimits(text: string): void {
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
