import type { Values } from '../../../database/columns.ts';
import { isId } from '../../../shared/ids.ts';
import { escapeLike } from '../../../text/like.ts';
import { COMPARED, type Condition, type Field, type Kind, type Operator } from './condition.ts';
import type { BoxInput, CircleInput } from './input/filter.inputs.ts';
import { hasIndexFor, idsInIndex, idsReferringTo } from './field-index.ts';
import { isIndexed, isReadByIds } from './index-use.ts';
import { near, within } from './location-sql.ts';

/** How a filter is compiled: who asks, and which rows it may look at. */
export interface CompileOptions {
  values: Values;
  siteId: string;
  /** The access rule on a row, by its alias. */
  mayBeSeen: (row: string) => string;
  /** Whether the list also has rows that the viewer cannot read: their custom fields then match nothing. */
  includesHidden: boolean;
  /**
   * What indexes were asked for before: the ids of all items that can match a condition, and of others; null if they are
   * many, so that the condition is better evaluated on the items.
   */
  candidates?: ReadonlyMap<Condition, readonly string[] | null>;
  /** Set within `or` and `not`, where nothing follows from a condition alone. */
  isPartial?: boolean;
}

/** The condition as SQL over a row of `content_item` with this alias. It is true, or it is false or null. */
export function compileCondition(condition: Condition, row: string, options: CompileOptions): string {
  if ('all' in condition) return joined(condition.all, ' and ', 'true', row, options);
  const partial = { ...options, isPartial: true };
  if ('any' in condition) {
    return `(${among(condition, row, options)}${joined(condition.any, ' or ', 'false', row, partial)})`;
  }
  if ('not' in condition) return isNotTrue(compileCondition(condition.not, row, partial));
  const field = 'field' in condition ? condition.field : condition.reference;
  const holds =
    'field' in condition
      ? compare(condition.field, condition.operator, condition.value, row, options.values)
      : refersTo(condition.reference, condition.to, row, options);
  if (!field.custom) return holds;
  return ofItsItems(field, among(condition, row, options) + holds, row, options);
}

/** What follows from the condition for the id of the row, where that is read from an index of a custom field. */
function among(condition: Condition, row: string, options: CompileOptions): string {
  const ids = options.candidates?.get(condition);
  if (ids) return `${row}.id = any(${options.values.add(ids)}::uuid[]) and `;
  if (ids === null || options.isPartial || !isReadByIds(condition)) return '';
  return `${row}.id in (${idsOf(condition, row, options)}) and `;
}

function joined(
  conditions: readonly Condition[],
  operator: string,
  empty: string,
  row: string,
  options: CompileOptions,
): string {
  if (conditions.length === 0) return empty;
  return `(${conditions.map((condition) => compileCondition(condition, row, options)).join(operator)})`;
}

/** A statement of the ids of all items that can match a condition that is indexed, and of others. */
export function idsOf(condition: Condition, row: string, options: CompileOptions): string {
  return idStatements(condition, row, options).join(' union all ') || 'select null::uuid where false';
}

function idStatements(condition: Condition, row: string, options: CompileOptions): string[] {
  const { values, siteId } = options;
  if ('any' in condition) return condition.any.flatMap((each) => idStatements(each, row, options));
  if ('all' in condition)
    return condition.all
      .filter(isIndexed)
      .slice(0, 1)
      .flatMap((each) => idStatements(each, row, options));
  if ('reference' in condition) return [idsReferringTo(condition.reference, referable(condition.to, row, options))];
  if ('not' in condition) throw new TypeError('what a condition excludes is not in an index');
  const { field, operator, value } = condition;
  if (field.custom) return [idsInIndex(field, operator, value, values)];
  const other = `${row}o`;
  const isOther = `${other}.site_id = ${values.add(siteId)} and ${compare(field, operator, value, other, values)}`;
  return [`select ${other}.id from content_list ${other} where ${isOther}`];
}

/** Where the compared value is missing, SQL has null: `not` must hold there. */
function isNotTrue(sql: string): string {
  return `((${sql}) is not true)`;
}

/** Only items of a type that defines the field, and only those whose custom fields the viewer may read. */
function ofItsItems({ custom }: Field, holds: string, row: string, options: CompileOptions): string {
  const types = custom?.types ?? [];
  const ofType =
    types.length === 1
      ? `${row}.type = ${options.values.add(types[0])}`
      : `${row}.type = any(${options.values.add(types)}::text[])`;
  const seen = options.includesHidden ? ` and ${options.mayBeSeen(row)}` : '';
  return `(${ofType}${seen} and ${holds})`;
}

