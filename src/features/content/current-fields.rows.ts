import { type Expression, expression } from '../../database/table.ts';
import type { JsonObject } from './content.entity.ts';
import type { UpdateContentInput } from './content.inputs.ts';

const formerNamesCondition = (row: string): string => `exists (select from content_field_change r
  where r.content_type_id = ${row}.content_type_id and r.version > ${row}.fields_version and r.names <> '{}')`;

/** Returns SQL for whether fields of the type of an item were renamed and its values still have the former names. */
export function hasFormerNamesSql(row: string): Expression<boolean> {
  return expression<boolean>(formerNamesCondition(row));
}

/**
 * The custom fields of an item under the names that its type has now. Statements select this and never the column, which has the
 * former names until a job has changed the item.
 * @param row alias of `content_item` or a view of it
 */
export function currentFields(row: string): Expression<JsonObject> {
  return expression<JsonObject>(`(case when ${formerNamesCondition(row)}
    then current_fields(${row}.custom_fields, ${row}.content_type_id, ${row}.fields_version)
    else ${row}.custom_fields end)`);
}

/** The changes of a draft under these names. @param row alias of `content_draft` */
export function currentChanges(row: string): Expression<UpdateContentInput> {
  const item = `content_item i where i.id = ${row}.id`;
  return expression<UpdateContentInput>(`(case when exists (select from content_field_change)
    then (select current_changes(${row}.changes, i.content_type_id, i.fields_version) from ${item})
    else ${row}.changes end)`);
}

/** Gives an item that this site has the names of its type, and its draft and its versions with it. */
const renameItemsSql = (which: string): string => `update content_item c set
    custom_fields = current_fields(c.custom_fields, c.content_type_id, c.fields_version),
    fields_version = (select max(r.version) from content_field_change r where r.content_type_id = c.content_type_id)
  where c.site_id = $1 and ${which} and ${formerNamesCondition('c')}`;

export const RENAME_ITEM_FIELDS = renameItemsSql('c.id = $2');
/** $2 the type, null for all; $3 the id before the first item; $4 the number of items. Returns their ids. */
export const RENAME_NEXT_ITEM_FIELDS = `with page as (select c.id from content_item c
    where c.site_id = $1 and ($2::uuid is null or c.content_type_id = $2) and c.id > $3 order by c.id limit $4 for update),
  changed as (${renameItemsSql('c.id in (select id from page)')} returning c.id)
  select id from page order by id`;

const trashedType = `(t.item ->> 'content_type_id')::uuid`;
const trashedVersion = `coalesce((t.item ->> 'fields_version')::bigint, 0)`;
const renameTrashedSql = (which: string): string => `with former as (
    select t.id, ${trashedType} as type_id, ${trashedVersion} as since, (select max(r.version)
      from content_field_change r where r.content_type_id = ${trashedType}) as version
    from content_trash t where t.site_id = $1 and ${which} for update),
  changed as (update content_trash t set
      item = t.item || jsonb_build_object('fields_version', f.version,
        'custom_fields', current_fields(t.item -> 'custom_fields', f.type_id, f.since)),
      draft = case when t.draft is not null then t.draft || jsonb_build_object(
        'changes', current_changes(t.draft -> 'changes', f.type_id, f.since)) end
    from former f where t.id = f.id and f.version > f.since)
  select f.id, case when f.version > f.since then rename_in_versions(f.id, f.type_id, f.since) end as versions
  from former f order by f.id`;

export const RENAME_TRASHED_FIELDS = renameTrashedSql('t.id = $2');
/** Parameters as of `RENAME_NEXT_ITEM_FIELDS`. */
export const RENAME_NEXT_TRASHED_FIELDS = renameTrashedSql(
  `t.id in (select n.id from content_trash n where n.site_id = $1
    and n.item ->> 'content_type_id' = $2::text and n.id > $3 order by n.id limit $4)`,
);
