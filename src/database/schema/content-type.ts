import type { TableSchema } from './sql/table-schema.ts';
import { webhookTrigger, WRITE_COLUMNS } from './sql/webhook-trigger.ts';

const renamedFields = `create function renamed_fields(fields jsonb, names jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(coalesce(names ->> f.key, f.key), f.value), '{}') from jsonb_each(fields) f
$$`;

/** Applies the changes in their order: a later one has the names that an earlier one gave. */
const currentFields = `create function current_fields(fields jsonb, type_id uuid, since bigint) returns jsonb
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
$$`;

const currentChanges = `create function current_changes(changes jsonb, type_id uuid, since bigint) returns jsonb
  language sql stable as $$
  select case when changes ? 'customFields'
    then changes || jsonb_build_object('customFields', current_fields(changes -> 'customFields', type_id, since))
    else changes end
$$`;

/** The write that adds an item has locked its type. */
const setFieldsVersion = `create function set_fields_version() returns trigger language plpgsql as $$
  begin
    new.fields_version := coalesce((select max(version) from content_field_change r
      where r.content_type_id = new.content_type_id), 0);
    return new;
  end
$$`;

const queueWebhooks = `create function queue_content_type_webhooks() returns trigger language plpgsql as $$
  declare type content_type; begin
    if tg_op = 'UPDATE' and to_jsonb(new) - ${WRITE_COLUMNS} is not distinct from to_jsonb(old) - ${WRITE_COLUMNS} then
      return null;
    end if;
    if tg_op = 'DELETE' then type := old; else type := new; end if;
    perform queue_webhook(type.site_id,
      case tg_op when 'INSERT' then 'content_type.created' when 'UPDATE' then 'content_type.updated'
        else 'content_type.deleted' end, type.id,
      jsonb_build_object('id', type.id, 'slug', type.slug, 'revision', type.revision));
    return null;
  end $$`;

/** Content types, and what their changes require of their items. */
export const contentTypeTables: readonly TableSchema[] = [
  {
    name: 'content_type',
    purpose: 'Content types of sites, with the definitions of their fields.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      name text not null,
      slug text not null,
      plural_name text,
      description text,
      icon text,
      fields jsonb not null,
      built_in_fields jsonb not null,
      ai_config jsonb not null,
      access_level text not null,
      status text not null check (status in ('active', 'draft', 'archived')),
      built_in boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      revision integer not null default 1,
      constraint content_type_slug unique (site_id, slug)`,
    hasRevision: true,
    topic: 'content',
    activity: { resource: 'content_type', title: 'r.name', conditions: { insert: 'not r.built_in' } },
    triggers: [webhookTrigger('content_type', 'after insert or update or delete')],
    functions: [queueWebhooks],
  },
  {
    name: 'content_field_index',
    purpose: `Custom fields that are sorted and filtered by. An index without a type is no longer kept, and a job removes its
      values.`,
    columns: `
      id uuid default gen_random_uuid() primary key,
      site_id uuid not null references site on delete cascade,
      content_type_id uuid references content_type on delete set null,
      name text not null,
      kind text not null,
      ready boolean not null`,
    indexes: [
      'create unique index on content_field_index (content_type_id, name)',
      'create index on content_field_index (site_id)',
    ],
  },
  {
    name: 'content_field_change',
    purpose: `Changes of the fields of content types that their items do not have yet, which a job removes when all items have
      them. \`names\` is a permutation of names of fields, so that no value takes the place of another. An item has the
      changes up to its \`fields_version\`; until it has all, it is read by \`current_fields\`, so that callers see no former name.`,
    columns: `
      content_type_id uuid not null references content_type on delete cascade,
      site_id uuid not null references site on delete cascade,
      version bigint not null,
      names jsonb not null,
      converted text[] not null,
      written_by text not null,
      primary key (content_type_id, version)`,
    indexes: [
      'create index on content_field_change (site_id)',
    ],
    functions: [renamedFields, currentFields, currentChanges, setFieldsVersion],
  },
];
