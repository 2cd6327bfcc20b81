import type { EntitySchema } from '@mikro-orm/core';
import { StartError } from '../shared/start-error.ts';
import type { Rows } from './database.ts';
import { columnExpressions } from './table.ts';

/**
 * Every property of an entity has its column, or reads and writes would fail one by one. Columns that no property names are
 * allowed: while a new version is rolled out, the one before it runs on its tables.
 * @throws StartError naming the columns that are missing
 */
export async function assertColumnsExist(rows: Rows, entities: readonly EntitySchema[]): Promise<void> {
  const found = await rows.rows<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = current_schema()`,
  );
  const existing = new Set(found.map(({ column }) => column));
  const missing = entities.flatMap(columnsOfTable).filter((column) => !existing.has(column));
  if (missing.length > 0) throw new StartError(`The database lacks ${missing.join(', ')}: a migration has to add it`);
}

/** Each as `table.column`. */
export function columnsOfTable(entity: EntitySchema): string[] {
  return Object.values(columnExpressions(entity, entity.meta.tableName));
}
