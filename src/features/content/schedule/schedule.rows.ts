import type { Scope, ScopeTransaction, SiteRows } from '../../../database/database.ts';
import { type RowOf, table } from '../../../database/table.ts';
import { untilFewer } from '../../../database/writes.ts';
import { newId } from '../../../shared/ids.ts';
import type { JobDelivery } from '../../../ports/job-queue.ts';
import { enqueueing } from '../../job/job.rows.ts';
import { ContentItemEntity } from '../content.entity.ts';
import { ContentScheduleEntity, type ScheduledAction } from './content-schedule.entity.ts';

/** Jobs are queued this long ahead at most, so that what is planned for later does not make the queue longer. */
const QUEUED_AHEAD = '2 hours';
const QUEUED_AT_ONCE = 1_000;

const schedules = table(ContentScheduleEntity, 's', {
  only: ['id', 'itemId', 'action', 'at', 'scheduledBy', 'failedReason'],
});
const { c } = schedules;
export type ScheduleRow = RowOf<typeof schedules>;

const BY_ITEMS = schedules.select(`where ${c.siteId} = $1 and ${c.itemId} = any($2::uuid[]) order by ${c.at}`);

/** In the order of time. */
export function readSchedules(rows: SiteRows, itemIds: readonly string[]): Promise<ScheduleRow[]> {
  return rows.rows(BY_ITEMS, [rows.siteId, itemIds]);
}

const items = table(ContentItemEntity, 'c');
/** Those of items that the viewer can read. */
export const scheduled = table(ContentScheduleEntity, 's', {
  only: ['id', 'action', 'at', 'scheduledBy', 'failedReason'],
  add: { contentId: c.itemId, type: items.c.type, title: items.c.title, language: items.c.language },
  join: `join ${items.name} on ${items.c.id} = ${c.itemId}`,
});
export const schedule = c;

const PUT = `insert into content_schedule (id, site_id, item_id, action, at, scheduled_by)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (item_id, action) do update
    set at = excluded.at, scheduled_by = excluded.scheduled_by, failed_reason = null
  returning xmax = 0 as "isNew"`;

/** Returns whether the action was not scheduled before. */
export async function putSchedule(
  tx: ScopeTransaction,
  { itemId, action, at, actor }: { itemId: string; action: ScheduledAction; at: Date; actor: string },
): Promise<boolean> {
  const [row] = await tx.rows<{ isNew: boolean }>(PUT, [newId(), tx.siteId, itemId, action, at, actor]);
  return row?.isNew === true;
}

export async function removeSchedule(tx: ScopeTransaction, itemId: string, action: ScheduledAction): Promise<void> {
  await tx.rows('delete from content_schedule where site_id = $1 and item_id = $2 and action = $3', [
    tx.siteId,
    itemId,
    action,
  ]);
}

/** Of an item, the earliest action that is due. */
const NEXT_DUE = `select d.id from content_schedule d
  where d.site_id = $1 and d.item_id = $2 and d.at <= now() and d.failed_reason is null order by d.at limit 1`;

const TAKE_DUE = schedules.statement(
  (columns) => `delete from content_schedule s where ${c.id} = (${NEXT_DUE}) returning ${columns}`,
);

/** The earliest action of an item that is due, which is not scheduled any more. Null if none is due. */
export function takeDue(tx: ScopeTransaction, itemId: string): Promise<ScheduleRow | null> {
  return tx.row(TAKE_DUE, [tx.siteId, itemId]);
}

/** Keeps why the earliest action of an item that is due could not be done. */
export async function failDue(scope: Scope, itemId: string, reason: string): Promise<void> {
  await scope.change(`update content_schedule s set failed_reason = $3 where s.id = (${NEXT_DUE})`, [
    scope.siteId,
    itemId,
    reason,
  ]);
}

/** Of each item, the earliest action that is due. The items are locked, so that no other write changes their schedules. */
const DUE_OF_EACH = schedules.statement(
  (columns) => `select distinct on (s.item_id) ${columns} from content_schedule s
    where s.site_id = $1 and s.item_id = any($2::uuid[]) and s.at <= now() and s.failed_reason is null
    order by s.item_id, s.at`,
);

export function readDueOfEach(tx: ScopeTransaction, itemIds: readonly string[]): Promise<ScheduleRow[]> {
  return tx.rows(DUE_OF_EACH, [tx.siteId, itemIds]);
}

/** Removes the actions that were done, and keeps why others could not be. */
export async function endSchedules(
  tx: ScopeTransaction,
  done: readonly ScheduleRow[],
  failed: readonly { row: ScheduleRow; reason: string }[],
): Promise<void> {
  const idOf = ({ id }: ScheduleRow): string => id;
  await tx.rows(
    `with failed as (
       update content_schedule s set failed_reason = r.reason from unnest($3::uuid[], $4::text[]) as r (id, reason)
       where s.site_id = $1 and s.id = r.id)
     delete from content_schedule s where s.site_id = $1 and s.id = any($2::uuid[])`,
    [tx.siteId, done.map(idOf), failed.map(({ row }) => idOf(row)), failed.map(({ reason }) => reason)],
  );
}

/** A job for each item with an action that is due or soon will be, at the time of the first one. */
const jobsFor = (which: string, end = '') =>
  enqueueing(`select gen_random_uuid(), s.site_id, s.site_id, 'apply-content-schedule', s.item_id::text, '{}',
    'queued', 0, min(s.at), now()
  from content_schedule s
  where s.failed_reason is null and s.at <= now() + interval '${QUEUED_AHEAD}' and ${which}
  group by s.site_id, s.item_id ${end}`);

const ENQUEUE_OF_ITEMS = jobsFor('s.site_id = $1 and s.item_id = any($2::uuid[])');
const ENQUEUE_SOON = jobsFor(
  `not exists (select from job j where j.status = 'queued' and j.kind = 'apply-content-schedule'
    and j.key = s.item_id::text)`,
  `order by min(s.at) limit ${QUEUED_AT_ONCE}`,
);

/** Queues the jobs for the next actions of items, unless they are so far ahead that maintenance queues them later. */
export function enqueueNext(tx: ScopeTransaction, itemIds: readonly string[]): Promise<JobDelivery[]> {
  return tx.rows(ENQUEUE_OF_ITEMS, [tx.siteId, itemIds]);
}

/** Queues a job for each item with an action that is due or soon will be, of all sites. */
export function enqueueSoon(system: Scope, dispatch: (jobs: readonly JobDelivery[]) => void): Promise<void> {
  return untilFewer(QUEUED_AT_ONCE, async () => {
    const queued = await system.write((tx) => tx.rows(ENQUEUE_SOON));
    dispatch(queued);
    return queued;
  });
}
