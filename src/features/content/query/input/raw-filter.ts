import { type Violation, violationOf } from '../../../../shared/errors.ts';

/** A filter as a caller wrote it, in one form for GraphQL and REST; fields and values are not checked yet. */
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
  /** Where the caller wrote it, for errors. */
  path: string;
  /** Whether the value is the text of a query parameter. */
  isText: boolean;
}

export const CUSTOM = 'fields.';

/** Maximum number of conditions of a filter, depth of `and`, `or` and `not`, entries of a list, and length of a text. */
export const FILTER_LIMITS = { conditions: 50, depth: 5, entries: 200, length: 300 };

/** Names of custom fields in the filter, those of referenced items as well. */
export function customNames(raw: RawFilter): string[] {
  if ('all' in raw) return raw.all.flatMap(customNames);
  if ('any' in raw) return raw.any.flatMap(customNames);
  if ('not' in raw) return customNames(raw.not);
  const own = raw.name.startsWith(CUSTOM) ? [raw.name.slice(CUSTOM.length)] : [];
  return 'to' in raw ? [...own, ...customNames(raw.to)] : own;
}

/** The first limit that the filter exceeds. */
export function limitViolation(raw: RawFilter, field: string): Violation[] {
  const { conditions, depth } = FILTER_LIMITS;
  if (conditionsOf(raw) > conditions) return [violationOf(field, `must have at most ${conditions} conditions`)];
  return depthOf(raw) > depth ? [violationOf(field, `must be nested at most ${depth} deep`)] : [];
}

function conditionsOf(raw: RawFilter): number {
  const listed = 'all' in raw ? raw.all : 'any' in raw ? raw.any : null;
  if (listed) return listed.reduce((count, each) => count + conditionsOf(each), 0);
  if ('not' in raw) return 1 + conditionsOf(raw.not);
  return 'to' in raw ? 1 + conditionsOf(raw.to) : 1;
}

/** Of lists that a caller wrote: the list around the conditions of one object is not one. */
function depthOf(raw: RawFilter): number {
  if ('all' in raw) return Math.max(0, ...raw.all.map(depthOf));
  if ('any' in raw) return 1 + Math.max(0, ...raw.any.map(depthOf));
  if ('not' in raw) return 1 + depthOf(raw.not);
  return 'to' in raw ? 1 + depthOf(raw.to) : 0;
}

/** The slugs that the type of every matching item is among; null if the filter does not say. */
export function typesNamed(raw: RawFilter): readonly string[] | null {
  if ('all' in raw) return raw.all.map(typesNamed).reduce(commonTypes, null);
  if (!('operator' in raw) || raw.name !== 'type') return null;
  const { operator, value, isText } = raw;
  if (operator === 'eq' && typeof value === 'string') return [value];
  if (operator !== 'in') return null;
  const list = isText ? splitLists(value) : value;
  return Array.isArray(list) ? list.map(String) : null;
}

export function commonTypes(
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

/** Whether it ends with a backslash that no other one escapes. */
function endsWithEscape(text: string): boolean {
  let backslashes = 0;
  while (text.at(-1 - backslashes) === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}
