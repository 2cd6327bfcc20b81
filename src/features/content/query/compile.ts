import type { Values } from '../../../database/columns.ts';
import { isId } from '../../../shared/ids.ts';
import { escapeLike } from '../../../text/like.ts';
import { amongIndexed, refersThroughIndex } from './field-index.ts';
import type { Box, Circle, Condition, Field, Kind, Operator } from './condition.ts';

/** How a filter is compiled: who asks, and which rows it may look at. */
export interface CompileOptions {
  values: Values;
  siteId: string;
  /** The access rule on a row, by its alias. */
  mayBeSeen: (row: string) => string;
  /** Whether the list also has rows that the viewer cannot read: their custom fields then match nothing. */
  includesHidden: boolean;
  /** Set within `or` and `not`, where nothing follows from a condition alone. */
  isPartial?: boolean;
}

/** The condition as SQL over a row of `content_item` with this alias. It is true, or it is false or null. */
export function compileCondition(condition: Condition, row: string, options: CompileOptions): string {
  if ('all' in condition) return joined(condition.all, ' and ', 'true', row, options);
  const partial = { ...options, isPartial: true };
  if ('any' in condition) return joined(condition.any, ' or ', 'false', row, partial);
  if ('not' in condition) return isNotTrue(compileCondition(condition.not, row, partial));
  const field = 'field' in condition ? condition.field : condition.reference;
  const holds =
    'field' in condition
      ? compare(condition.field, condition.operator, condition.value, row, options.values)
      : refersTo(condition.reference, condition.to, row, options);
  if (!field.custom) return holds;
  const among =
    'field' in condition && !options.isPartial
      ? amongIndexed(condition.field, condition.operator, condition.value, row, options.values)
      : null;
  return ofItsItems(field, among ? `${among} and ${holds}` : holds, row, options);
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
  const inner = { ...options, includesHidden: false };
  const isFound = `${target}.site_id = ${options.values.add(options.siteId)}
    and ${options.mayBeSeen(target)} and ${compileCondition(to, target, inner)}`;
  if (field.kind === 'id') {
    const found = `select ${target}.id::text from content_list ${target} where ${isFound}`;
    const indexed = options.isPartial ? null : refersThroughIndex(field, found, row);
    if (indexed) return indexed;
    // In a join, PostgreSQL may read the value from the JSON once for each pair of items. This it hashes.
    return `(${field.value(row)} in (${found})) is true`;
  }
  // By their ids: PostgreSQL would search all that match for each row.
  return `exists (select from jsonb_array_elements_text(${field.value(row)}) ${row}e
    join content_list ${target} on ${target}.id = (case when ${row}e ~ '${ID}' then ${row}e::uuid end) where ${isFound})`;
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
      return `${value} > ${add(given)}`;
    case 'gte':
      return `${value} >= ${add(given)}`;
    case 'lt':
      return `${value} < ${add(given)}`;
    case 'lte':
      return `${value} <= ${add(given)}`;
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
      return within(value, given as Box, values);
    case 'near':
      return near(value, given as Circle, values);
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

function degrees(value: string, name: 'lat' | 'lng'): string {
  const json = `${value} -> '${name}'`;
  return `(case when jsonb_typeof(${json}) = 'number' then (${json})::float8 end)`;
}

/** A box with its west in the east of its east crosses the 180th meridian. */
function within(value: string, { south, west, north, east }: Box, values: Values): string {
  const [s, w, n, e] = [south, west, north, east].map((each) => `${values.add(each)}::float8`);
  const lng = degrees(value, 'lng');
  const between = west <= east ? `${lng} between ${w} and ${e}` : `(${lng} >= ${w} or ${lng} <= ${e})`;
  return `(${degrees(value, 'lat')} between ${s} and ${n} and ${between})`;
}

/** Mean radius of the earth in metres. */
const EARTH_RADIUS = 6_371_008.8;

/** The haversine formula: null without a place, whatever the distance. */
function near(value: string, { lat, lng, distance }: Circle, values: Values): string {
  const angle = distance / EARTH_RADIUS;
  // No place is further away than half of the earth's circumference.
  const maxHaversine = angle < Math.PI ? Math.sin(angle / 2) ** 2 : 2;
  const [a, b, max] = [lat, lng, maxHaversine].map((each) => `${values.add(each)}::float8`);
  const itsLat = degrees(value, 'lat');
  const sine = (difference: string) => `power(sin(radians(${difference}) / 2), 2)`;
  return `${sine(`${itsLat} - ${a}`)}
    + cos(radians(${a})) * cos(radians(${itsLat})) * ${sine(`${degrees(value, 'lng')} - ${b}`)} <= ${max}`;
}
