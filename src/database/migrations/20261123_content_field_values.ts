import { Migration } from '@mikro-orm/migrations';
import { lockToAccess } from './lock-to-access.ts';
import { inSite, lockToSite } from './lock-to-site.ts';

/** What a B-tree takes of a text of four bytes a character. */
const MAX_TEXT = 500;
const MAX_INDEXES = 100;

/** Columns of values by their type; each has an index in both directions, with missing values last. */
const TYPES = { text: 'text collate "C"', number: 'numeric', instant: 'timestamptz', boolean: 'boolean' };

/**
 * Values of the custom fields that are marked `sortable`, one row for each item of the type, also without a value. They
 * are kept by triggers in the statement that writes the item; those of a field that is newly marked are added by a job.
 */
export class ContentFieldValues extends Migration {
  override name = '20261123_content_field_values';

  override up(): void {
    // Without a type, it is no longer kept, and a job removes its values.
    this.addSql(`create table content_field_index (
      id uuid primary key default gen_random_uuid(),
      site_id uuid not null references site on delete cascade,
      content_type_id uuid references content_type on delete set null,
      name text not null,
      kind text not null,
      ready boolean not null
    )`);
    this.addSql('create unique index on content_field_index (content_type_id, name)');
    this.addSql('create index on content_field_index (site_id)');
    const columns = Object.entries(TYPES).map(([type, sql]) => `${type}_value ${sql}`);
    this.addSql(`create table content_field_value (
      index_id uuid not null,
      site_id uuid not null references site on delete cascade,
      item_id uuid not null references content_item on delete cascade,
      type text not null,
      ${columns.join(', ')},
      is_cut boolean not null,
      primary key (item_id, index_id)
    )`);
    for (const type of Object.keys(TYPES)) {
      for (const order of ['', 'desc nulls last']) {
        const id = order === '' ? 'item_id' : 'item_id desc';
        this.addSql(
          `create index on content_field_value (index_id, ${type}_value ${order}, ${id}) where type = '${type}'`,
        );
      }
    }
    this.addSql('create index on content_field_value (index_id) where is_cut');
    this.addSql('create index on content_field_value (site_id)');
    // Jobs go through the items of a type in the order of their ids.
    this.addSql('create index on content_item (content_type_id, id)');
    this.addSql('drop index content_item_content_type_id_idx');
    for (const table of ['content_field_index', 'content_field_value']) lockToSite(this, table);
    // Of a scope that is restricted, the values are only read with their items: see the view.
    lockToAccess(this, 'content_field_value', 'false');
    this.addView();
    this.addTriggers();
    this.indexMarkedFields();
  }

  /** For joins with `content_list`, which has the access rule. A view for the same reason: `numeric` is not leakproof. */
  private addView(): void {
    this.addSql(`create view content_field_list as select * from content_field_value where ${inSite('site_id')}`);
    this.addSql('revoke all on content_field_list from lectern_service');
    this.addSql('grant select on content_field_list to lectern_service');
  }

  private addTriggers(): void {
    this.addSql(`create function content_field_values(item uuid, type_id uuid, fields jsonb)
      returns setof content_field_value language sql stable as $$
        select i.id, i.site_id, item, v.type, left(v.folded, ${MAX_TEXT}),
          case when i.kind = 'number' and v.json_type = 'number' then v.json::numeric end,
          case when i.kind = 'instant' then content_instant(v.string) end,
          case when i.kind = 'boolean' and v.json_type = 'boolean' then v.json::boolean end,
          coalesce(length(v.folded) > ${MAX_TEXT}, false)
        from content_field_index i,
          lateral (select fields -> i.name as json, jsonb_typeof(fields -> i.name) as json_type) j,
          lateral (select case when j.json_type = 'string' then fields ->> i.name end as string) s,
          lateral (select j.json, j.json_type, s.string,
            case when i.kind in ('number', 'instant', 'boolean') then i.kind else 'text' end as type,
            case when i.kind = 'date' then s.string when i.kind in ('text', 'id') then lower(s.string) end as folded) v
        where i.content_type_id = type_id
      $$`);
    const set = [...Object.keys(TYPES).map((type) => `${type}_value`), 'is_cut'];
    this.addSql(`create function keep_content_field_values() returns trigger language plpgsql as $$
      begin
        insert into content_field_value select * from content_field_values(new.id, new.content_type_id, new.custom_fields)
        on conflict (item_id, index_id) do update set ${set.map((column) => `${column} = excluded.${column}`).join(', ')};
        return null;
      end
    $$`);
    const run = 'for each row when (new.content_type_id is not null';
    this.addSql(`create trigger content_field_values_insert after insert on content_item ${run})
      execute function keep_content_field_values()`);
    this.addSql(`create trigger content_field_values_update after update of custom_fields, content_type_id on content_item
      ${run} and (old.custom_fields is distinct from new.custom_fields
        or old.content_type_id is distinct from new.content_type_id)) execute function keep_content_field_values()`);
  }

  private indexMarkedFields(): void {
    this.addSql(`with marked as (
        select t.site_id, t.id, f ->> 'name' as name, case
            when f ->> 'type' in ('text', 'textarea', 'select', 'url', 'email', 'color') then 'text'
            when f ->> 'type' in ('number', 'boolean', 'date') then f ->> 'type'
            when f ->> 'type' = 'datetime' then 'instant'
            when f ->> 'type' = 'reference' then 'id' end as kind
        from content_type t, jsonb_array_elements(t.fields) f where (f ->> 'sortable')::boolean
      ), added as (
        insert into content_field_index (site_id, content_type_id, name, kind, ready)
        select site_id, id, name, kind, false from (
          select *, row_number() over (partition by site_id order by id, name) as number from marked where kind is not null
        ) numbered where number <= ${MAX_INDEXES}
        returning site_id, content_type_id
      )
      insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
      select gen_random_uuid(), site_id, site_id, 'index-fields', content_type_id::text, '{}', 'queued', 0, now(), now()
      from (select distinct * from added) types on conflict (kind, key) where status = 'queued' do nothing`);
  }
}
