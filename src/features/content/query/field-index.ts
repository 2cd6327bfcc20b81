import type { Values } from '../../../database/columns.ts';
import { type OperatorName, FILTER_OPERATORS } from '../filter-operators.ts';
import { Comparison } from './comparison.ts';
import type { Condition } from './condition.ts';
import type { Field, FieldIndex, Kind } from './content-field.ts';

/** Length to which the trigger cuts texts. */
const MAX_INDEXED_TEXT = 500;

type ValueType = 'text' | 'number' | 'instant' | 'boolean';
const TYPES: Partial<Record<Kind, ValueType>> = {
  text: 'text',
  id: 'text',
  date: 'text',
  number: 'number',
  instant: 'instant',
  boolean: 'boolean',
};

/** The order of the index as a join and an expression; null if it is not the order of the field. */
export function indexOrder({ kind, custom }: Field, row: string): { join: string; expression: string } | null {
  const type = TYPES[kind];
  if (!custom?.index || !type || (type === 'text' && !custom.index.isExact)) return null;
  const join = `join content_field_list f on f.item_id = ${row}.id and ${isInIndex(custom.index, type)}`;
  return { join, expression: `f.${type}_value` };
}

/** Returns whether the items that can match a comparison of the field are found in its index. */
export function hasIndex({ kind, custom }: Field, operator: OperatorName): boolean {
  const { negates, readsWholeText } = FILTER_OPERATORS[operator];
  if (!custom?.index || !TYPES[kind] || negates) return false;
  return custom.index.isExact || !readsWholeText;
}

/** A statement of the ids of the items that match an indexed comparison, and of others: texts are in lower case and cut. */
export function idsByComparison(
  { field, operator, value }: Extract<Condition, { field: Field }>,
  values: Values,
): string {
  const { sql, isBroad } = FILTER_OPERATORS[operator];
  const column = `f.${TYPES[field.kind]}_value`;
  const isText = field.kind === 'text' || field.kind === 'id';
  const toIndexed = (text: string) => `left(lower(${text}), ${MAX_INDEXED_TEXT})`;
  const indexed = { ...field, value: () => column, folded: () => column, ...(isText ? { toIndexed } : {}) };
  const ids = selectItemIds(field, sql(new Comparison(indexed, value, values, 'f')));
  // In the order of the index: otherwise PostgreSQL would read the rows of all items, as it cannot estimate how few match.
  return isBroad ? `select item_id from (${ids} order by ${column}, f.item_id) existing` : ids;
}

/**
 * A statement of the ids of the items whose field refers to one of some items.
 * @param field an indexed field
 * @param targetIds a statement of their ids as text
 */
export function idsByReference(field: Field, targetIds: string): string {
  return selectItemIds(field, `f.${TYPES[field.kind]}_value in (${targetIds})`);
}

function selectItemIds({ kind, custom }: Field, matches: string): string {
  const type = TYPES[kind];
  if (!custom?.index || !type) throw new TypeError('the field has no index');
  return `select f.item_id from content_field_list f
    where ${isInIndex(custom.index, type)} and ${matches}`;
}

/** The id comes from the database, the type is one of four: partial indexes need it in the text of the statement. */
function isInIndex({ id }: FieldIndex, type: ValueType): string {
  return `f.index_id = '${id}' and f.type = '${type}'`;
}
