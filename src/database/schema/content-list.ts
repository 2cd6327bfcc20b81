import { SEES_UNPUBLISHED, SESSION_SITE, allowsPublication, allowsRow, siteCondition } from './sql/row-security.ts';
import { titleOfItem } from './sql/activity-log.ts';
import { readOnly } from './sql/list-view.ts';
import type { TableSchema } from './sql/table-schema.ts';

/** The columns that filters of a list and the access rule read. */
const GROUP = 'site_id, type, status, access_level, required_subscriptions, collection_id';

/** One in so many changes adds up the rows of its site, at most this many. */
const COMPACTED_EVERY = 50;
const MAX_COMPACTED = 1_000;

const compactContentCount = `create function compact_content_count(site uuid) returns void language sql as $$
  with taken as (
    delete from content_count where ctid = any (array(
      select ctid from content_count where site_id = site limit ${MAX_COMPACTED} for update skip locked))
    returning *
  )
  insert into content_count (${GROUP}, items)
  select ${GROUP}, sum(items) from taken group by ${GROUP} having sum(items) <> 0
$$`;

/** A site that is being deleted takes its items along, and its counts. */
const appendContentCount = `create function append_content_count() returns trigger language plpgsql as $$
  declare
    site uuid;
  begin
    if tg_op = 'INSERT' then
      insert into content_count (${GROUP}, items) select ${GROUP}, count(*) from added group by ${GROUP};
    elsif tg_op = 'DELETE' then
      insert into content_count (${GROUP}, items)
      select ${GROUP}, -count(*) from removed where exists (select from site s where s.id = site_id) group by ${GROUP};
    else
      insert into content_count (${GROUP}, items)
      select ${GROUP}, sum(items)
      from (select ${GROUP}, 1 as items from added union all select ${GROUP}, -1 from removed) changed
      group by ${GROUP} having sum(items) <> 0;
    end if;
    if random() < 1.0 / ${COMPACTED_EVERY} then
      if tg_op = 'DELETE' then select site_id into site from removed limit 1;
      else select site_id into site from added limit 1;
      end if;
      perform compact_content_count(site);
    end if;
    return null;
  end
$$`;

/** A text with an offset is the same moment in every session, whatever its time zone: the function is immutable. */
const contentInstant = `create function content_instant(value text) returns timestamptz
  language plpgsql immutable strict as $$
  begin
    if value !~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)$' then return null; end if;
    return value::timestamptz;
  exception when others then return null;
  end
$$`;

/** The length of a text of four bytes a character that an index takes. */
const MAX_TEXT = 500;

const contentFieldValues = `create function content_field_values(item uuid, type_id uuid, fields jsonb)
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
  $$`;

const keepContentFieldValues = `create function keep_content_field_values() returns trigger language plpgsql as $$
  begin
    insert into content_field_value select * from content_field_values(new.id, new.content_type_id, new.custom_fields)
    on conflict (item_id, index_id) do update set text_value = excluded.text_value, number_value = excluded.number_value,
      instant_value = excluded.instant_value, boolean_value = excluded.boolean_value, is_cut = excluded.is_cut;
    return null;
  end
$$`;

/** Further matches of a search are listed behind these, without a rank. */
const MAX_RANKED = 5_000;

/**
 * Row-level security does not let an index search for words, as an operator might tell of rows that it hides. So the owner of
 * the table searches, in the site of the session alone. Statements join the items, whose own policies apply.
 */
const contentMatching = `create function content_matching(query tsquery) returns table (id uuid, ranked boolean)
  language sql stable security definer rows 1000 set search_path = public, pg_temp as $$
    select t.item_id, row_number() over (order by t.item_id desc) <= ${MAX_RANKED}
    from content_text t
    where t.site_id = ${SESSION_SITE}
      and t.terms @@ query
$$`;

