import { ServiceError } from './errors.ts';
import { assertJsonWithinLimits } from './json-limits.ts';

export const NOT_JSON = 'Request body must be valid JSON';

/**
 * Parses a request body: undefined if it is empty, otherwise its JSON. Keys named `__proto__` are removed at all
 * levels.
 * @throws ServiceError 400 if it is not JSON or exceeds the limits of `json-limits.ts`
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
