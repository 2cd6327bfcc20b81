import { type EntitySchema, JsonType } from '@mikro-orm/core';
import { columnExpressions } from './table.ts';

/** How SQL stores a property of an entity. */
export interface StoredProperty<E> {
  property: keyof E & string;
  column: string;
  /** Its value as a parameter of a statement. */
  toParameter: (value: unknown) => unknown;
}

export function storedProperties<E>(entity: EntitySchema<E>): StoredProperty<E>[] {
  const properties = entity.meta.properties as unknown as Record<string, { type: unknown }>;
  return Object.entries<string>(columnExpressions(entity, '')).map(([property, column]) => ({
    property: property as keyof E & string,
    column: column.slice(1),
    toParameter: properties[property]?.type === JsonType ? toJson : toPlain,
  }));
}

/** How rows of an entity are inserted by a statement. */
export interface Insertion<E, Row> {
  /** `insert into … select $1, …`, to be continued by `from` or `on conflict`. */
  sql: string;
  count: number;
  /** The parameter of a property; `$1` is the site. */
  placeholder(property: keyof E & string): string;
  values(row: Row): unknown[];
}

/** Every property is written: what a row has no value of is null. */
export function insertion<E extends object, Row extends { [K in keyof E]?: unknown }>(
  entity: EntitySchema<E>,
  alias: string,
): Insertion<E, Row> {
  const properties = storedProperties(entity).toSorted(
    (one, other) => Number(other.property === 'siteId') - Number(one.property === 'siteId'),
  );
  const columns = properties.map(({ column }) => column).join(', ');
  const parameters = properties.map((_, index) => `$${index + 1}`).join(', ');
  return {
    sql: `insert into ${entity.meta.tableName} as ${alias} (${columns}) select ${parameters}`,
    count: properties.length,
    placeholder: (name) => `$${properties.findIndex(({ property }) => property === name) + 1}`,
    values: (row) => properties.map(({ property, toParameter }) => toParameter(row[property])),
  };
}

function toJson(value: unknown): unknown {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function toPlain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
