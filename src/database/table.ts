import type { EntitySchema } from '@mikro-orm/core';
import { columnName } from './columns.ts';

declare const ROW: unique symbol;

/** SQL with a known row type. Built once at start, never per request. */
export type Statement<Row extends object> = string & { readonly [ROW]: Row };

/** The columns of a statement, with the type of its rows. */
export type SelectList<Row extends object> = string & { readonly [ROW]: Row };

/** A computed column, or one of a joined table. */
export type Expression<T> = string & { readonly [ROW]: { value: T } };

/** SQL of an added column, with the type of its values. */
export function expression<T>(sql: string): Expression<T> {
  return sql as Expression<T>;
}

/**
 * Type of an entity's property when read by SQL: timestamps are PostgreSQL's text, and absent values are null, not
 * undefined.
 */
type Stored<T> = Exclude<T, undefined> extends infer V ? (V extends Date ? string : V) : never;

type Property<E> = keyof E & string;
/** The columns to read: every property of the entity except the omitted ones, and the added columns. */
export interface Table<Row extends object, Columns extends string = string> {
  /** The table with its alias, as `persona p`. */
  readonly name: string;
  readonly alias: string;
  /** The table with its joins. */
  readonly from: string;
  readonly columns: SelectList<Row>;
  /** Each column of the entity for use in conditions, as `p.site_id`; an unknown name does not compile. */
  readonly c: Readonly<Record<Columns, string>>;
  /** @param rest SQL after `from`, such as `where p.id = $1` */
  select(rest: string): Statement<Row>;
}

/** The row type of a table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;

/**
 * Declares how an entity is read. Its select list and its row type both come from the entity, so that a new property is
 * read without a change here and a misspelt one does not compile.
 */
export function table<E, O extends Property<E> = never, A extends object = object>(
  entity: EntitySchema<E>,
  alias: string,
  {
    omit = [],
    add,
    join = '',
  }: { omit?: readonly O[]; add?: { [K in keyof A]: Expression<A[K]> }; join?: string } = {},
): Table<{ [K in Exclude<Property<E>, O>]: Stored<E[K]> } & A, Property<E>> {
  const c = columnsOf(entity, alias);
  const omitted = new Set<string>(omit);
  const own = Object.entries<string>(c).filter(([property]) => !omitted.has(property));
  const columns = [...own, ...Object.entries<string>(add ?? {})].map(([property, sql]) => `${sql} as "${property}"`);
  const list = columns.join(', ') as SelectList<never>;
  const name = `${entity.meta.tableName} ${alias}`;
  const from = `${name} ${join}`.trimEnd();
  return {
    name,
    alias,
    from,
    columns: list,
    c,
    select: (rest) => `select ${list} from ${from} ${rest}` as Statement<never>,
  };
}

function columnsOf<E>(entity: EntitySchema<E>, alias: string): Record<Property<E>, string> {
  // Not the type's `fieldNames`: MikroORM only resolves those when it connects.
  const properties = entity.meta.properties as unknown as Record<string, { fieldName?: string }>;
  const named = Object.entries(properties).map(([property, { fieldName }]) => [
    property,
    `${alias}.${fieldName ?? columnName(property)}`,
  ]);
  return Object.fromEntries(named) as Record<Property<E>, string>;
}
