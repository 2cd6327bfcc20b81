import { Migration } from '@mikro-orm/migrations';
import { createSchema, TABLES } from '../schema/schema.ts';
import { ACCESS_LEVEL_DOMAIN, accessLevel, folderLevel } from '../schema/sql/access-level.ts';
import { commentTables } from '../schema/sql/statements.ts';

export const BASELINE = '20261128_baseline';

/** The last of the migrations that the baseline replaces. */
export const LAST_FORMER_MIGRATION = '20261127_field_changes';

/**
 * Creates the schema, or brings a database that has the last of the former migrations to the same state.
 * See decision 214.
 */
export class Baseline extends Migration {
  override name = BASELINE;

  override async up(): Promise<void> {
    const former = await this.execute(`select from migration where name = '${LAST_FORMER_MIGRATION}'`);
    const comments = commentTables(TABLES);
    // The comments wait for the vacuums of all tables, so the locks of the upgrade come after them.
    const statements = former.length > 0 ? [...comments, ...upgradeStatements()] : [...createSchema(), ...comments];
    for (const statement of statements) this.addSql(statement);
  }
}

/** Columns with an access level, by table. */
const LEVEL_COLUMNS = {
  content_item: 'access_level',
  knowledge_document: 'access_level',
  knowledge_source: 'access_level',
  file: 'access_level',
  video: 'access_level',
  chat_turn_source: 'access_level',
  asset: 'own_access_level',
};

function upgradeStatements(): string[] {
  return [
    ACCESS_LEVEL_DOMAIN,
    ...Object.entries(LEVEL_COLUMNS).map(([table, column]) =>
      replaceCheck(table, `${table}_${column}_check`, accessLevel(column)),
    ),
    replaceCheck('asset_folder', 'asset_folder_access_level_check', folderLevel('access_level')),
    replaceCheck('asset', 'asset_folder_access_level_check1', folderLevel('folder_access_level')),
  ];
}

function replaceCheck(table: string, name: string, check: string): string {
  return `alter table ${table} drop constraint ${name}, add constraint ${name} ${check}`;
}