/** What can be cast to `uuid`: a field may hold other texts since before it was one of references. */
const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The items that a reference may lead to are those that the viewer can read, whatever the list contains. */
function refersTo(field: Field, to: Condition, row: string, options: CompileOptions): string {
  const target = `${row}r`;
  if (field.kind === 'id') {
    const found = referable(to, row, options);
    if (!options.isPartial && hasIndexFor(field, 'in')) return `${row}.id in (${idsReferringTo(field, found)})`;
    // In a join, PostgreSQL may read the value from the JSON once for each pair of items. This it hashes.
    return `(${field.value(row)} in (${found})) is true`;
  }
  // By their ids: PostgreSQL would search all that match for each row.
  return `exists (select from jsonb_array_elements_text(${field.value(row)}) ${row}e
    join content_list ${target} on ${target}.id = (case when ${row}e ~ '${ID}' then ${row}e::uuid end)
    where ${isReferable(to, target, options)})`;
}

/** A statement of the ids of the items that a reference may lead to, as text. */
function referable(to: Condition, row: string, options: CompileOptions): string {
  const target = `${row}r`;
  return `select ${target}.id::text from content_list ${target} where ${isReferable(to, target, options)}`;
}

function isReferable(to: Condition, target: string, options: CompileOptions): string {
  const inner = { ...options, includesHidden: false };
  return `${target}.site_id = ${options.values.add(options.siteId)}
    and ${options.mayBeSeen(target)} and ${compileCondition(to, target, inner)}`;
}

function compare(field: Field, operator: Operator, given: unknown, row: string, values: Values): string {
  const value = field.value(row);
  const add = (one: unknown) => parameter(field, one, values);
  switch (operator) {
    case 'eq':
      return `${narrowed(field, [given], row, values)}${value} = ${add(given)}`;
    case 'ne':
      return isNotTrue(`${value} = ${add(given)}`);
    case 'in':
      return `${narrowed(field, given as unknown[], row, values)}${value} = any(${parameters(field, given as unknown[], values)})`;
    case 'notIn':
      return isNotTrue(`${value} = any(${parameters(field, given as unknown[], values)})`);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return `${value} ${COMPARED[operator]} ${add(given)}`;
    case 'between': {
      const [from, to] = given as [unknown, unknown];
      return `${value} between ${add(from)} and ${add(to)}`;
    }
    case 'exists':
      return exists(field, value, given === true);
    case 'contains':
      return field.kind === 'list' ? hasAny(field, value, [given], values) : like(field, row, given, values, '%');
    case 'startsWith':
      return like(field, row, given, values, '');
    case 'containsAny':
      return hasAny(field, value, given as unknown[], values);
    case 'containsAll':
      return `${value} ${field.custom ? '?&' : '@>'} ${entries(field, given as unknown[], values)}`;
    case 'within':
      return within(value, given as BoxInput, values);
    case 'near':
      return near(value, given as CircleInput, values);
  }
}

/** Equal texts are equal when folded, which is what has an index. */
function narrowed({ fold, folded }: Field, list: readonly unknown[], row: string, values: Values): string {
  if (!fold || !folded) return '';
  return `${folded(row)} = any(${values.add(list.map((text) => fold(String(text))))}::text[]) and `;
}

const SQL_TYPES: Partial<Record<Kind, string>> = {
  number: 'numeric',
  boolean: 'boolean',
  instant: 'timestamptz',
};

function parameter(field: Field, value: unknown, values: Values): string {
  return `${values.add(asStored(field, value))}::${sqlType(field)}`;
}

function parameters(field: Field, list: readonly unknown[], values: Values): string {
  return `${values.add(list.map((value) => asStored(field, value)))}::${sqlType(field)}[]`;
}

/** Ids of custom fields are text: their fields may once have had other values. */
function sqlType({ kind, custom }: Field): string {
  return kind === 'id' && !custom ? 'uuid' : (SQL_TYPES[kind] ?? 'text');
}

/** A malformed id is the id of no item: null equals nothing. */
function asStored({ kind, custom }: Field, value: unknown): unknown {
  if (kind !== 'id' || typeof value !== 'string') return value;
  return custom || isId(value) ? value.toLowerCase() : null;
}

function exists(field: Field, value: string, isWanted: boolean): string {
  const found =
    field.kind !== 'list'
      ? `${value} is not null`
      : field.custom
        ? `jsonb_array_length(${value}) > 0`
        : `cardinality(${value}) > 0`;
  return isWanted ? found : isNotTrue(found);
}

function hasAny(field: Field, value: string, list: readonly unknown[], values: Values): string {
  return `${value} ${field.custom ? '?|' : '&&'} ${entries(field, list, values)}`;
}

function entries({ custom }: Field, list: readonly unknown[], values: Values): string {
  const texts = custom?.isReference ? list.map((id) => String(id).toLowerCase()) : list;
  return `${values.add(texts)}::text[]`;
}

function like(field: Field, row: string, given: unknown, values: Values, before: '%' | ''): string {
  const text = (field.fold ?? ((each: string) => each))(String(given));
  const pattern = `${values.add(`${before}${escapeLike(text)}%`)}::text`;
  const folded = field.folded?.(row) ?? field.value(row);
  return `${folded} like ${field.fold ? pattern : `lower(${pattern})`}`;
}
