import { isUtf8 } from 'node:buffer';
import { ServiceError, badRequest } from '../errors.ts';
import { findInexactNumber, isExactNumber } from '../exact-number.ts';
import { scanJson } from '../json-scan.ts';

export const NOT_JSON = 'Request body must be valid JSON';
const NOT_UTF8 = 'Request body must be UTF-8';

/** Deeper than any valid body; prevents a stack overflow when a body is traversed. */
const MAX_DEPTH = 64;
/** Objects, lists and their values. Parsing a million of them would block all other requests. */
const MAX_VALUES = 200_000;
const MAX_QUOTED_DIGITS = 40;

/**
 * Parses the bytes of a request body: undefined if it is empty, otherwise its JSON as `parseJson` reads it.
 * @throws ServiceError 400 if they are not UTF-8
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ServiceError('BAD_REQUEST', NOT_UTF8);
  const text = bytes.toString();
  const trimmed = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  return trimmed.trim() === '' ? undefined : parseJson(trimmed);
}

const BYTE_ORDER_MARK = 0xfeff;

/**
 * Parses JSON from outside. Keys named `__proto__` are removed at all levels.
 * @param path of the value in the request, for errors: `variables`
 * @throws ServiceError 400 if it is not JSON, exceeds the limits or has a number that would be changed
 */
export function parseJson(text: string, path = ''): unknown {
  const { depth, values, hasInexactNumber } = scanJson(text, { depth: MAX_DEPTH, values: MAX_VALUES });
  const subject = path || 'Request body';
  if (depth > MAX_DEPTH)
    throw new ServiceError('BAD_REQUEST', `${subject} must not be nested deeper than ${MAX_DEPTH} levels`);
  if (values > MAX_VALUES)
    throw new ServiceError('BAD_REQUEST', `${subject} must not contain more than ${MAX_VALUES} values`);
  const value = parse(text, path);
  if (hasInexactNumber) assertExactNumbers(text, path);
  sanitize(value);
  return value;
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('BAD_REQUEST', path ? `${path} must be valid JSON` : NOT_JSON);
  }
}

function assertExactNumbers(text: string, path: string): void {
  const inexact = findInexactNumber(text);
  if (inexact) throw inexactNumber(`${path}.${inexact.path}`.replace('.[', '[').replace(/^\.|\.$/, ''), inexact.source);
}

/** 400 for a number that would be changed without notice. */
export function inexactNumber(path: string, source: string): ServiceError {
  const digits = source.length > MAX_QUOTED_DIGITS ? `${source.slice(0, MAX_QUOTED_DIGITS)}…` : source;
  const field = path || 'Request body';
  return badRequest(field, `${field} must be a number that a double keeps exactly, or a string: ${digits} is not`);
}

/**
 * Parses JSON of a server or a model, which cannot be asked to write it differently: numbers that a double would change
 * become strings of their digits.
 * @throws SyntaxError
 */
export function parseWithDigits(text: string): unknown {
  const { hasInexactNumber } = scanJson(text, { depth: Infinity, values: Infinity });
  if (!hasInexactNumber) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    return typeof value !== 'number' || source === undefined || isExactNumber(source) ? value : source;
  });
}

function sanitize(root: unknown): void {
  let level = listNested([root]);
  while (level.length > 0) {
    level = level.flatMap((container) => {
      if (Object.hasOwn(container, '__proto__')) Reflect.deleteProperty(container, '__proto__');
      return listNested(Object.values(container));
    });
  }
}

function listNested(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}
