import type { Scope } from '../../../database/database.ts';
import type { Statement } from '../../../database/table.ts';
import { repeatInBatches } from '../../../database/writes.ts';
import { NO_ID } from '../../../shared/ids.ts';
import { MAX_CURSOR_DAYS } from './change-cursor.ts';

const REMOVED_AT_ONCE = 1_000;
const ADDED_AT_ONCE = 5_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** The highest bigint. */
const LAST_TRANSACTION = '9223372036854775807';

/** The feed of a site, as of a snapshot. */
export interface Feed {
  /** The id of the feed; null before the first reading. */
  feed: string | null;
  /** Tells whether its numbers of transactions are those of this database. */
  isCurrent: boolean;
  /** The oldest transaction that is still open: later ones may still commit before it. */
  horizon: string;
  now: number;
}

export interface ChangeRow {
  changeId: string;
  type: string;
  position: string;
  changedAt: string;
  isNew: boolean;
  /** The revision of the item; null if it is deleted, or hidden from the caller. */
  revision: number | null;
}

/** A position in the order of a feed: behind the change of an item by a transaction. */
export interface FeedPosition {
  position: string;
  id: string;
}

export type FeedRow = Feed & (ChangeRow | { [K in keyof ChangeRow]: null });

/** The row with this number after a place, and the one after it, also if the caller may not see them. */
function selectBound(prefix: 'public_' | ''): Statement<FeedPosition> {
  return `select k.${prefix}changed_in::text as position, k.item_id as id
    from content_change k
    where k.site_id = $1 and (k.${prefix}changed_in, k.item_id) > ($2::bigint, $3::uuid)
      and k.${prefix}changed_in < (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
    order by k.${prefix}changed_in, k.item_id offset $4::int - 1 limit 2` as Statement<FeedPosition>;
}

const BOUND = { all: selectBound(''), published: selectBound('public_') };

/**
 * The end of so many rows after a place; null if there are no more. The access rule hides rows after PostgreSQL has read them, so
 * that a limit does not bound what is read for a caller who sees few of many.
 */
export async function readBound(
  unrestricted: Scope,
  visibility: keyof typeof BOUND,
  { position, id }: FeedPosition,
  count: number,
): Promise<FeedPosition | null> {
  const [last, next] = await unrestricted.rows(BOUND[visibility], [unrestricted.siteId, position, id, count]);
  return last && next ? middlePosition(last, next) : null;
}

/** Cursors show the position, so it does not name an item that may be hidden. */
function middlePosition(last: FeedPosition, next: FeedPosition): FeedPosition {
  if (last.position !== next.position) return { position: last.position, id: LAST_ID };
  const length = [...last.id].findIndex((digit, at) => digit !== next.id[at]) + 1;
  return { position: last.position, id: last.id.slice(0, length) + LAST_ID.slice(length) };
}

/**
 * Changes after a position, and the feed with each; without changes one row with the feed alone. Items are those that the
 * scope shows.
 */
function selectChanges(prefix: 'public_' | ''): Statement<FeedRow> {
  return `with horizon as materialized (
      select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction, content_feed_basis() as basis,
        floor(extract(epoch from now()))::float8 as now),
    changes as materialized (
      select k.item_id, k.type, k.${prefix}changed_in as position, k.${prefix}changed_at as changed_at,
        k.${prefix}created_in >= $2::bigint as is_new
      from content_change k
      where k.site_id = $1 and (k.${prefix}changed_in, k.item_id) > ($2::bigint, $3::uuid)
        and k.${prefix}changed_in < (select transaction from horizon)
        and (k.${prefix}changed_in, k.item_id) <= ($5::bigint, $6::uuid)
      order by k.${prefix}changed_in, k.item_id limit $4)
    select f.id as feed, f.basis = h.basis as "isCurrent", h.transaction::text as horizon, h.now,
      k.item_id as "changeId", k.type, k.position::text as position, k.changed_at as "changedAt", k.is_new as "isNew",
      c.revision
    from horizon h left join content_feed f on f.site_id = $1 left join changes k on true
      left join content_item c on c.id = k.item_id and c.site_id = $1
    order by k.position, k.item_id` as Statement<FeedRow>;
}

