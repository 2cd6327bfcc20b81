import { Migration } from '@mikro-orm/migrations';

/** Where an item can have a URL. */
const TEXTS = ['content', 'excerpt', 'url', 'featured_image'];
const OBJECTS = ['custom_fields', 'metadata', 'video_metadata', 'document_metadata', 'course_metadata'];
/** Further URLs of one item are not looked at. */
const MAX_URLS = 1_000;
/** Longer than what stands behind the site's id in any object key. */
const MAX_PATH = 950;

/**
 * Uses of files by their URLs, kept by a trigger in the statement that writes the item, for whatever statement does. A URL
 * is recognised by the object key in it, which begins with the id of the site, whatever the host.
 */
export class AssetUrls extends Migration {
  override name = '20261123_asset_urls';

  override up(): void {
    this.addSql('alter table asset_use add column by_url boolean not null default false');
    this.addSql('alter table asset_use drop constraint asset_use_pkey');
    this.addSql('alter table asset_use add primary key (asset_id, item_id, by_url)');
    const texts = [...TEXTS.map((column) => `new.${column}`), ...OBJECTS.map((column) => `new.${column}::text`)];
    // The texts are split at the id of the site and each part is read up to the length of a key: time grows with the text only.
    this.addSql(`create function keep_asset_urls() returns trigger language plpgsql as $$
      declare
        site text := new.site_id::text || '/';
        parts text[] := (string_to_array(concat_ws(' ', ${texts.join(', ')}), site))[2:${MAX_URLS + 1}];
        keys text[] := array(select distinct site || substring(left(part, ${MAX_PATH}) from '^[A-Za-z0-9/-]+[.][A-Za-z0-9]+')
          from unnest(parts) part);
      begin
        if tg_op = 'UPDATE' then
          delete from asset_use u where u.item_id = new.id and u.by_url
            and not exists (select from asset a where a.id = u.asset_id and a.key = any (keys));
        end if;
        if cardinality(keys) > 0 then
          insert into asset_use (site_id, asset_id, item_id, by_url)
            select new.site_id, a.id, new.id, true from (
              select id from asset where site_id = new.site_id and key = any (keys) order by id for key share) a
            on conflict do nothing;
        end if;
        return null;
      end
    $$`);
    const columns = [...TEXTS, ...OBJECTS];
    const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
    this.addSql(`create trigger asset_urls_insert after insert on content_item
      for each row execute function keep_asset_urls()`);
    this.addSql(`create trigger asset_urls_update after update of ${columns.join(', ')} on content_item
      for each row when (${changed}) execute function keep_asset_urls()`);
  }
}
