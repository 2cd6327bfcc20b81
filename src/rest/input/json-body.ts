import { ServiceError } from '../../shared/errors.ts';
import { NOT_JSON } from '../refusals.ts';

/** Deeper than any body of the API by far; keeps every later walk over a body off the end of the stack. */
const MAX_BODY_DEPTH = 64;

/**
 * Parses a request body: undefined when it is empty, else its JSON. Keys named `__proto__` are removed wherever they stand.
 * @throws ServiceError 400 when it is not JSON or nested deeper than `MAX_BODY_DEPTH`.
 */
export function parseJsonBody(text: string): unknown {
  const trimmed = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  if (trimmed.trim() === '') return undefined;
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
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_BODY_DEPTH)
      throw new ServiceError('BAD_REQUEST', `Request body must not be nested deeper than ${MAX_BODY_DEPTH} levels`);
    level = level.flatMap((container) => {
      if (Object.hasOwn(container, '__proto__')) Reflect.deleteProperty(container, '__proto__');
      return nestedIn(Object.values(container));
    });
  }
}

function nestedIn(values: unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}
