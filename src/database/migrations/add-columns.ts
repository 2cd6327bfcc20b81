import { Migration } from '@mikro-orm/migrations';
import { isListedTable, updateListView } from '../schema/sql/list-view.ts';

/**
 * A migration that only adds columns, as a new field of a resource needs.
 * @param columns each with its type, such as `subtitle text`. One that may not be null needs a default, for the rows there are.
 */
export function addColumns(table: string, ...columns: readonly string[]) {
  return class AddColumns extends Migration {
    override up(): void {
      this.addSql(`alter table ${table} ${columns.map((column) => `add column ${column}`).join(', ')}`);
      if (isListedTable(table)) for (const statement of updateListView(table)) this.addSql(statement);
    }
  };
}
