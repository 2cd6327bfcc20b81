import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/**
 * Which transformed images are kept, with size and last use, so that they can be bounded in bytes and evicted. Those kept
 * before were only counted: jobs clear them away, and they are made again when they are asked for. The count
 * (`asset.variants`) stays, unused, as releases before this one still write it.
 */
export class ImageVariants extends Migration {
  override name = '20261122_image_variants';

  override up(): void {
    this.addSql(`create table image_variant (
      asset_id uuid not null references asset on delete cascade,
      site_id uuid not null references site on delete cascade,
      name text not null,
      size bigint not null,
      used_at timestamptz not null,
      primary key (asset_id, name)
    )`);
    this.addSql('create index on image_variant (site_id, used_at) include (size)');
    lockToSite(this, 'image_variant');
    this.addSql(`insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
      select gen_random_uuid(), site_id, site_id, 'clear-variants', id::text, jsonb_build_object('key', key), 'queued', 0,
        now(), now()
      from asset where variants > 0`);
  }
}
