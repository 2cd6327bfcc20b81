import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** As of the URLs in content items: further ones are not looked at, and no object key is longer. */
const MAX_URLS = 1_000;
const MAX_PATH = 950;
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Which drafts use which files, by the id in a custom field or by the URL in any text, kept by a trigger in the statement that writes
 * the draft. A table of its own, so that the uses by live items stay what they are for all that reads them.
 */
export class DraftAssetUses extends Migration {
  override name = '20261123_draft_asset_uses';

  override up(): void {
    this.addSql(`create table draft_asset_use (
      asset_id uuid not null references asset on delete cascade,
      draft_id uuid not null references content_draft on delete cascade,
      site_id uuid not null references site on delete cascade,
      primary key (asset_id, draft_id)
    )`);
    this.addSql('create index on draft_asset_use (draft_id)');
    this.addSql('create index on draft_asset_use (site_id)');
    lockToSite(this, 'draft_asset_use');
    this.findFiles();
    this.addSql(`create function keep_draft_asset_uses() returns trigger language plpgsql as $$
      declare
        files uuid[] := array(select draft_files(new.site_id, new.changes));
      begin
        if tg_op = 'UPDATE' then
          delete from draft_asset_use u where u.draft_id = new.id and u.asset_id <> all (files);
        end if;
        insert into draft_asset_use (site_id, asset_id, draft_id)
          select new.site_id, id, new.id from unnest(files) as id on conflict do nothing;
        return null;
      end
    $$`);
    this.addSql(`create trigger draft_asset_uses_insert after insert on content_draft
      for each row execute function keep_draft_asset_uses()`);
    this.addSql(`create trigger draft_asset_uses_update after update of changes on content_draft
      for each row when (old.changes is distinct from new.changes) execute function keep_draft_asset_uses()`);
    this.addSql(`insert into draft_asset_use (site_id, asset_id, draft_id)
      select d.site_id, file, d.id from content_draft d cross join lateral draft_files(d.site_id, d.changes) as file`);
  }

  /** Locked in their order: a file that is deleted at the same time is either found to be used, or is not there. */
  private findFiles(): void {
    this.addSql(`create function draft_files(of_site uuid, changes jsonb) returns setof uuid language plpgsql as $$
      declare
        site text := of_site::text || '/';
        parts text[] := (string_to_array(changes::text, site))[2:${MAX_URLS + 1}];
        keys text[] := array(select distinct site || substring(left(part, ${MAX_PATH}) from '^[A-Za-z0-9/-]+[.][A-Za-z0-9]+')
          from unnest(parts) part);
        ids uuid[] := array(select distinct value::uuid from jsonb_each_text(changes -> 'customFields')
          where value ~* '${UUID}');
      begin
        if cardinality(keys) + cardinality(ids) > 0 then
          return query select a.id from asset a
            where a.site_id = of_site and (a.key = any (keys) or a.id = any (ids)) order by a.id for key share;
        end if;
      end
    $$`);
  }
}
