import { titleOfItem } from './sql/activity-log.ts';
import { SEES_UNPUBLISHED, allowsRow } from './sql/row-security.ts';
import type { TableSchema } from './sql/table-schema.ts';
import { octets } from './sql/usage-count.ts';

/**
 * With `offset 0` the condition looks at one item at a time: the planner may otherwise read all items before. The policies of
 * `content_item` apply in it.
 */
const ALLOWS_ITEM = 'exists (select from content_item c where c.id = content_draft.id offset 0)';

/**
 * A statement that waits for the lock of an item goes on with the item as it is then, but sees other tables as they were when the
 * statement began. The query of this function sees the draft that is committed when it runs.
 */
const currentDrafts = `create function current_drafts(of_item uuid) returns setof content_draft
  language plpgsql volatile rows 1 as $$
    begin
      return query select * from content_draft where id = of_item;
    end
  $$`;

const ASSET_USES = 'Keeps which files the draft uses, by the id in a custom field or by the URL in any text (`draft_asset_use`).';

/** Drafts of items, and what shows them. */
export const contentDraftTables: readonly TableSchema[] = [
  {
    name: 'content_draft',
    purpose: `Changes of content items that are not live yet: one draft for an item, under its id. The access level is that of the
      item with its draft; a scope has a draft only if it also has the item as it is.`,
    columns: `
      id uuid primary key references content_item on delete cascade,
      site_id uuid not null references site on delete cascade,
      access_level text not null,
      required_subscriptions text[] not null,
      item_revision integer not null,
      revision integer not null,
      changes jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      written_by text not null`,
    indexes: [
      'create index on content_draft (site_id)',
    ],
    access: `(${SEES_UNPUBLISHED} and ${allowsRow('content_draft')} and ${ALLOWS_ITEM})`,
    topic: 'draft',
    activity: {
      resource: 'content',
      title: titleOfItem('id'),
      fields: 'array(select jsonb_object_keys(r.changes))',
      ignored: ['access_level', 'required_subscriptions', 'item_revision', 'written_by'],
      actions: { insert: `'drafted'`, update: `'drafted'`, delete: `'discarded'` },
      // An item that is restored has its draft again. A change of the type's fields is logged once. A draft that is published is logged
      // by what it changes in its item, with which it otherwise goes.
      conditions: {
        insert: 'r.created_at = now()',
        update: 'r.updated_at <> o.updated_at',
        delete: `${titleOfItem('id')} is not null and (r.changes = '{}'
            or current_setting('lectern.published_draft', true) is distinct from r.id::text)`,
      },
    },
    usage: { stored_bytes: octets(['r.changes::text']) },
    triggers: [
      {
        name: 'draft_asset_uses_insert',
        when: 'after insert',
        purpose: ASSET_USES,
        sql: 'for each row execute function keep_draft_asset_uses()',
      },
      {
        name: 'draft_asset_uses_update',
        when: 'after update of changes',
        purpose: ASSET_USES,
        sql: 'for each row when (old.changes is distinct from new.changes) execute function keep_draft_asset_uses()',
      },
    ],
    functions: [currentDrafts],
  },
  {
    name: 'preview_token',
    purpose: `Tokens that show unpublished content for some time. They end with their item, with the key that made them and with
      its member. \`maker_id\` is the user who made one, also an installation admin who is no member.`,
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      item_id uuid references content_item on delete cascade,
      hash text not null unique,
      api_key_id uuid references api_key on delete cascade,
      user_id uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      maker_id uuid references app_user on delete cascade,
      foreign key (site_id, user_id) references site_member (site_id, user_id) on delete cascade`,
    indexes: [
      'create index on preview_token (site_id, expires_at)',
      'create index on preview_token (expires_at)',
      'create index on preview_token (item_id)',
      'create index on preview_token (api_key_id)',
      'create index on preview_token (site_id, user_id)',
      'create index on preview_token (maker_id) where maker_id is not null',
    ],
    activity: {
      resource: 'preview_token',
      title: titleOfItem('item_id'),
      actions: { delete: `'revoked'` },
      // Tokens end by their time, with their item and with their member.
      conditions: {
        delete: `r.expires_at > now() and (r.item_id is null or ${titleOfItem('item_id')} is not null)
        and (r.user_id is null or exists (select from site_member m where m.site_id = r.site_id and m.user_id = r.user_id))`,
      },
    },
  },
];
