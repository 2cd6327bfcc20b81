import type { Values } from '../../../database/columns.ts';
import { escapeLike } from '../../../text/like.ts';
import { COMPARED, type Field, type Kind, type Operator } from './condition.ts';

/** The values of a field that is marked `sortable` or `filterable`, of all items of its only type. */
export interface FieldIndex {
  id: string;
  /** Whether all texts are stored whole, so that they are in the order of the field. */
  isExact: boolean;
}

type ValueType = 'text' | 'number' | 'instant' | 'boolean';
const TYPES: Partial<Record<Kind, ValueType>> = {
  text: 'text',
  id: 'text',
  date: 'text',
  number: 'number',
  instant: 'instant',
  boolean: 'boolean',
};
const SQL_TYPES = { text: 'text', number: 'numeric', instant: 'timestamptz', boolean: 'boolean' } as const;

/** As the trigger stores texts. */
const MAX_TEXT = 500;

const PATTERNS: ReadonlySet<Operator> = new Set(['contains', 'startsWith']);

/** The order of the index as a join and an expression; null if it has not the order of the field. */
export function orderOfIndex({ kind, custom }: Field, row: string): { join: string; expression: string } | null {
  const type = TYPES[kind];
  if (!custom?.index || !type || (type === 'text' && !custom.index.isExact)) return null;
  const join = `join content_field_list f on f.item_id = ${row}.id and ${ofIndex(custom.index, type, 'f')}`;
  return { join, expression: `f.${type}_value` };
}

/** Whether the items that can match a comparison of the field are found in its index. */
export function hasIndexFor({ kind, custom }: Field, operator: Operator): boolean {
  if (!custom?.index || !TYPES[kind]) return false;
  // A part of a text can be behind what is stored of it.
  if (PATTERNS.has(operator)) return custom.index.isExact;
  return ['eq', 'in', 'between', 'exists'].includes(operator) || COMPARED[operator] !== undefined;
}

/**
 * A statement of the ids of the items that match, and of others: texts are stored in lower case and cut.
 * @param field one that has an index for the operator
 */
export function idsInIndex(field: Field, operator: Operator, given: unknown, values: Values): string {
  if (operator === 'exists') return idsOfExisting(field, given === true);
  const isPattern = PATTERNS.has(operator);
  return idsWhere(
    field,
    isPattern ? `like ${likePattern(operator, given, values)}` : matching(field.kind, operator, given, values),
  );
}

function likePattern(operator: Operator, given: unknown, values: Values): string {
  const before = operator === 'contains' ? '%' : '';
  return `lower(${values.add(`${before}${escapeLike(String(given))}%`)}::text)`;
}

/**
 * A statement of the ids of the items whose field refers to one of some items.
 * @param field one that has an index
 * @param ids a statement of their ids as text
 */
export function idsReferringTo(field: Field, ids: string): string {
  return idsWhere(field, `in (${ids})`);
}

/** In the order of the index: otherwise PostgreSQL would read the rows of all items, as it cannot estimate how few match. */
function idsOfExisting(field: Field, isWanted: boolean): string {
  const ids = idsWhere(field, isWanted ? 'is not null' : 'is null');
  return `select item_id from (${ids} order by f.${TYPES[field.kind]}_value, f.item_id) existing`;
}

function idsWhere({ kind, custom }: Field, matches: string): string {
  const type = TYPES[kind];
  if (!custom?.index || !type) throw new TypeError('the field has no index');
  return `select f.item_id from content_field_list f
    where ${ofIndex(custom.index, type, 'f')} and f.${type}_value ${matches}`;
}

/** The id comes from the database, the type is one of four: partial indexes need it in the text of the statement. */
function ofIndex({ id }: FieldIndex, type: ValueType, row: string): string {
  return `${row}.index_id = '${id}' and ${row}.type = '${type}'`;
}

function matching(kind: Kind, operator: Operator, given: unknown, values: Values): string {
  const sqlType = SQL_TYPES[TYPES[kind] ?? 'text'];
  const add = (one: unknown) => `${values.add(one)}::${sqlType}`;
  const stored = (sql: string) => (kind === 'text' || kind === 'id' ? `left(lower(${sql}), ${MAX_TEXT})` : sql);
  if (operator === 'eq') return `= ${stored(add(given))}`;
  if (operator === 'in') {
    const list = `${values.add(given)}::${sqlType}[]`;
    return stored('') === '' ? `= any(${list})` : `= any(array(select ${stored('each')} from unnest(${list}) each))`;
  }
  if (operator === 'between') {
    const [from, to] = given as [unknown, unknown];
    return `between ${add(from)} and ${add(to)}`;
  }
  return `${COMPARED[operator]} ${add(given)}`;
}
