import { type EntitySchema, JsonType } from '@mikro-orm/core';
import { columnsOf } from './table.ts';

/** How SQL stores a property of an entity. */
export interface StoredProperty<E> {
  property: keyof E & string;
  column: string;
  /** Its value as a parameter of a statement. */
  toParameter: (value: unknown) => unknown;
}

export function storedProperties<E>(entity: EntitySchema<E>): StoredProperty<E>[] {
  const properties = entity.meta.properties as unknown as Record<string, { type: unknown }>;
  return Object.entries<string>(columnsOf(entity, '')).map(([property, column]) => ({
    property: property as keyof E & string,
    column: column.slice(1),
    toParameter: properties[property]?.type === JsonType ? toJson : toPlain,
  }));
}

function toJson(value: unknown): unknown {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function toPlain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null);
}
