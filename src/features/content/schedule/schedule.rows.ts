import type { Scope, SiteRows } from '../../../database/database.ts';
import { type TableRow, type Statement, table } from '../../../database/table.ts';
import { repeatInBatches } from '../../../database/writes.ts';
import type { JobDelivery } from '../../../ports/job-queue.ts';
import { enqueueStatement } from '../../job/job.rows.ts';
import { ContentItemEntity } from '../content.entity.ts';
import { ContentScheduleEntity } from './content-schedule.entity.ts';

/** Jobs are queued this long ahead at most, so that what is planned for later does not make the queue longer. */
const QUEUED_AHEAD = '2 hours';
const QUEUED_AT_ONCE = 1_000;

const schedules = table(ContentScheduleEntity, 's', {
  only: ['id', 'itemId', 'action', 'at', 'scheduledBy', 'failedReason'],
});
const { c } = schedules;
export type ScheduleRow = TableRow<typeof schedules>;

const FIND_BY_ITEMS = schedules.select(`where ${c.siteId} = $1 and ${c.itemId} = any($2::uuid[]) order by ${c.at}`);

/** Reads the scheduled actions of items in the order of time. */
export function readSchedules(rows: SiteRows, itemIds: readonly string[]): Promise<ScheduleRow[]> {
  return rows.rows(FIND_BY_ITEMS, [rows.siteId, itemIds]);
}

const items = table(ContentItemEntity, 'c');
/** The table of scheduled actions with the items that the viewer can read. */
export const scheduledItems = table(ContentScheduleEntity, 's', {
  only: ['id', 'action', 'at', 'scheduledBy', 'failedReason'],
  add: { contentId: c.itemId, type: items.c.type, title: items.c.title, language: items.c.language },
  join: `join ${items.name} on ${items.c.id} = ${c.itemId}`,
});
export const scheduleColumns = c;

/** The condition that an action of the item in a row could not be done. */
export function scheduleFailedSql(row: string, siteId: string): string {
  return `${row}.id in (select f.item_id from content_schedule f where f.site_id = ${siteId} and f.failed_reason is not null)`;
}

/** `isNew`: the action was not scheduled before. */
export const PUT_SCHEDULE = `insert into content_schedule (id, site_id, item_id, action, at, scheduled_by)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (item_id, action) do update
    set at = excluded.at, scheduled_by = excluded.scheduled_by, failed_reason = null
  returning xmax = 0 as "isNew"` as Statement<{ isNew: boolean }>;
export const REMOVE_SCHEDULE = 'delete from content_schedule where site_id = $1 and item_id = $2 and action = $3';

/** Selects the earliest action of an item that is due. */
const NEXT_DUE = `select d.id from content_schedule d
  where d.site_id = $1 and d.item_id = $2 and d.at <= now() and d.failed_reason is null order by d.at limit 1`;

/** Removes and returns the earliest action of an item that is due. */
export const TAKE_DUE = schedules.statement(
  (columns) => `delete from content_schedule s where ${c.id} = (${NEXT_DUE}) returning ${columns}`,
);

/** Stores why the earliest action of an item that is due could not be done. */
export const FAIL_DUE = `update content_schedule s set failed_reason = $3 where s.id = (${NEXT_DUE})`;

/** Selects the earliest action of each item that is due. The items are locked, so that no other write changes their schedules. */
export const NEXT_DUE_BY_ITEM = schedules.statement(
  (columns) => `select distinct on (s.item_id) ${columns} from content_schedule s
    where s.site_id = $1 and s.item_id = any($2::uuid[]) and s.at <= now() and s.failed_reason is null
    order by s.item_id, s.at`,
);

/** Removes the actions $2 that were done, and stores the reasons $4 why others, $3, could not be. */
export const END_SCHEDULES = `with failed as (
    update content_schedule s set failed_reason = r.reason from unnest($3::uuid[], $4::text[]) as r (id, reason)
    where s.site_id = $1 and s.id = r.id)
  delete from content_schedule s where s.site_id = $1 and s.id = any($2::uuid[])`;

/** A job for each item with an action that is due or soon will be, at the time of the first one. */
const selectJobs = (which: string, end = '') =>
  enqueueStatement(`select gen_random_uuid(), s.site_id, s.site_id, 'apply-content-schedule', s.item_id::text, '{}',
    'queued', 0, min(s.at), now()
  from content_schedule s
  where s.failed_reason is null and s.at <= now() + interval '${QUEUED_AHEAD}' and ${which}
  group by s.site_id, s.item_id ${end}`);

/** Queues the jobs for the next actions of items, unless they are so far ahead that maintenance queues them later. */
export const ENQUEUE_BY_ITEMS = selectJobs('s.site_id = $1 and s.item_id = any($2::uuid[])');
const ENQUEUE_SOON = selectJobs(
  `not exists (select from job j where j.status = 'queued' and j.kind = 'apply-content-schedule'
    and j.key = s.item_id::text)`,
  `order by min(s.at) limit ${QUEUED_AT_ONCE}`,
);

/** Queues a job for each item with an action that is due or soon will be, of all sites. */
export function enqueueDueSchedules(system: Scope, dispatch: (jobs: readonly JobDelivery[]) => void): Promise<void> {
  return repeatInBatches(QUEUED_AT_ONCE, async () => {
    const deliveries = await system.write((tx) => tx.rows(ENQUEUE_SOON));
    dispatch(deliveries);
    return deliveries;
  });
}
