import { type Violation, createViolation } from '../../../../shared/errors.ts';

/** A filter in the common form of GraphQL and REST, whose fields and values are not checked yet. */
export type RawFilter =
  | { all: readonly RawFilter[] }
  | { any: readonly RawFilter[] }
  | { not: RawFilter }
  | RawCondition
  | { name: string; path: string; to: RawFilter };

export interface RawCondition {
  /** `title`, or `fields.rating`. */
  name: string;
  operator: string;
  value: unknown;
  /** The place in the request, for errors. */
  path: string;
  /** Tells whether the value is the text of a query parameter. */
  isText: boolean;
}

export const CUSTOM = 'fields.';

/** Maximum number of conditions of a filter, depth of `and`, `or` and `not`, entries of a list, and length of a text. */
export const FILTER_LIMITS = { conditions: 50, depth: 5, entries: 200, length: 300 };

/** The filters within a filter. */
function parts(raw: RawFilter): readonly RawFilter[] {
  if ('all' in raw) return raw.all;
  if ('any' in raw) return raw.any;
  if ('not' in raw) return [raw.not];
  return 'to' in raw ? [raw.to] : [];
}

/** The names of custom fields in the filter, those of referenced items as well. */
export function customFieldNames(raw: RawFilter): string[] {
  const isCustom = 'name' in raw && raw.name.startsWith(CUSTOM);
  return [...(isCustom ? [raw.name.slice(CUSTOM.length)] : []), ...parts(raw).flatMap(customFieldNames)];
}

/** The first limit that the filter exceeds. */
export function limitViolations(raw: RawFilter, field: string): Violation[] {
  const { conditions, depth } = FILTER_LIMITS;
  if (countConditions(raw) > conditions) return [createViolation(field, `must have at most ${conditions} conditions`)];
  return measureDepth(raw) > depth ? [createViolation(field, `must be nested at most ${depth} deep`)] : [];
}

function countConditions(raw: RawFilter): number {
  const own = 'all' in raw || 'any' in raw ? 0 : 1;
  return parts(raw).reduce((count, each) => count + countConditions(each), own);
}

/** Counts the levels that a caller wrote: the list around the conditions of one object is not one. */
function measureDepth(raw: RawFilter): number {
  const own = 'all' in raw || 'operator' in raw ? 0 : 1;
  return own + Math.max(0, ...parts(raw).map(measureDepth));
}

/** The slugs that the type of every matching item is among; null if the filter does not say. */
export function namedTypes(raw: RawFilter): readonly string[] | null {
  if ('all' in raw) return raw.all.map(namedTypes).reduce(intersectTypes, null);
  if (!('operator' in raw) || raw.name !== 'type') return null;
  const { operator, value, isText } = raw;
  if (operator === 'eq' && typeof value === 'string') return [value];
  if (operator !== 'in') return null;
  const list = isText ? splitLists(value) : value;
  return Array.isArray(list) ? list.map(String) : null;
}

export function intersectTypes(
  some: readonly string[] | null,
  others: readonly string[] | null,
): readonly string[] | null {
  return some && others ? some.filter((type) => others.includes(type)) : (some ?? others);
}

/** The entries of a parameter that may be repeated. */
export function splitLists(values: unknown): string[] {
  return [values].flat().flatMap((text) => splitList(String(text)));
}

/**
 * Spaces around entries and empty entries are ignored, as in every list of a query. A comma in an entry is written as
 * `\,`, a backslash before a comma or a backslash as `\\`.
 */
function splitList(text: string): string[] {
  const entries: string[] = [];
  let isOpen = false;
  for (const part of text.split(',')) {
    entries.push(isOpen ? `${entries.pop()},${part}` : part);
    isOpen = endsWithEscape(part);
  }
  return entries
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => each.replaceAll(/\\([\\,])/g, '$1'));
}

/** Returns whether it ends with a backslash that no other one escapes. */
function endsWithEscape(text: string): boolean {
  let backslashes = 0;
  while (text.at(-1 - backslashes) === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
