import { Migration } from '@mikro-orm/migrations';

/**
 * A file carries its access level, so that lists and deliveries decide without looking further: the stricter of its
 * folder's level, which it keeps when it leaves or loses the folder, and of the one said for the file itself.
 */
export class AssetAccess extends Migration {
  override name = '20261122_asset_access';

  override up(): void {
    this.addSql(`alter table asset
      add column folder_access_level text not null default 'public'
        check (folder_access_level in ('public', 'authenticated', 'premium')),
      add column own_access_level text
        check (own_access_level in ('public', 'authenticated', 'premium', 'subscription')),
      add column own_required_subscriptions text[] not null default '{}'`);
    this.addSql(`alter table asset
      add column access_level text not null generated always as (
        case when array_position(array['public', 'authenticated', 'premium', 'subscription'], own_access_level)
            > array_position(array['public', 'authenticated', 'premium'], folder_access_level)
          then own_access_level else folder_access_level end
      ) stored,
      add column required_subscriptions text[] not null generated always as (
        case when own_access_level = 'subscription' then own_required_subscriptions else '{}' end
      ) stored`);
    this.addSql(`update asset a set folder_access_level = f.access_level
      from asset_folder f where f.id = a.folder_id and f.access_level <> 'public'`);
    // Documents that lost their folder have kept its level so far; their files had not.
    this.addSql(`update asset a set folder_access_level = f.access_level
      from file f where f.site_id = a.site_id and f.key = a.key and a.folder_id is null
        and f.follows_folder and f.access_level in ('authenticated', 'premium')`);
    this.addSql(`update asset a set own_access_level = f.access_level, own_required_subscriptions = f.required_subscriptions
      from file f where f.site_id = a.site_id and f.key = a.key and not f.follows_folder`);
  }
}
