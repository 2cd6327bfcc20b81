import type { Values } from './columns.ts';
import type { Rows } from './database.ts';
import type { Table } from './table.ts';
import type { Where } from './where.ts';
import { badRequest } from '../shared/errors.ts';
import { isId } from '../shared/ids.ts';
import { isStorableMoment, parseMoment } from '../shared/moment.ts';
import { isStorableText } from '../shared/storable.ts';

/** Arguments of a list: `limit` and either `offset` or the cursor `after`. */
export interface PageRequest {
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  after?: string | null | undefined;
}

/** Position of the end of a page: the sort values of its last item (null if it has none) and its id. */
export interface Cursor {
  values: (string | null)[];
  id: string;
}

interface Pagination {
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
}

export interface Page<T> extends Pagination {
  items: T[];
  /** The same values as one object, as some responses have them. */
  pagination: Pagination;
  /** Cursor for `after` to read the next page; null for an empty page. */
  endCursor: string | null;
}

/** A limit above the maximum is clamped; a limit below 1 or a negative offset is rejected. */
export function pageBounds(request: PageRequest, sizes: PageSizes) {
  const limit = request.limit ?? sizes.default;
  const offset = request.offset ?? 0;
  if (limit < 1) throw badRequest('limit', 'limit must be at least 1');
  if (offset < 0) throw badRequest('offset', 'offset must be at least 0');
  const after = request.after ? decodeCursor(request.after) : null;
  if (after && offset > 0) throw badRequest('after', 'after cannot be combined with offset');
  return { limit: Math.min(limit, sizes.max), offset, after };
}

type PageBounds = ReturnType<typeof pageBounds>;

/**
 * Sort order of a list: a column expression, a direction, and whether values may be missing (they come last either
 * way).
 */
export interface Sort {
  expression: string;
  direction: 'asc' | 'desc';
  /** SQL type that a cursor's value is cast to. */
  type: 'timestamptz' | 'integer' | 'numeric' | 'boolean' | 'text';
  nullable: boolean;
  /** A join, of one row for each, that the expression is of. */
  join?: string;
  /** A condition on rows that have the value; of others it is missing. */
  guard?: ((values: Values) => string) | undefined;
}

/** Equal values are sorted by id in the direction of the last key, so that every order is total. */
function orderClause(sorts: readonly Sort[], id: string): string {
  const keys = sorts.map(({ expression, direction, nullable }) => {
    const nulls = nullable ? ' nulls last' : '';
    return `${expression} ${direction}${nulls}`;
  });
  return `${keys.join(', ')}, ${id} ${sorts.at(-1)?.direction ?? 'asc'}`;
}

/** The condition for rows after a cursor in that order. */
export function cursorCondition(cursor: Cursor, sorts: readonly Sort[], id: string, values: Values): string {
  const [sort, ...others] = sorts;
  const [value = null, ...rest] = cursor.values;
  if (!sort) {
    throw foreignCursor();
  } else if (others.length === 0) {
    return lastKeyCondition({ value, id: cursor.id }, sort, id, values);
  }
  const after = cursorCondition({ values: rest, id: cursor.id }, others, id, values);
  if (value === null) return `(${sort.expression} is null and ${after})`;
  const limit = sortValue(value, sort, values);
  const missing = sort.nullable ? ` or ${sort.expression} is null` : '';
  const past = sort.direction === 'asc' ? '>' : '<';
  // The first condition follows from the others. It is what an index can begin with.
  return `((${sort.expression} ${past}= ${limit}${missing})
    and (${sort.expression} ${past} ${limit}${missing} or (${sort.expression} = ${limit} and ${after})))`;
}

function lastKeyCondition(
  cursor: { value: string | null; id: string },
  sort: Sort,
  id: string,
  values: Values,
): string {
  const past = sort.direction === 'asc' ? '>' : '<';
  const cursorId = `${values.add(cursor.id)}::uuid`;
  if (cursor.value === null) return `(${sort.expression} is null and ${id} ${past} ${cursorId})`;
  const last = sort.nullable ? ` or ${sort.expression} is null` : '';
  return `((${sort.expression}, ${id}) ${past} (${sortValue(cursor.value, sort, values)}, ${cursorId})${last})`;
}

function sortValue(value: string, { type }: Sort, values: Values): string {
  if (!FITS[type](value)) throw foreignCursor();
  return `${values.add(value)}::${type}${type === 'text' ? ' collate "C"' : ''}`;
}

/** Default and maximum page size. */
export interface PageSizes {
  default: number;
  max: number;
}

/** A list as SQL: table, conditions and order. */
export interface List<Row extends object, Item extends { id: string }, Count extends string = never> {
  table: Pick<Table<Row>, 'name' | 'alias' | 'from' | 'columns'>;
  /** Conditions on the table itself, not on its joins. */
  where: Where;
  sort: Sort;
  /** Further keys. */
  thenBy?: readonly Sort[];
  sizes: PageSizes;
  toItem: (row: Row) => Item;
  /** The sort value of an item; undefined: SQL reads the values of all keys with the row. */
  sortValue?: ((item: Item) => string | number | null | undefined) | undefined;
  /** Additional counts by name: rows of the list that also meet a condition. */
  counts?: Readonly<Partial<Record<Count, (values: Values) => string>>>;
  /** A table with a column `items` and all columns of the conditions: totals are sums over its rows. */
  countTable?: string | undefined;
  /** The total as SQL, in place of counting the rows. */
  total?: { sql: string; values: Values };
  /** Default: true. Otherwise the total is 0. */
  needsTotal?: boolean;
  /** Rows are counted up to this number. Undefined: all of them. */
  maxTotal?: number | undefined;
  /** What its statements begin with, such as a comment. */
  prefix?: string;
}

