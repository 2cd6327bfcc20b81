import { Migration } from '@mikro-orm/migrations';

/** What a site shows of a file, and the indexes of filtered lists of files. */
export class AssetDetails extends Migration {
  override name = '20261123_asset_details';

  override up(): void {
    this.addSql(`alter table asset add column alt text, add column caption text,
      add column focal_point jsonb, add column blurhash text`);
    this.addSql(`create index on asset (site_id, content_type, created_at desc, id desc) where status = 'live'`);
    this.addSql(`create index on asset using gin (lower(file_name) gin_trgm_ops) where status = 'live'`);
  }
}
