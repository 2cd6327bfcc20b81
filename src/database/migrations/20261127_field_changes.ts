import { Migration } from '@mikro-orm/migrations';
import { updateListView } from './list-view.ts';
import { lockToSite } from './lock-to-site.ts';
import { logActivity } from './log-activity.ts';

/** As in `20261123_content_history`, and `fields_version`, which no write of a person changes. */
const NO_CONTENT = `'{id,site_id,type,content_type_id,title_folded,created_at,updated_at,revision,written_by,fields_version}'`;

/**
 * Changes of the fields of content types that their items do not have yet: a row for each, which a job removes when all items
 * have it. `names` is a permutation of names of fields, so that no value takes the place of another. An item has
 * the changes up to its `fields_version`; its draft and its versions are changed with it. Until then it is read by
 * `current_fields`, so that nobody sees a former name.
 */
export class FieldChanges extends Migration {
  override name = '20261127_field_changes';

  override up(): void {
    this.addSql('alter table content_item add column fields_version bigint not null default 0');
    updateListView(this, 'content_item');
    this.addSql(`create table content_field_change (
      content_type_id uuid not null references content_type on delete cascade,
      site_id uuid not null references site on delete cascade,
      version bigint not null,
      names jsonb not null,
      converted text[] not null,
      written_by text not null,
      primary key (content_type_id, version)
    )`);
    this.addSql('create index on content_field_change (site_id)');
    lockToSite(this, 'content_field_change');
    // A job goes through the trash of a site in the order of its ids.
    this.addSql('create index on content_trash (site_id, id)');
    this.addSql('create index content_schedule_failed on content_schedule (site_id) where failed_reason is not null');
    this.addReading();
    this.addVersionOfNew();
    this.addMoving();
    this.keepVersions();
    this.keepActivity();
  }

  private addReading(): void {
    this.addSql(`create function renamed_fields(fields jsonb, names jsonb) returns jsonb language sql immutable as $$
      select coalesce(jsonb_object_agg(coalesce(names ->> f.key, f.key), f.value), '{}') from jsonb_each(fields) f
    $$`);
    // In the order of the changes: a later one has the names that an earlier one gave.
    this.addSql(`create function current_fields(fields jsonb, type_id uuid, since bigint) returns jsonb
      language plpgsql stable as $$
      declare
        names jsonb;
      begin
        if fields is null then
          return null;
        end if;
        for names in select r.names from content_field_change r
            where r.content_type_id = type_id and r.version > since order by r.version loop
          fields := renamed_fields(fields, names);
        end loop;
        return fields;
      end
    $$`);
    this.addSql(`create function current_changes(changes jsonb, type_id uuid, since bigint) returns jsonb
      language sql stable as $$
      select case when changes ? 'customFields'
        then changes || jsonb_build_object('customFields', current_fields(changes -> 'customFields', type_id, since))
        else changes end
    $$`);
  }

  /** A new item has the names that its type has. The write that adds it has locked the type. */
  private addVersionOfNew(): void {
    this.addSql(`create function set_fields_version() returns trigger language plpgsql as $$
      begin
        new.fields_version := coalesce((select max(version) from content_field_change r
          where r.content_type_id = new.content_type_id), 0);
        return new;
      end
    $$`);
    this.addSql(`create trigger set_fields_version before insert on content_item
      for each row execute function set_fields_version()`);
  }

  /** What belongs to an item, or to one in the trash, follows it. */
  private addMoving(): void {
    this.addSql(`create function rename_in_versions(of_item uuid, type_id uuid, since bigint) returns void
      language sql volatile as $$
      update content_version v set
        before = case when v.before ? 'custom_fields' then v.before || jsonb_build_object('custom_fields',
          current_fields(v.before -> 'custom_fields', type_id, since)) else v.before end,
        added = array(select jsonb_object_keys(current_fields(
          (select coalesce(jsonb_object_agg(name, null), '{}') from unnest(v.added) name), type_id, since)))
      where v.item_id = of_item and (v.before ? 'custom_fields' or v.added <> '{}')
    $$`);
    // A draft that was begun from the item as it is stays one of the item as it is.
    this.addSql(`create function rename_with_item() returns trigger language plpgsql as $$
      begin
        perform rename_in_versions(new.id, new.content_type_id, old.fields_version);
        update content_draft d set
          changes = current_changes(d.changes, new.content_type_id, old.fields_version),
          revision = d.revision + case when d.changes ? 'customFields' then 1 else 0 end,
          item_revision = case when d.item_revision = old.revision then new.revision else d.item_revision end
        where d.id = new.id;
        return null;
      end
    $$`);
    this.addSql(`create trigger rename_with_item after update of fields_version on content_item
      for each row when (old.fields_version <> new.fields_version) execute function rename_with_item()`);
  }

  /** A change of names is no version of the content. */
  private keepVersions(): void {
    this.addSql(`create or replace function keep_content_version() returns trigger language plpgsql as $$
      declare
        was jsonb := to_jsonb(old) - ${NO_CONTENT}::text[] - 'custom_fields';
        becomes jsonb := to_jsonb(new);
        before jsonb := (select jsonb_object_agg(key, value) from jsonb_each(was)
          where value is distinct from becomes -> key);
        fields jsonb;
        added text[];
      begin
        if old.fields_version <> new.fields_version then
          return null;
        end if;
        fields := (select jsonb_object_agg(key, value) from jsonb_each(old.custom_fields)
          where value is distinct from new.custom_fields -> key);
        added := array(select key from jsonb_object_keys(new.custom_fields) key where not old.custom_fields ? key);
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
  }

  /** The change of the type is logged, not what follows from it in each of its items and drafts. */
  private keepActivity(): void {
    const titleOfItem = '(select c.title from content_item c where c.id = r.id)';
    logActivity(this, 'content_item', {
      resource: 'content',
      title: 'r.title',
      ignored: ['title_folded', 'written_by', 'created_by', 'content_type_id', 'fields_version'],
      actions: {
        insert: `case when r.revision > 1 then 'restored' else 'created' end`,
        update: `case when r.status = 'published' and o.status <> 'published' then 'published'
          when r.status <> 'published' and o.status = 'published' then 'unpublished' else 'updated' end`,
        delete: `case when exists (select from content_trash t where t.id = r.id) then 'trashed' else 'deleted' end`,
      },
      conditions: { update: 'r.fields_version = o.fields_version' },
    });
    logActivity(this, 'content_draft', {
      resource: 'content',
      title: titleOfItem,
      fields: 'array(select jsonb_object_keys(r.changes))',
      ignored: ['access_level', 'required_subscriptions', 'item_revision', 'written_by'],
      actions: { insert: `'drafted'`, update: `'drafted'`, delete: `'discarded'` },
      conditions: {
        insert: 'r.created_at = now()',
        update: 'r.updated_at <> o.updated_at',
        delete: `${titleOfItem} is not null and (r.changes = '{}'
          or current_setting('lectern.published_draft', true) is distinct from r.id::text)`,
      },
    });
  }
}
