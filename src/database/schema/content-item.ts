import { URL_COLUMNS } from './asset-use.ts';
import { ITEM_OCTETS } from './content-trash.ts';
import { accessLevel } from './sql/access-level.ts';
import { allowsPublication, allowsRow } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';
import { type TriggerSchema, statementTriggers } from './sql/trigger-schema.ts';

/** Columns that change with every write, whatever it writes. */
const WRITE_COLUMNS = `'{updated_at,revision,written_by,title_folded}'::text[]`;

const queueWebhooks = `create function queue_content_webhooks() returns trigger language plpgsql as $$
  declare
    item content_item;
    was_published boolean := false;
    is_published boolean := false;
    data jsonb;
  begin
    if not exists (select 1 from webhook_endpoint e
        where e.site_id = coalesce(new.site_id, old.site_id) and e.enabled) then
      return null;
    end if;
    if tg_op = 'UPDATE' and to_jsonb(new) - ${WRITE_COLUMNS} is not distinct from to_jsonb(old) - ${WRITE_COLUMNS} then
      return null;
    end if;
    if tg_op = 'DELETE' then item := old; else item := new; end if;
    if tg_op <> 'INSERT' then was_published := old.status = 'published'; end if;
    if tg_op <> 'DELETE' then is_published := new.status = 'published'; end if;
    data := jsonb_build_object('id', item.id, 'contentType', item.type, 'slug', item.slug, 'language', item.language,
      'status', item.status, 'revision', item.revision);
    if tg_op = 'INSERT' then
      perform queue_webhook(item.site_id, 'content.created', item.id, data, item.type, item.language);
    elsif tg_op = 'UPDATE' then
      perform queue_webhook(item.site_id, 'content.updated', item.id, data, item.type, item.language);
    end if;
    if is_published and not was_published then
      perform queue_webhook(item.site_id, 'content.published', item.id, data, item.type, item.language);
    elsif was_published and not is_published then
      perform queue_webhook(item.site_id, 'content.unpublished', item.id, data, item.type, item.language);
    end if;
    if tg_op = 'DELETE' then
      perform queue_webhook(item.site_id, 'content.deleted', item.id, data, item.type, item.language);
    end if;
    return null;
  end
$$`;

/** A draft that was begun from the item as it is stays one of the item as it is. */
const renameWithItem = `create function rename_with_item() returns trigger language plpgsql as $$
  begin
    perform rename_in_versions(new.id, new.content_type_id, old.fields_version);
    update content_draft d set
      changes = current_changes(d.changes, new.content_type_id, old.fields_version),
      revision = d.revision + case when d.changes ? 'customFields' then 1 else 0 end,
      item_revision = case when d.item_revision = old.revision then new.revision else d.item_revision end
    where d.id = new.id;
    return null;
  end
$$`;

const HAS_OTHER_URLS = URL_COLUMNS.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

const ASSET_URLS = 'Keeps which files the item uses by their URLs (`asset_use`), recognized by the object key, whatever the host.';
const FIELD_VALUES = 'Keeps the values of the custom fields that lists are sorted and filtered by (`content_field_value`).';

const triggers: readonly TriggerSchema[] = [
  ...statementTriggers('content_count', {
    rows: {
      insert: 'new table as added',
      update: 'old table as removed new table as added',
      delete: 'old table as removed',
    },
    call: 'append_content_count()',
    purpose: 'Counts the items of each group, so that totals of lists need no scan (`content_count`).',
  }),
  ...statementTriggers('keep_content_change', {
    rows: { insert: 'new table as changed', update: 'new table as changed', delete: 'old table as changed' },
    purpose: 'Keeps the latest change of each item for the feed of changes (`content_change`).',
  }),
  {
    name: 'content_field_values_insert',
    when: 'after insert',
    purpose: FIELD_VALUES,
    sql: 'for each row when (new.content_type_id is not null) execute function keep_content_field_values()',
  },
  {
    name: 'content_field_values_update',
    when: 'after update of custom_fields, content_type_id',
    purpose: FIELD_VALUES,
    sql: `for each row when (new.content_type_id is not null and (old.custom_fields is distinct from new.custom_fields
      or old.content_type_id is distinct from new.content_type_id)) execute function keep_content_field_values()`,
  },
  {
    name: 'asset_urls_insert',
    when: 'after insert',
    purpose: ASSET_URLS,
    sql: 'for each row execute function keep_asset_urls()',
  },
  {
    name: 'asset_urls_update',
    when: `after update of ${URL_COLUMNS.join(', ')}`,
    purpose: ASSET_URLS,
    sql: `for each row when (${HAS_OTHER_URLS}) execute function keep_asset_urls()`,
  },
  {
    name: 'keep_content_version',
    when: 'after update',
    purpose: 'Keeps what the item was before (`content_version`), and removes versions beyond the number that its site keeps.',
    sql: 'for each row execute function keep_content_version()',
  },
  {
    name: 'queue_content_webhooks',
    when: 'after insert or update or delete',
    purpose: 'Queues a delivery for each webhook endpoint of the site that has the event (`webhook_delivery`).',
    sql: 'for each row execute function queue_content_webhooks()',
  },
  {
    name: 'set_fields_version',
    when: 'before insert',
    purpose: 'A new item has the names of fields that its type has now (`content_field_change`).',
    sql: 'for each row execute function set_fields_version()',
  },
  {
    name: 'rename_with_item',
    when: 'after update of fields_version',
    purpose: "Renames the fields in the versions and the draft of an item that has got its type's new names.",
    sql: 'for each row when (old.fields_version <> new.fields_version) execute function rename_with_item()',
  },
  {
    name: 'remove_content_versions',
    when: 'after delete',
    purpose: 'Removes the versions of an item that was deleted for good.',
    sql: 'referencing old table as deleted for each statement execute function remove_content_versions()',
  },
  {
    name: 'remove_content_sources',
    when: 'after delete',
    purpose: `Removes the item from the knowledge base also if it was indexed while the deletion waited for the lock of the
      item: each query of a function sees what is committed when it runs.`,
    sql: 'referencing old table as deleted for each statement execute function remove_content_sources()',
  },
  {
    name: 'remove_draft_source',
    when: 'after update of status, ai_indexed',
    purpose: `Removes the text of the item's draft from the knowledge base when the item is archived or no longer indexed, also
      if the draft was saved while the change waited for the lock of the item.`,
    sql: `for each row when ((new.status = 'archived' or not new.ai_indexed) and old.status <> 'archived' and old.ai_indexed)
      execute function remove_draft_source()`,
  },
];

