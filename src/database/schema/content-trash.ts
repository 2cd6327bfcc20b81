import { ACTOR } from './sql/activity-log.ts';
import { SEES_UNPUBLISHED, allowsRow } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';
import { octets } from './sql/usage-count.ts';

const TEXT_COLUMNS = ['title', 'content', 'excerpt'];
const JSON_COLUMNS = ['custom_fields', 'metadata', 'video_metadata', 'document_metadata', 'course_metadata'];

export const ITEM_OCTETS = octets([
  ...TEXT_COLUMNS.map((column) => `r.${column}`),
  ...JSON_COLUMNS.map((column) => `r.${column}::text`),
]);

/** The same number as of the item, so that moving an item to the trash and back changes nothing. */
const TRASHED_OCTETS = octets([
  ...TEXT_COLUMNS.map((column) => `(r.item ->> '${column}')`),
  ...JSON_COLUMNS.map((column) => `nullif(r.item -> '${column}', 'null')::text`),
  `(r.draft -> 'changes')::text`,
]);

const logActivity = `create function log_content_trash_activity() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
  begin
    insert into activity (site_id, actor, actor_name, action, resource_type, resource_id, title, fields, count)
      select old.site_id, w.actor, w.name, 'deleted', 'content', old.id, left(old.title, 200), '{}', 1
      from ${ACTOR}
      where exists (select from site s where s.id = old.site_id)
        and not exists (select from content_item c where c.id = old.id);
    return null;
  end
$$`;

export const contentTrash: TableSchema = {
  name: 'content_trash',
  purpose: `Deleted content items as they were, until they expire. Not a mark at the item: every statement on items would have to
    leave out the marked ones, and their slugs and external ids would stay taken.`,
  columns: `
    id uuid primary key,
    site_id uuid not null references site on delete cascade,
    type text not null,
    title text not null,
    language text not null,
    access_level text not null,
    required_subscriptions text[] not null,
    deleted_at timestamptz not null,
    deleted_by text,
    expires_at timestamptz not null,
    item jsonb not null,
    draft jsonb`,
  indexes: [
    'create index on content_trash (site_id, deleted_at, id)',
    'create index on content_trash (expires_at)',
    'create index on content_trash (site_id, id)',
  ],
  access: `(${SEES_UNPUBLISHED} and ${allowsRow('content_trash')})`,
  usage: { stored_bytes: TRASHED_OCTETS },
  triggers: [
    {
      name: 'log_content_trash_activity',
      when: 'after delete',
      purpose: `Logs items that are deleted for good (\`activity\`). What leaves the trash is restored or removed, which only shows
        when the transaction ends.`,
      sql: 'deferrable initially deferred for each row execute function log_content_trash_activity()',
    },
  ],
  functions: [logActivity],
};
