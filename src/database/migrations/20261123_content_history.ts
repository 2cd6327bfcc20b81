import { Migration } from '@mikro-orm/migrations';
import { updateListView } from './list-view.ts';
import { lockToSite } from './lock-to-site.ts';

/** What no version has: it never changes, follows from other values, or says when and by whom the item was written. */
const NO_CONTENT = `'{id,site_id,type,content_type_id,title_folded,created_at,updated_at,revision,written_by}'`;

/**
 * Former versions of content items, kept by PostgreSQL, so that no statement can change an item and lose what it was. A
 * version has the values that the write after it replaced: `before` by column, the custom fields one by one, and in `added`
 * the custom fields that did not exist. It outlives its item in the trash, therefore `item_id` is no foreign key.
 */
export class ContentHistory extends Migration {
  override name = '20261123_content_history';

  override up(): void {
    this.addSql('alter table content_item add column written_by text');
    updateListView(this, 'content_item');
    this.addSql('alter table site add column kept_revisions integer not null default 100');
    this.addSql(`create table content_version (
      id uuid primary key default gen_random_uuid(),
      item_id uuid not null,
      revision integer not null,
      site_id uuid not null references site on delete cascade,
      written_at timestamptz not null,
      written_by text,
      before jsonb not null,
      added text[] not null,
      unique (item_id, revision)
    )`);
    this.addSql('create index on content_version (site_id)');
    lockToSite(this, 'content_version');
    this.addSql(`create function keep_content_version() returns trigger language plpgsql as $$
      declare
        was jsonb := to_jsonb(old) - ${NO_CONTENT}::text[] - 'custom_fields';
        becomes jsonb := to_jsonb(new);
        before jsonb := (select jsonb_object_agg(key, value) from jsonb_each(was)
          where value is distinct from becomes -> key);
        fields jsonb := (select jsonb_object_agg(key, value) from jsonb_each(old.custom_fields)
          where value is distinct from new.custom_fields -> key);
        added text[] := array(select key from jsonb_object_keys(new.custom_fields) key where not old.custom_fields ? key);
      begin
        if fields is not null then
          before := coalesce(before, '{}') || jsonb_build_object('custom_fields', fields);
        end if;
        if before is null and added = '{}' then
          return null;
        end if;
        insert into content_version (item_id, revision, site_id, written_at, written_by, before, added)
          values (old.id, old.revision, old.site_id, old.updated_at, old.written_by, coalesce(before, '{}'), added);
        delete from content_version v where v.item_id = old.id
          and v.revision <= old.revision - (select s.kept_revisions from site s where s.id = old.site_id);
        return null;
      end
    $$`);
    this.addSql(`create trigger keep_content_version after update on content_item
      for each row execute function keep_content_version()`);
  }
}
