import type { Scope, ScopeTransaction } from '../../../database/database.ts';
import { storedProperties } from '../../../database/stored-values.ts';
import { table } from '../../../database/table.ts';
import { repeatInBatches } from '../../../database/writes.ts';
import { ContentItemEntity, type ContentItemEntityRow, type JsonObject } from '../content.entity.ts';
import type { NewItem } from '../write/item-statements.ts';
import { RENAME_TRASHED_FIELDS } from '../current-fields.rows.ts';
import { TrashedContentEntity } from './trashed-content.entity.ts';

const REMOVED_AT_ONCE = 1_000;

/**
 * Common table expressions that put the items of `item` (columns `id` and `item`, the row as JSON) into the trash, unless the site
 * has none or `permanently` is true. Without it, a trigger removes their versions.
 * @param place of the site, of who deletes, and of whether permanently
 */
export function trashItemsSql(place: { site: string; actor: string; permanently: string }): string {
  const days = `(select s.trash_days from site s where s.id = ${place.site} and not ${place.permanently}::boolean)`;
  return `retention as (select ${days} as days),
    trashed as (insert into content_trash (id, site_id, type, title, language, access_level, required_subscriptions,
        deleted_at, deleted_by, expires_at, item, draft)
      select i.id, i.site_id, i.type, i.title, i.language, i.access_level, i.required_subscriptions,
        now(), ${place.actor}, now() + make_interval(days => retention.days), item.item,
        (select to_jsonb(d) from current_drafts(i.id) d)
      from item, retention, jsonb_populate_record(null::content_item, item.item) i where retention.days > 0)`;
}

export const trashedItems = table(TrashedContentEntity, 't', {
  omit: ['siteId', 'accessLevel', 'requiredSubscriptions', 'item', 'draft'],
});
export const trashColumns = trashedItems.c;

const DELETE_RETURNING = table(TrashedContentEntity, 't', { only: ['item', 'draft'] }).statement(
  (columns) =>
    `delete from content_trash t where ${trashColumns.siteId} = $1 and ${trashColumns.id} = $2 returning ${columns}`,
);

const PROPERTIES = storedProperties<ContentItemEntityRow>(ContentItemEntity);

/** Removes an item from the trash and returns it with the row of its draft. Null if the item was not there. */
export async function takeFromTrash(
  tx: ScopeTransaction,
  id: string,
): Promise<{ stored: NewItem; draft: JsonObject | null } | null> {
  await tx.rows(RENAME_TRASHED_FIELDS, [tx.siteId, id]);
  const row = await tx.row(DELETE_RETURNING, [tx.siteId, id]);
  return row && { stored: toItem(row.item), draft: row.draft };
}

/** $1 the draft, $2 the revision of the restored item. One that was not changed after its draft was begun has a revision more now. */
export const PUT_DRAFT_BACK = `insert into content_draft
  select d.* from jsonb_populate_record(null::content_draft,
    $1::jsonb || jsonb_build_object('item_revision', ($1::jsonb ->> 'item_revision')::int
      + case when ($1::jsonb ->> 'item_revision')::int = $2::int - 1 then 1 else 0 end)) d`;

function toItem(columns: JsonObject): NewItem {
  return Object.fromEntries(
    PROPERTIES.map(({ property, column }) => [property, columns[column]]),
  ) as unknown as NewItem;
}

/** Deletes the versions of the items in `item`. */
const DELETE_VERSIONS = 'delete from content_version v using item where v.item_id = item.id';
/** Removes an item from the trash, with its versions. */
export const REMOVE_TRASHED = `with item as (delete from content_trash t where t.site_id = $1 and t.id = $2 returning t.id),
  forgotten as (${DELETE_VERSIONS})
  select id from item`;

/** Records the files that still exist: an item is restored without those that were deleted meanwhile. */
export const USE_FILES = `insert into asset_use (site_id, asset_id, item_id)
  select $1, a.id, $2 from asset a where a.site_id = $1 and a.id = any($3::uuid[]) and a.status = 'live' for key share
  on conflict do nothing`;

/** Removes the expired items of all sites from the trash. */
export function removeExpired(system: Scope): Promise<void> {
  return repeatInBatches(REMOVED_AT_ONCE, () =>
    system.rows(
      `with item as (delete from content_trash where id in (
          select id from content_trash where expires_at <= now() order by expires_at limit ${REMOVED_AT_ONCE}) returning id),
        forgotten as (${DELETE_VERSIONS})
       select id from item`,
    ),
  );
}
