import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

export class TriggerVersions extends Migration {
  override name = '20261122_trigger_versions';

  override up(): void {
    this.addSql(`create table trigger_version (
      site_id uuid primary key references site on delete cascade,
      version bigint not null
    )`);
    lockToSite(this, 'trigger_version');
    // The order in which triggers are listed and checked.
    this.addSql('drop index trigger_site_id_priority_created_at_id_idx');
    this.addSql('create index trigger_order on trigger (site_id, (-priority), id)');
  }
}
