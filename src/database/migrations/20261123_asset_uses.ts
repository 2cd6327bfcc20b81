import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/**
 * Which content items use which files, kept by the writes of items. A foreign key keeps a write from using a file that is
 * deleted at the same time. Expanded content shows files, so their changes are changes of content.
 */
export class AssetUses extends Migration {
  override name = '20261123_asset_uses';

  override up(): void {
    this.addSql(`create table asset_use (
      asset_id uuid not null references asset on delete cascade,
      item_id uuid not null references content_item on delete cascade,
      site_id uuid not null references site on delete cascade,
      primary key (asset_id, item_id)
    )`);
    this.addSql('create index on asset_use (item_id)');
    this.addSql('create index on asset_use (site_id)');
    lockToSite(this, 'asset_use');
    const transitions = { insert: 'new table', update: 'new table', delete: 'old table' };
    for (const [event, rows] of Object.entries(transitions)) {
      this.addSql(`create trigger site_revision_${event} after ${event} on asset
        referencing ${rows} as changed for each statement execute function append_site_revision('content')`);
    }
  }
}
