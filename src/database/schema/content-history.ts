import { SEES_UNPUBLISHED, allowsAnyLevel } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';
import { octets } from './sql/usage-count.ts';

/** Columns that no write of a person changes. */
const NO_CONTENT = `'{id,site_id,type,content_type_id,title_folded,created_at,updated_at,revision,written_by,fields_version}'`;

/** A change of names of fields is no version of the content. */
const keepContentVersion = `create function keep_content_version() returns trigger language plpgsql as $$
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
$$`;

const removeContentVersions = `create function remove_content_versions() returns trigger language plpgsql as $$
  begin
    delete from content_version v using deleted where v.item_id = deleted.id
      and not exists (select from content_trash t where t.id = deleted.id);
    return null;
  end
$$`;

/** What belongs to an item, or to one in the trash, follows it. */
const renameInVersions = `create function rename_in_versions(of_item uuid, type_id uuid, since bigint) returns void
  language sql volatile as $$
  update content_version v set
    before = case when v.before ? 'custom_fields' then v.before || jsonb_build_object('custom_fields',
      current_fields(v.before -> 'custom_fields', type_id, since)) else v.before end,
    added = array(select jsonb_object_keys(current_fields(
      (select coalesce(jsonb_object_agg(name, null), '{}') from unnest(v.added) name), type_id, since)))
  where v.item_id = of_item and (v.before ? 'custom_fields' or v.added <> '{}')
$$`;

/** What the numbers of transactions belong to: another text after a restore, or in a copy of the database. */
const contentFeedBasis = `create function content_feed_basis() returns text language plpgsql stable as $$
  begin
    return (select system_identifier from pg_control_system())
      || '/' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)
      || '/' || (select oid from pg_database where datname = current_database())
      || '/' || pg_relation_filenode('content_change');
  exception when insufficient_privilege then
    return (select oid from pg_database where datname = current_database())
      || '/' || pg_relation_filenode('content_change');
  end
$$`;

/**
 * A site that is being deleted takes its changes along. The trigger writes as the owner of its tables: row-level security would
 * take half of its time, and protects nothing there, because the trigger writes only what follows from rows that the caller
 * was allowed to write.
 */
const keepContentChange = `create function keep_content_change() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
  declare
    current_transaction bigint := pg_current_xact_id()::text::bigint;
    is_deleted boolean := tg_op = 'DELETE';
  begin
    insert into content_change as k (item_id, site_id, type, is_published, levels, created_in, changed_in, changed_at,
      public_levels, public_created_in, public_changed_in, public_changed_at, deleted_at)
    select c.id, c.site_id, c.type, p.is_published and not is_deleted, array[c.access_level],
      current_transaction, current_transaction, now(),
      case when p.is_published then array[c.access_level] else '{}' end,
      case when p.is_published then current_transaction end,
      case when p.is_published then current_transaction end,
      case when p.is_published then now() end,
      case when is_deleted then now() end
    from changed c cross join lateral (select c.status = 'published' as is_published) p
    where not is_deleted or exists (select from site s where s.id = c.site_id)
    on conflict (item_id) do update set
      type = excluded.type,
      is_published = excluded.is_published,
      levels = case when k.levels @> excluded.levels then k.levels else k.levels || excluded.levels end,
      changed_in = excluded.changed_in,
      changed_at = excluded.changed_at,
      public_levels = case when k.public_levels @> excluded.public_levels then k.public_levels
        else k.public_levels || excluded.public_levels end,
      public_created_in = coalesce(k.public_created_in, excluded.public_created_in),
      public_changed_in = case when k.is_published then excluded.changed_in
        else coalesce(excluded.public_changed_in, k.public_changed_in) end,
      public_changed_at = case when k.is_published then excluded.changed_at
        else coalesce(excluded.public_changed_at, k.public_changed_at) end,
      deleted_at = excluded.deleted_at;
    return null;
  end
$$`;

/** What content items were before, and when they changed, kept by the triggers of the items. */
export const contentHistoryTables: readonly TableSchema[] = [
  {
    name: 'content_version',
    purpose: `What content items were before each change: the former values of the columns and custom fields that it changed, and
      the names of the fields that it added.`,
    columns: `
      id uuid default gen_random_uuid() primary key,
      item_id uuid not null,
      revision integer not null,
      site_id uuid not null references site on delete cascade,
      written_at timestamptz not null,
      written_by text,
      before jsonb not null,
      added text[] not null,
      unique (item_id, revision)`,
    indexes: [
      'create index on content_version (site_id)',
    ],
    usage: { stored_bytes: octets(['r.before::text']) },
    functions: [keepContentVersion, removeContentVersions, renameInVersions],
  },
  {
    name: 'content_change',
    purpose: `The latest change of each content item, also of deleted ones, in the order of the transactions that made them.
      \`public_…\` is about the item while it was published, which is all that keys without the scope \`preview\` may learn.
      \`levels\` has every access level that the item has had, because its deletion is listed for those who could read it. Items
      that are older than the table get their row when the feed of their site is read for the first time.`,
    columns: `
      item_id uuid primary key,
      site_id uuid not null references site on delete cascade,
      type text not null,
      is_published boolean not null,
      levels text[] not null,
      created_in bigint not null,
      changed_in bigint not null,
      changed_at timestamptz not null,
      public_levels text[] not null,
      public_created_in bigint,
      public_changed_in bigint,
      public_changed_at timestamptz,
      deleted_at timestamptz`,
    indexes: [
      'create index on content_change (site_id, changed_in, item_id)',
      'create index on content_change (site_id, public_changed_in, item_id) where public_changed_in is not null',
      'create index on content_change (deleted_at) where deleted_at is not null',
    ],
    access: `(${allowsAnyLevel('public_levels')} or (${SEES_UNPUBLISHED} and ${allowsAnyLevel('levels')}))`,
    functions: [keepContentChange],
  },
  {
    name: 'content_feed',
    purpose: 'The feed of changes of each site, and what the numbers of transactions in it belong to.',
    columns: `
      site_id uuid primary key references site on delete cascade,
      id uuid not null,
      basis text not null`,
    functions: [contentFeedBasis],
  },
];