/** Reads a page of a list in two concurrent statements: the number of all rows, unless it is not needed, and the rows of the page. */
export async function readPage<Row extends object, Item extends { id: string }, Count extends string = never>(
  scope: Rows,
  page: PageRequest,
  list: List<Row, Item, Count>,
): Promise<Page<Item> & { counts: Partial<Record<Count, number>>; totalIsExact: boolean }> {
  const bounds = pageBounds(page, list.sizes);
  const [{ total = 0, ...counts } = {}, rows] = await Promise.all([
    list.needsTotal === false ? undefined : countRows(scope, list),
    readRows(scope, list, bounds),
  ]);
  const { sortValue: readSortValue, maxTotal = Infinity } = list;
  const totals = { counts, totalIsExact: total < maxTotal };
  if (readSortValue)
    return { ...toPage(rows.map(list.toItem), total, bounds, (item) => [readSortValue(item)]), ...totals };
  const sortValues = new Map<string, SortValues>();
  const items = rows.map(({ [SORT_VALUES]: values, ...row }) => {
    const item = list.toItem(row as Row);
    sortValues.set(item.id, values ?? []);
    return item;
  });
  return { ...toPage(items, total, bounds, ({ id }) => sortValues.get(id) ?? []), ...totals };
}

const SORT_VALUES = 'sortValues';
type SortValues = readonly (string | number | null | undefined)[];

async function countRows<Row extends object, Item extends { id: string }>(
  scope: Rows,
  { table, where, counts = {}, countTable, total, maxTotal, prefix = '' }: List<Row, Item, string>,
): Promise<{ total?: number } | undefined> {
  if (total) {
    const [row] = await scope.rows<{ total: number }>(
      `${prefix}select (${total.sql})::int as total`,
      total.values.list,
    );
    return row;
  }
  const values = where.values.copy();
  const sum = countTable ? `sum(${table.alias}.items)` : 'count(*)';
  const columns = Object.entries(counts).map(
    ([name, condition]) => `, coalesce(${sum} filter (where ${condition?.(values)}), 0)::int as "${name}"`,
  );
  const all = `${countTable ? `${countTable} ${table.alias}` : table.name} where ${where.sql}`;
  const from = maxTotal ? `(select ${table.alias}.* from ${all} limit ${values.add(maxTotal)}) ${table.alias}` : all;
  const [row] = await scope.rows<{ total: number }>(
    `${prefix}select coalesce(${sum}, 0)::int as total${columns.join('')} from ${from}`,
    values.list,
  );
  return row;
}

async function readRows<Row extends object, Item extends { id: string }>(
  scope: Rows,
  { table, where, sort, thenBy = [], sortValue: readSortValue, prefix = '' }: List<Row, Item>,
  { after, limit, offset }: PageBounds,
): Promise<(Row & { [SORT_VALUES]?: SortValues })[]> {
  const id = `${table.alias}.id`;
  const values = where.values.copy();
  const sorts = [sort, ...thenBy].map((key) => guardSort(key, values));
  if (after && after.values.length !== sorts.length) throw foreignCursor();
  const later = after ? ` and ${cursorCondition(after, sorts, id, values)}` : '';
  const keys = sorts.map(({ expression }) => `(${expression})::text`).join(', ');
  return scope.rows<Row>(
    `${prefix}select ${table.columns}${readSortValue ? '' : `, array[${keys}] as "${SORT_VALUES}"`}
     from ${table.from} ${sort.join ?? ''} where ${where.sql}${later} order by ${orderClause(sorts, id)}
     limit ${values.add(limit + 1)} offset ${values.add(offset)}`,
    values.list,
  );
}

function guardSort(sort: Sort, values: Values): Sort {
  if (!sort.guard) return sort;
  return { ...sort, expression: `(case when ${sort.guard(values)} then ${sort.expression} end)` };
}

/** Builds the page from up to `limit + 1` rows: the additional one shows that there are more. */
function toPage<T extends { id: string }>(
  rows: readonly T[],
  total: number,
  bounds: PageBounds,
  sortValues: (row: T) => SortValues,
): Page<T> {
  const items = rows.slice(0, bounds.limit);
  const last = items.at(-1);
  const pagination = { total, limit: bounds.limit, offset: bounds.offset, hasMore: rows.length > bounds.limit };
  return {
    items,
    ...pagination,
    pagination,
    endCursor: last ? encodeCursor({ values: sortValues(last).map(toText), id: last.id }) : null,
  };
}

function toText(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([...cursor.values, cursor.id])).toString('base64url');
}

export function decodeCursor(text: string): Cursor {
  try {
    const parsed = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const id = parsed.at(-1);
    const values = parsed.slice(0, -1);
    if (values.every(isSortValue) && typeof id === 'string' && isId(id)) return { values, id };
  } catch {
    // Continues to the error below.
  }
  throw foreignCursor();
}

function isSortValue(value: unknown): value is string | null {
  return typeof value === 'string' || value === null;
}

/** A cursor of another list or sort must not reach SQL, where its cast would fail. */
const FITS: Record<Sort['type'], (value: string) => boolean> = {
  integer: (value) => /^-?\d{1,9}$/.test(value),
  numeric: (value) => /^-?\d{1,400}(\.\d{1,400})?$/.test(value),
  boolean: (value) => value === 'true' || value === 'false',
  text: isStorableText,
  timestamptz: isRowTimestamp,
};

/** Tells whether a text has the format of rows and an existing day: PostgreSQL rejects the thirtieth of February. */
export function isRowTimestamp(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)) return false;
  const moment = parseMoment(value.replace(' ', 'T').replace('+00', 'Z'));
  return moment !== null && isStorableMoment(moment);
}

export function foreignCursor(): Error {
  return badRequest('after', 'after must be an endCursor of this list');
}