export const contentItem: TableSchema = {
  name: 'content_item',
  purpose: `Content items. \`translation_of\` is kept if that item is deleted, so that its translations stay together; therefore
    it is no foreign key. \`created_by\` and \`written_by\` are an id and the name at that time.`,
  columns: `
    id uuid primary key,
    site_id uuid not null references site on delete cascade,
    external_id text not null,
    type text not null,
    content_type_id uuid references content_type on delete set null,
    title text not null,
    title_folded text collate "C" not null,
    content text,
    excerpt text,
    slug text not null,
    url text,
    language text not null,
    categories text[] not null,
    tags text[] not null,
    status text not null check (status in ('draft', 'published', 'archived')),
    access_level text not null ${accessLevel('access_level')},
    required_subscriptions text[] not null,
    author text,
    featured_image text,
    custom_fields jsonb not null,
    metadata jsonb,
    video_metadata jsonb,
    document_metadata jsonb,
    course_metadata jsonb,
    ai_indexed boolean not null,
    collection_id uuid references collection on delete set null,
    sort_order integer not null,
    published_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision integer not null default 1,
    translation_of uuid,
    written_by text,
    created_by text,
    fields_version bigint not null default 0,
    constraint content_item_external_id unique (site_id, external_id),
    constraint content_item_slug unique (site_id, slug, type, language)`,
  indexes: [
    'create index on content_item (site_id, published_at desc nulls last, id desc)',
    'create index on content_item (site_id, type, published_at desc nulls last, id desc)',
    'create index on content_item (site_id, created_at, id)',
    'create index on content_item (collection_id)',
    'create index on content_item (site_id, title_folded, id)',
    'create index on content_item (site_id, sort_order, id)',
    'create index on content_item (site_id, updated_at, id)',
    'create index on content_item using gin (site_id, tags)',
    'create index on content_item using gin (site_id, categories)',
    'create index on content_item using gin (site_id, title_folded gin_trgm_ops)',
    'create index on content_item (site_id, language, published_at desc nulls last, id desc)',
    'create index on content_item (site_id, author, published_at desc nulls last, id desc)',
    'create index on content_item (site_id, published_at, id)',
    'create index on content_item (content_type_id, id)',
    'create unique index content_item_translation on content_item (site_id, translation_of, language) where translation_of is not null',
    'create index content_item_parts on content_item using gin (site_id, lower(external_id) gin_trgm_ops, lower(slug) gin_trgm_ops, lower(author) gin_trgm_ops)',
    `create index content_item_created_by on content_item (site_id, split_part(created_by, ' ', 1), updated_at, id) where created_by is not null`,
  ],
  access: `(${allowsRow('content_item')} and ${allowsPublication("content_item.status = 'published'")})`,
  hasRevision: true,
  topic: 'content',
  activity: {
    resource: 'content',
    title: 'r.title',
    ignored: ['title_folded', 'written_by', 'created_by', 'content_type_id', 'fields_version'],
    actions: {
      insert: `case when r.revision > 1 then 'restored' else 'created' end`,
      update: `case when r.status = 'published' and o.status <> 'published' then 'published'
          when r.status <> 'published' and o.status = 'published' then 'unpublished' else 'updated' end`,
      delete: `case when exists (select from content_trash t where t.id = r.id) then 'trashed' else 'deleted' end`,
    },
    // A change of the type's fields is logged once, not what follows from it in each of its items.
    conditions: { update: 'r.fields_version = o.fields_version' },
  },
  usage: { content_item: '1', stored_bytes: ITEM_OCTETS },
  triggers,
  functions: [queueWebhooks, renameWithItem],
};
