import { Migration } from '@mikro-orm/migrations';

const TABLES = [
  'asset',
  'asset_folder',
  'collection',
  'content_item',
  'content_type',
  'knowledge_document',
  'persona',
  'site',
  'trigger',
  'webhook_tool',
];

/** The revision of a resource is advanced by PostgreSQL, so that no statement can change a row and keep its revision. */
export class Revisions extends Migration {
  override name = '20261122_revisions';

  override up(): void {
    this.addSql(`create function advance_revision() returns trigger language plpgsql as $$
      begin
        new.revision := old.revision + 1;
        return new;
      end
    $$`);
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column revision integer not null default 1`);
      this.addSql(`create trigger advance_revision before update on ${table}
        for each row execute function advance_revision()`);
    }
  }
}
