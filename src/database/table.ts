import type { EntitySchema } from '@mikro-orm/core';
import { columnName } from './columns.ts';

declare const ROW: unique symbol;

/** Begins a statement that a caller composes: prepared, each would keep a name that others need. */
export const VARIED_STATEMENT = '/* varied */ ';

/** SQL with a known row type. Built once at start, never per request. */
export type Statement<Row extends object> = string & { readonly [ROW]: Row };

/** The columns of a statement, with the type of its rows. */
export type SelectList<Row extends object> = string & { readonly [ROW]: Row };

/** A computed column, or one of a joined table. */
export type Expression<T> = string & { readonly [ROW]: { value: T } };

/** The values of columns by name. */
export type ColumnValues<A> = { [K in keyof A]: A[K] extends Expression<infer T> ? T : never };

/** SQL of an added column, with the type of its values. */
export function expression<T>(sql: string): Expression<T> {
  return sql as Expression<T>;
}

/** A column of a table whose row may be missing, as in a left join. */
export function orNull<T>(column: Expression<T>): Expression<T | null> {
  return column;
}

/**
 * Type of an entity's property when read by SQL: timestamps are PostgreSQL's text, and absent values are null, not
 * undefined.
 */
type StoredValue<T> = Exclude<T, undefined> extends infer V ? (V extends Date ? string : V) : never;

type Property<E> = keyof E & string;
/** The columns to read: properties of the entity, and the added columns. */
export interface Table<Row extends object, E = unknown> {
  /** The table with its alias, as `persona p`. */
  readonly name: string;
  readonly alias: string;
  /** The table with its joins. */
  readonly from: string;
  readonly columns: SelectList<Row>;
  /** Every column of the entity, as `p.site_id`, for conditions and for `add` of other tables; an unknown name does not compile. */
  readonly c: { readonly [K in Property<E>]: Expression<StoredValue<E[K]>> };
  /** The row with the id $2, and the rows with the ids $2, of the site $1. */
  readonly byId: E extends SiteEntity ? Statement<Row> : unknown;
  readonly byIds: E extends SiteEntity ? Statement<Row> : unknown;
  /** @param rest SQL after `from`, such as `where p.id = $1` */
  select(rest: string): Statement<Row>;
  /** Builds another statement, such as an update that returns the columns. */
  statement(sql: (columns: SelectList<Row>) => string): Statement<Row>;
}

interface SiteEntity {
  id: string;
  siteId: string;
}

/** The row type of a table. */
export type TableRow<T> = T extends Table<infer Row> ? Row : never;

/**
 * Declares how an entity is read. Its select list and its row type both come from the entity, so that a new property is
 * read without a change here and a misspelt one does not compile.
 * @param only the properties to read; undefined: all except those in `omit`
 */
export function table<E, P extends Property<E> = Property<E>, O extends Property<E> = never, A extends object = object>(
  entity: EntitySchema<E>,
  alias: string,
  { only, omit = [], add, join = '' }: Selection<P, O, A> = {},
): Table<{ [K in Exclude<P, O>]: StoredValue<E[K]> } & A, E> {
  const c = columnExpressions(entity, alias);
  const omitted = new Set<string>(omit);
  const own = (only ?? (Object.keys(c) as P[])).filter((property) => !omitted.has(property));
  const columns = [...own.map((property) => [property, c[property]]), ...Object.entries<string>(add ?? {})];
  const list = columns.map(([property, sql]) => `${sql} as "${property}"`).join(', ') as SelectList<never>;
  const name = `${entity.meta.tableName} ${alias}`;
  const from = `${name} ${join}`.trimEnd();
  const select = (rest: string) => `select ${list} from ${from} ${rest}` as Statement<never>;
  return {
    name,
    alias,
    from,
    columns: list,
    c,
    byId: select(`where ${alias}.site_id = $1 and ${alias}.id = $2`),
    byIds: select(`where ${alias}.site_id = $1 and ${alias}.id = any($2::uuid[])`),
    select,
    statement: (sql) => sql(list) as Statement<never>,
  };
}

interface Selection<P extends string, O extends string, A extends object> {
  only?: readonly P[];
  omit?: readonly O[];
  /** Further columns by name. */
  add?: { [K in keyof A]: Expression<A[K]> };
  /** Joins, such as `join knowledge_source s on s.id = d.id`. */
  join?: string;
}

/** The table as it is read through a view of it, under the same alias. Statements that are built of `from` read the view. */
export function withView<T extends Pick<Table<object>, 'name' | 'from'>>(read: T, view: string): T {
  const renamed = (sql: string): string => sql.replace(/^\S+/, view);
  return { ...read, name: renamed(read.name), from: renamed(read.from) };
}

/** The columns of an entity by property, behind an alias. */
export function columnExpressions<E>(entity: EntitySchema<E>, alias: string): Table<object, E>['c'] {
  // Not the type's `fieldNames`: MikroORM only resolves those when it connects.
  const properties = entity.meta.properties as unknown as Record<string, { fieldName?: string }>;
  const fieldNames = Object.entries(properties).map(([property, { fieldName }]) => [
    property,
    `${alias}.${fieldName ?? columnName(property)}`,
  ]);
  return Object.fromEntries(fieldNames) as Table<object, E>['c'];
}
