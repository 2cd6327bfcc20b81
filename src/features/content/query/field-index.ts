import type { Values } from '../../../database/columns.ts';
import { escapeLike } from '../../../text/like.ts';
import type { Field, Kind, Operator } from './condition.ts';

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

const COMPARED: Partial<Record<Operator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** The order of the index as a join and an expression; null if it has not the order of the field. */
export function orderOfIndex({ kind, custom }: Field, row: string): { join: string; expression: string } | null {
  const type = TYPES[kind];
  if (!custom?.index || !type || (type === 'text' && !custom.index.isExact)) return null;
  const join = `join content_field_list f on f.item_id = ${row}.id and ${ofIndex(custom.index, type, 'f')}`;
  return { join, expression: `f.${type}_value` };
}

/**
 * A condition on the row that follows from the comparison and is read from the index of the field; null without one.
 * Texts are stored in lower case and cut, so that it can hold for more rows.
 */
export function amongIndexed(field: Field, operator: Operator, given: unknown, row: string, values: Values) {
  const type = TYPES[field.kind];
  if (!field.custom?.index || !type) return null;
  const isPattern = operator === 'contains' || operator === 'startsWith';
  // A part of a text can be behind what is stored of it.
  if (isPattern && !field.custom.index.isExact) return null;
  const matches = isPattern
    ? `like ${likePattern(operator, given, values)}`
    : matching(field.kind, type, operator, given, values);
  if (matches === null) return null;
  return `${row}.id in (select f.item_id from content_field_list f
    where ${ofIndex(field.custom.index, type, 'f')} and f.${type}_value ${matches})`;
}

function likePattern(operator: Operator, given: unknown, values: Values): string {
  const before = operator === 'contains' ? '%' : '';
  return `lower(${values.add(`${before}${escapeLike(String(given))}%`)}::text)`;
}

/**
 * The condition that a field refers to one of some items, read from the index of the field; null without one.
 * @param ids a statement of their ids as text
 */
export function refersThroughIndex({ custom }: Field, ids: string, row: string): string | null {
  if (!custom?.index) return null;
  return `${row}.id in (select f.item_id from content_field_list f
    where ${ofIndex(custom.index, 'text', 'f')} and f.text_value in (${ids}))`;
}

/** The id comes from the database, the type is one of four: partial indexes need it in the text of the statement. */
function ofIndex({ id }: FieldIndex, type: ValueType, row: string): string {
  return `${row}.index_id = '${id}' and ${row}.type = '${type}'`;
}

function matching(kind: Kind, type: ValueType, operator: Operator, given: unknown, values: Values): string | null {
  const sqlType = SQL_TYPES[type];
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
  const comparison = COMPARED[operator];
  return comparison ? `${comparison} ${add(given)}` : null;
}
