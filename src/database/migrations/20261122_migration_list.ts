import { Migration } from '@mikro-orm/migrations';

/** The service reads at start which migrations have run; the table is older than the default privileges of the foundation. */
export class MigrationList extends Migration {
  override name = '20261122_migration_list';

  override up(): void {
    this.addSql('grant select on migration to lectern_service');
  }
}