/** What lists of content are counted, sorted and searched by, kept by the triggers of the items. */
export const contentListTables: readonly TableSchema[] = [
  {
    name: 'content_count',
    purpose: `Totals of lists of content. Each change of items appends rows with its differences, in the same transaction: the
      sum over a group is the number of its items in every snapshot, and writers do not wait for each other. Rows are added up
      by one in some changes, which skips rows that another transaction has locked.`,
    columns: `
      site_id uuid not null references site on delete cascade,
      type text not null,
      status text not null,
      access_level text not null,
      required_subscriptions text[] not null,
      collection_id uuid,
      items integer not null`,
    indexes: [
      'create index on content_count (site_id)',
    ],
    storage: 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000',
    access: `(${allowsRow('content_count')} and ${allowsPublication("content_count.status = 'published'")})`,
    functions: [compactContentCount, appendContentCount],
  },
  {
    name: 'content_field_value',
    purpose: `Values of the custom fields that are marked \`sortable\`, one row for each item of the type, also without a value.
      Those of a field that is newly marked are added by a job.`,
    columns: `
      index_id uuid not null,
      site_id uuid not null references site on delete cascade,
      item_id uuid not null references content_item on delete cascade,
      type text not null,
      text_value text collate "C",
      number_value numeric,
      instant_value timestamptz,
      boolean_value boolean,
      is_cut boolean not null,
      primary key (item_id, index_id)`,
    indexes: [
      `create index on content_field_value (index_id, text_value, item_id) where type = 'text'`,
      `create index on content_field_value (index_id, text_value desc nulls last, item_id desc) where type = 'text'`,
      `create index on content_field_value (index_id, number_value, item_id) where type = 'number'`,
      `create index on content_field_value (index_id, number_value desc nulls last, item_id desc) where type = 'number'`,
      `create index on content_field_value (index_id, instant_value, item_id) where type = 'instant'`,
      `create index on content_field_value (index_id, instant_value desc nulls last, item_id desc) where type = 'instant'`,
      `create index on content_field_value (index_id, boolean_value, item_id) where type = 'boolean'`,
      `create index on content_field_value (index_id, boolean_value desc nulls last, item_id desc) where type = 'boolean'`,
      'create index on content_field_value (index_id) where is_cut',
      'create index on content_field_value (site_id)',
      `create index content_field_value_parts on content_field_value using gin (index_id, text_value gin_trgm_ops) where type = 'text'`,
    ],
    // In a restricted scope, the values are only read with their items: see the view.
    access: 'false',
    statements: [
      // For joins with `content_list`, which has the access rule. A view for the same reason: `numeric` is not leakproof.
      `create view content_field_list as select * from content_field_value where ${siteCondition('site_id')}`,
      ...readOnly('content_field_list'),
    ],
    functions: [contentInstant, contentFieldValues, keepContentFieldValues],
  },
  {
    name: 'content_text',
    purpose: `The words of content, for the full-text search of lists. A table of its own: changes of an item that do not concern
      its words leave the index alone, and indexing again leaves the item's revision alone.`,
    columns: `
      item_id uuid primary key references content_item on delete cascade,
      site_id uuid not null references site on delete cascade,
      terms tsvector not null`,
    indexes: [
      `create index content_text_terms on content_text using gin (site_id, terms) with (gin_pending_list_limit='1024')`,
    ],
    // Through the item's own policies.
    access: 'exists (select from content_item c where c.id = content_text.item_id)',
    functions: [contentMatching],
  },
  {
    name: 'content_schedule',
    purpose: 'When content items are published and unpublished.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      item_id uuid not null references content_item on delete cascade,
      action text not null check (action in ('publish', 'unpublish')),
      at timestamptz not null,
      scheduled_by text not null,
      failed_reason text,
      unique (item_id, action)`,
    indexes: [
      'create index on content_schedule (site_id, at, id)',
      'create index on content_schedule (at) where failed_reason is null',
      'create index content_schedule_failed on content_schedule (site_id) where failed_reason is not null',
    ],
    // The policies of `content_item` apply in the condition.
    access: `(${SEES_UNPUBLISHED} and exists (select from content_item c where c.id = content_schedule.item_id))`,
    // Who sees unpublished items also sees what is scheduled for them.
    topic: 'draft',
    activity: {
      resource: 'content',
      id: 'r.item_id',
      title: titleOfItem('item_id'),
      fields: `array[r.action || '_at']`,
      ignored: ['scheduled_by', 'failed_reason'],
      actions: { insert: `'scheduled'`, update: `'scheduled'`, delete: `'unscheduled'` },
      // What is due is done, and is logged as that; with its item goes what it was scheduled for.
      conditions: { delete: `(r.at > now() or r.failed_reason is not null) and ${titleOfItem('item_id')} is not null` },
    },
  },
];
