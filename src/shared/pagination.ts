import type { Values } from '../database/columns.ts';
import type { Rows } from '../database/database.ts';
import type { Table } from '../database/table.ts';
import type { Where } from '../database/where.ts';
import { badRequest } from './errors.ts';
import { isId } from './ids.ts';

/** Arguments of a list: `limit` and either `offset` or the cursor `after`. */
export interface PageRequest {
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  after?: string | null | undefined;
}

interface PageBounds {
  limit: number;
  offset: number;
  after: Cursor | null;
}

/** Position of the end of a page: the sort value of its last item (null if it has none) and its id. */
export interface Cursor {
  value: string | null;
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
export function pageBounds(request: PageRequest, sizes: PageSizes): PageBounds {
  const limit = request.limit ?? sizes.default;
  const offset = request.offset ?? 0;
  if (limit < 1) throw badRequest('limit', 'limit must be at least 1');
  if (offset < 0) throw badRequest('offset', 'offset must be at least 0');
  const after = request.after ? decodeCursor(request.after) : null;
  if (after && offset > 0) throw badRequest('after', 'after cannot be combined with offset');
  return { limit: Math.min(limit, sizes.max), offset, after };
}

/**
 * Sort order of a list: a column expression, a direction, and whether values may be missing (they come last either
 * way).
 */
export interface Sort {
  expression: string;
  direction: 'asc' | 'desc';
  /** SQL type that a cursor's value is cast to. */
  type: 'timestamptz' | 'integer' | 'text';
  nullable: boolean;
}

/** Equal values are sorted by id in the same direction, so that every order is total. */
function orderBy(sort: Sort, id: string): string {
  const nulls = sort.nullable ? ' nulls last' : '';
  return `${sort.expression} ${sort.direction}${nulls}, ${id} ${sort.direction}`;
}

/** The condition for rows after a cursor in that order. */
export function behind(cursor: Cursor, sort: Sort, id: string, values: Values): string {
  if (cursor.value !== null && !fits(cursor.value, sort.type)) throw foreignCursor();
  const past = sort.direction === 'asc' ? '>' : '<';
  const cursorId = `${values.add(cursor.id)}::uuid`;
  if (cursor.value === null) return `(${sort.expression} is null and ${id} ${past} ${cursorId})`;
  const value = `${values.add(cursor.value)}::${sort.type}${sort.type === 'text' ? ' collate "C"' : ''}`;
  const last = sort.nullable ? ` or ${sort.expression} is null` : '';
  return `((${sort.expression}, ${id}) ${past} (${value}, ${cursorId})${last})`;
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
  sizes: PageSizes;
  toItem: (row: Row) => Item;
  /** The sort value of an item. */
  sortValue: (item: Item) => string | number | null | undefined;
  /** Additional counts by name: rows of the list that also meet a condition. */
  counts?: Readonly<Partial<Record<Count, (values: Values) => string>>>;
  /** A table with a column `items` and all columns of the conditions: totals are sums over its rows. */
  countTable?: string | undefined;
}

/** Reads a page of a list in two concurrent statements: the number of all rows, and the rows of the page. */
export async function readPage<Row extends object, Item extends { id: string }, Count extends string = never>(
  scope: Rows,
  page: PageRequest,
  list: List<Row, Item, Count>,
): Promise<Page<Item> & { counts: Partial<Record<Count, number>> }> {
  const bounds = pageBounds(page, list.sizes);
  const [{ total = 0, ...counts } = {}, rows] = await Promise.all([
    countRows(scope, list),
    readRows(scope, list, bounds),
  ]);
  return {
    ...toPage(rows.map(list.toItem), total, bounds, list.sortValue),
    counts,
  };
}

async function countRows<Row extends object, Item extends { id: string }>(
  scope: Rows,
  { table, where, counts = {}, countTable }: List<Row, Item, string>,
): Promise<{ total?: number } | undefined> {
  const values = where.values.copy();
  const sum = countTable ? `sum(${table.alias}.items)` : 'count(*)';
  const columns = Object.entries(counts).map(
    ([name, condition]) => `, coalesce(${sum} filter (where ${condition?.(values)}), 0)::int as "${name}"`,
  );
  const from = countTable ? `${countTable} ${table.alias}` : table.name;
  const [row] = await scope.rows<{ total: number }>(
    `select coalesce(${sum}, 0)::int as total${columns.join('')} from ${from} where ${where.sql}`,
    values.list,
  );
  return row;
}

async function readRows<Row extends object, Item extends { id: string }>(
  scope: Rows,
  { table, where, sort }: List<Row, Item>,
  { after, limit, offset }: PageBounds,
): Promise<Row[]> {
  const id = `${table.alias}.id`;
  const values = where.values.copy();
  const later = after ? ` and ${behind(after, sort, id, values)}` : '';
  return scope.rows<Row>(
    `select ${table.columns} from ${table.from} where ${where.sql}${later} order by ${orderBy(sort, id)}
     limit ${values.add(limit + 1)} offset ${values.add(offset)}`,
    values.list,
  );
}

/** Builds the page from up to `limit + 1` rows: the additional one shows that there are more. */
function toPage<T extends { id: string }>(
  rows: readonly T[],
  total: number,
  bounds: PageBounds,
  sortValue: (row: T) => string | number | null | undefined,
): Page<T> {
  const items = rows.slice(0, bounds.limit);
  const last = items.at(-1);
  const pagination = { total, limit: bounds.limit, offset: bounds.offset, hasMore: rows.length > bounds.limit };
  return {
    items,
    ...pagination,
    pagination,
    endCursor: last ? encodeCursor({ value: textOf(sortValue(last)), id: last.id }) : null,
  };
}

function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url');
}

function decodeCursor(text: string): Cursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    if ((typeof value === 'string' || value === null) && typeof id === 'string' && isId(id)) return { value, id };
  } catch {
    // Continues to the error below.
  }
  throw foreignCursor();
}

/** A cursor of another list or sort must not reach SQL, where its cast would fail. */
function fits(value: string, type: Sort['type']): boolean {
  if (type === 'integer') return /^-?\d{1,9}$/.test(value);
  return type === 'text' || isRowTimestamp(value);
}

/** In the format of rows, with an existing day: PostgreSQL rejects the thirtieth of February. */
function isRowTimestamp(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/.test(value)) return false;
  const moment = new Date(value.replace(' ', 'T').replace('+00', 'Z'));
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value.slice(0, 10));
}

function foreignCursor(): Error {
  return badRequest('after', 'after must be an endCursor of this list');
}
