import { Migration } from '@mikro-orm/migrations';
import { updateListView } from './list-view.ts';

/** Lists of files by a part of the name are read from an index, whatever other sites have. */
export class AssetLists extends Migration {
  override name = '20261123_asset_lists';

  override up(): void {
    updateListView(this, 'asset');
    this.addSql(`create index asset_name on asset using gin (site_id, lower(file_name) gin_trgm_ops)
      where status = 'live'`);
    // The one over all sites, which no statement has used.
    this.addSql('drop index asset_lower_idx');
  }
}
