import { OPERATORS } from './operators.ts';
import { DEFINED, type Row } from './world.ts';

/** A filter as GraphQL takes it. */
export type Filter = Readonly<Record<string, unknown>>;

export interface Reading {
  rows: readonly Row[];
  maySee: (row: Row) => boolean;
  /** Whether the list has teasers. */
  includeRestricted: boolean;
}

const SHORT: Readonly<Record<string, string>> = { collectionId: 'collection' };

/** Whether the item matches, by plain JavaScript and without a line of the service. */
export function matches(row: Row, filter: Filter, reading: Reading): boolean {
  return Object.entries(filter).every(([name, given]) => {
    if (name === 'and') return (given as Filter[]).every((each) => matches(row, each, reading));
    if (name === 'or') return (given as Filter[]).some((each) => matches(row, each, reading));
    if (name === 'not') return !matches(row, given as Filter, reading);
    if (name === 'field') return [given].flat().every((each) => matchesField(row, each as Filter, reading));
    if (name === 'search') return folded(row.title).includes(folded(String(given)));
    const property = (SHORT[name] ?? name.replace(/Is$/, '')) as keyof Row;
    if (typeof given === 'string') return row[property] === given;
    const comparable = name.endsWith('At') ? momentOf : (value: unknown) => value;
    const text = name === 'title' ? folded : lower;
    return Object.entries(given as Filter).every(([operator, value]) =>
      holds(operator, comparable(row[property]), value, comparable, text),
    );
  });
}

/** Whether the item has all words of the text; an item that may not be read only in what its teaser shows. */
export function hasWords(row: Row, text: string, { maySee }: Pick<Reading, 'maySee'>): boolean {
  if (text === '') return true;
  const name = DEFINED[row.type]?.['name'] && typeof row.fields['name'] === 'string' ? row.fields['name'] : '';
  const texts = [row.title, row.excerpt, ...(maySee(row) ? [name, row.content] : [])];
  const there = new Set(texts.flatMap((each) => wordsOf(each ?? '')));
  const wanted = wordsOf(text);
  return wanted.length > 0 && wanted.every((word) => there.has(word));
}

function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Whether it asks for items with a status that a delivery key must not ask for. */
export function namesUnpublished(filter: Filter): boolean {
  const { and = [], or = [], field = [], status, statusIs } = filter as Record<string, never>;
  const inner = [and, or, [field].flat().map(({ references }: Filter) => references ?? {})].flat() as Filter[];
  const { eq, in: list } = (statusIs ?? {}) as Filter;
  return [status, eq, list].flat().some((each) => each && each !== 'published') || inner.some(namesUnpublished);
}

/** Custom fields match only on items of a type that defines them, and only where they may be read. */
function matchesField(row: Row, { name, references, ...operators }: Filter, reading: Reading): boolean {
  const type = DEFINED[row.type]?.[String(name)];
  if (type === undefined || (reading.includeRestricted && !reading.maySee(row))) return false;
  const value = customValue(type, row.fields[String(name)]);
  const comparable = type === 'datetime' ? momentOf : (given: unknown) => given;
  if (references !== undefined) {
    const ids = [value ?? []].flat() as string[];
    const targets = reading.rows.filter((target) => ids.includes(target.id) && reading.maySee(target));
    if (!targets.some((target) => matches(target, references as Filter, { ...reading, includeRestricted: false })))
      return false;
  }
  return Object.entries(operators).every(([operator, given]) => holds(operator, value, given, comparable, lower));
}

/** Null where the stored value is not of the field's type. */
export function customValue(type: string, value: unknown): unknown {
  switch (type) {
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'multiselect':
      return Array.isArray(value) ? value : null;
    case 'references':
      return Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : null;
    case 'reference':
      return typeof value === 'string' ? value.toLowerCase() : null;
    case 'datetime':
      return typeof value === 'string' ? momentOf(value) : null;
    case 'location':
    case 'json':
      return value ?? null;
    default:
      return typeof value === 'string' ? value : null;
  }
}

function momentOf(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  const moment = /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

function holds(
  operator: string,
  value: unknown,
  given: unknown,
  comparable: (value: unknown) => unknown,
  text: (value: string) => string,
): boolean {
  const rule = OPERATORS[operator as keyof typeof OPERATORS];
  const compared = Array.isArray(given) ? given.map(comparable) : comparable(given);
  const operand = rule.operand === 'boolean' ? given : compared;
  if (value === null || value === undefined) return rule.holdsWithout?.(operand) ?? false;
  return rule.holds(value as never, operand as never, text);
}

function lower(text: string): string {
  return text.toLowerCase();
}

export function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

/** The items in the order of these keys, missing values last, equal ones by id in the direction of the last key. */
export function sorted(rows: readonly Row[], keys: readonly string[], reading: Reading): Row[] {
  return rows.toSorted((a, b) => {
    for (const key of keys) {
      const sign = key.startsWith('-') ? -1 : 1;
      const [x, y] = [a, b].map((row) => sortValue(row, key.replace(/^[-+]/, ''), reading));
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return x! < y! ? -sign : sign;
    }
    return (a.id < b.id ? -1 : 1) * (keys.at(-1)?.startsWith('-') ? -1 : 1);
  });
}

function sortValue(row: Row, key: string, { maySee, includeRestricted }: Reading): string | number | boolean | null {
  if (key === 'title') return folded(row.title);
  if (key === 'sortOrder') return row.sortOrder;
  if (key.endsWith('At')) return momentOf(row[key as keyof Row]) as number | null;
  const name = key.replace('fields.', '');
  const type = DEFINED[row.type]?.[name];
  if (type === undefined || (includeRestricted && !maySee(row))) return null;
  const value = customValue(type, row.fields[name]) as string | number | boolean | null;
  return type === 'text' && value !== null ? lower(String(value)) : value;
}