const SELECT_CHANGES = { all: selectChanges(''), published: selectChanges('public_') };

/** @param visibility which changes the caller may see: all, or only those of items that were published */
export function readChanges(
  scope: Scope,
  visibility: keyof typeof SELECT_CHANGES,
  { after, bound, limit }: { after: FeedPosition; bound: FeedPosition | null; limit: number },
): Promise<FeedRow[]> {
  const end = bound ?? { position: LAST_TRANSACTION, id: LAST_ID };
  return scope.rows(SELECT_CHANGES[visibility], [scope.siteId, after.position, after.id, limit, end.position, end.id]);
}

const HEAD = `select coalesce((select k.changed_in from content_change k where k.site_id = $1
    and k.changed_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
  order by k.changed_in desc, k.item_id desc limit 1), 0)::text as head` as Statement<{ head: string }>;

/** The transaction of the latest change that is in the feed of the site by now, for any caller. */
export async function readHead(scope: Scope): Promise<string> {
  return (await scope.row(HEAD, [scope.siteId]))?.head ?? '0';
}

const BEGIN = `insert into content_feed as f (site_id, id, basis) values ($1, gen_random_uuid(), content_feed_basis())
  on conflict (site_id) do update set id = excluded.id, basis = excluded.basis where f.basis <> excluded.basis
  returning id`;

type Place = Record<'createdAt' | 'id', string>;
const FIRST: Place = { createdAt: '-infinity', id: NO_ID };

/** Rows for the next items after a place. Returns the place of the last one. */
const ADD_OLDER_ITEMS = `with page as materialized (
    select c.id, c.site_id, c.type, c.access_level, c.created_at, c.updated_at, c.status = 'published' as is_published
    from content_item c where c.site_id = $1 and (c.created_at, c.id) > ($2::timestamptz, $3::uuid)
    order by c.created_at, c.id limit $4),
  added as (
    insert into content_change (item_id, site_id, type, is_published, levels, created_in, changed_in,
      changed_at, public_levels, public_created_in, public_changed_in, public_changed_at)
    select p.id, p.site_id, p.type, p.is_published, array[p.access_level], 0, 0, p.updated_at,
      case when p.is_published then array[p.access_level] else '{}' end, case when p.is_published then 0 end,
      case when p.is_published then 0 end, case when p.is_published then p.updated_at end
    from page p where not exists (select from content_change k where k.item_id = p.id) on conflict do nothing)
  select p.created_at::text as "createdAt", p.id from page p
  order by p.created_at desc, p.id desc limit 1` as Statement<Place>;

/** Sets restored rows to the beginning: their transactions were those of another database, and would only be reached later. */
const RENUMBER = `update content_change set created_in = 0, changed_in = 0,
    public_created_in = case when public_created_in is not null then 0 end,
    public_changed_in = case when public_changed_in is not null then 0 end
  where item_id in (select item_id from content_change
    where site_id = $1 and changed_in >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint limit $2)
  returning item_id`;

/**
 * Begins the feed of a site, or another one after a restore. Earlier cursors are then of another feed. Rows are written in many
 * transactions: of a site with a million items the first calls may reach their deadline, and the next one goes on from there.
 */
export async function beginFeed(scope: Scope, batchSize = ADDED_AT_ONCE): Promise<void> {
  for (let place: Place | null = FIRST; place;) {
    const last: Place[] = await scope.change(ADD_OLDER_ITEMS, [scope.siteId, place.createdAt, place.id, batchSize]);
    place = last[0] ?? null;
  }
  let renumbered: number;
  do {
    renumbered = (await scope.change(RENUMBER, [scope.siteId, batchSize])).length;
  } while (renumbered > 0);
  await scope.change(BEGIN, [scope.siteId]);
}

const REMOVE_OLD = `delete from content_change where item_id in (
    select item_id from content_change where deleted_at < now() - make_interval(days => ${MAX_CURSOR_DAYS + 1})
    order by deleted_at limit ${REMOVED_AT_ONCE})
  returning item_id`;

/** Removes deletions of all sites that no accepted cursor is before. */
export function removeOldDeletions(system: Scope): Promise<void> {
  return repeatInBatches(REMOVED_AT_ONCE, () => system.rows(REMOVE_OLD));
}
