import type { EntitySchema } from '@mikro-orm/core';
import { columnName } from './columns.ts';

declare const ROW: unique symbol;

/** SQL whose rows have a known type. Built once at start, never per request. */
export type Statement<Row extends object> = string & { readonly [ROW]: Row };

/** The columns of a statement, for rows of a known type. */
export type SelectList<Row extends object> = string & { readonly [ROW]: Row };

/** A column that is computed or comes from a joined table. */
export type Expression<T> = string & { readonly [ROW]: { value: T } };

/** SQL of an added column, with the type of its values. */
export function expression<T>(sql: string): Expression<T> {
  return sql as Expression<T>;
}

/** A property of an entity as a reader sees it: timestamps stay PostgreSQL's text, and SQL knows null but not undefined. */
type Stored<T> = Exclude<T, undefined> extends infer V ? (V extends Date ? string : V) : never;

type Property<E> = keyof E & string;
/** What is read of a table: every property of its entity but the omitted ones, and the added columns. */
export interface Table<Row extends object, Columns extends string = string> {
  /** The table with its alias, as `persona p`. */
  readonly name: string;
  readonly alias: string;
  /** The table with what it is joined to; the table alone where nothing is. */
  readonly from: string;
  readonly columns: SelectList<Row>;
  /** Each column of the entity for use in conditions, as `p.site_id`; a name that does not exist does not compile. */
  readonly c: Readonly<Record<Columns, string>>;
  /** @param rest what follows `from`, such as `where p.id = $1` */
  select(rest: string): Statement<Row>;
}

/** The row type of a table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;

/**
 * The one declaration of how an entity is read. Its select list and its row type both come from the entity, so that
 * a new property is read without a change here and a misspelt one does not compile.
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
  // Not yet the type's `fieldNames`: MikroORM resolves those when it connects.
  const properties = entity.meta.properties as unknown as Record<string, { fieldName?: string }>;
  const named = Object.entries(properties).map(([property, { fieldName }]) => [
    property,
    `${alias}.${fieldName ?? columnName(property)}`,
  ]);
  return Object.fromEntries(named) as Record<Property<E>, string>;
}
