import type { ScopeTransaction } from '../../../database/database.ts';
import type { ExpectedRevision } from '../../../database/revision.ts';
import { Where } from '../../../database/where.ts';
import { assertBelowLimit } from '../../../database/writes.ts';
import { Checks } from '../../../shared/checks.ts';
import { badRequest } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../../database/pagination.ts';
import { assertPreviewScope } from '../../../access/access.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { JobService } from '../../job/job.service.ts';
import { findItem } from '../write/find-item.ts';
import { withWriters, loadWriter } from '../history/writer.rows.ts';
import { ContentScheduleEntity } from './content-schedule.entity.ts';
import { enqueueJobs, scheduleJob } from './schedule.jobs.ts';
import {
  PUT_SCHEDULE,
  REMOVE_SCHEDULE,
  type ScheduleRow,
  readSchedules,
  scheduleColumns,
  scheduledItems,
} from './schedule.rows.ts';
import type { ContentSchedule, ScheduleContentInput, ScheduledContent } from './schedule.types.ts';

export const SCHEDULE_PAGES = { default: 50, max: 100 };

const MAX_SCHEDULED = 10_000;
const MAX_YEARS = 5;
const EARLIEST_FIRST: Sort = { expression: scheduleColumns.at, direction: 'asc', type: 'timestamptz', nullable: false };

/** Schedules when content items are published and unpublished. See decision 129. */
export class ScheduleService {
  private readonly jobs: JobService;

  constructor(jobs: JobService) {
    this.jobs = jobs;
  }

  /** @throws ServiceError 404; 412 if the item has another revision than expected; 400 for times that are not possible */
  async schedule(
    viewer: Viewer,
    id: string,
    input: ScheduleContentInput,
    expected: ExpectedRevision,
  ): Promise<ContentSchedule> {
    checkTimes(input);
    const rows = await viewer.unrestricted('write').write((tx) => this.write(tx, id, input, { expected, viewer }));
    viewer.forget();
    return toSchedule(viewer, id, rows);
  }

  /** Lists what is scheduled of the items that the viewer could read. @throws ServiceError 403 without the scope preview */
  async list(
    viewer: Viewer,
    { from, to, failed }: { from: Date | null; to: Date | null; failed: boolean },
    page: PageRequest,
  ): Promise<Page<ScheduledContent>> {
    assertPreviewScope(viewer);
    const where = new Where()
      .equal(scheduleColumns.siteId, viewer.scope.siteId)
      .whenPresent(from, (n) => `${scheduleColumns.at} >= ${n}`)
      .whenPresent(to, (n) => `${scheduleColumns.at} < ${n}`);
    if (failed) where.and(() => `${scheduleColumns.failedReason} is not null`);
    const actions = await readPage(viewer.scope, page, {
      table: scheduledItems,
      where,
      sort: EARLIEST_FIRST,
      sizes: SCHEDULE_PAGES,
      toItem: (row) => row,
      sortValue: ({ at }) => at,
    });
    return withWriters(viewer, 'scheduledBy', actions);
  }

  private async write(
    tx: ScopeTransaction,
    id: string,
    input: ScheduleContentInput,
    { expected, viewer }: { expected: ExpectedRevision; viewer: Viewer },
  ): Promise<ScheduleRow[]> {
    await tx.lock('content schedule');
    const item = await findItem(tx, id, { expected, isLocked: true });
    const actions = [
      { action: 'publish', at: input.publishAt },
      { action: 'unpublish', at: input.unpublishAt },
    ] as const;
    for (const { action, at } of actions) {
      if (at === null) await tx.rows(REMOVE_SCHEDULE, [tx.siteId, item.id, action]);
      if (!at) continue;
      const put = await tx.row(PUT_SCHEDULE, [newId(), tx.siteId, item.id, action, at, viewer.actor]);
      // It is there already.
      if (put?.isNew) await assertBelowLimit(tx, ContentScheduleEntity, MAX_SCHEDULED + 1, 'scheduled changes');
    }
    const rows = await readSchedules(tx, [item.id]);
    if (rows.length === 2 && rows.at(-1)?.action !== 'unpublish') throw unpublishedTooEarly();
    await this.jobs.withdraw(tx, scheduleJob(item.id));
    await enqueueJobs(this.jobs, tx, [item.id]);
    return rows;
  }
}

/** Loads the schedules of items; null where there is none, and for viewers that see published content only. */
export async function scheduleByItem(viewer: Viewer, ids: readonly string[]): Promise<(ContentSchedule | null)[]> {
  if (!viewer.hasPreviewScope) return ids.map(() => null);
  const rows = await readSchedules(viewer.scope, ids);
  return Promise.all(
    ids.map(async (id) => {
      const own = rows.filter(({ itemId }) => itemId === id);
      return own.length === 0 ? null : toSchedule(viewer, id, own);
    }),
  );
}

async function toSchedule(viewer: Viewer, id: string, rows: readonly ScheduleRow[]): Promise<ContentSchedule> {
  const findTime = (name: string) => rows.find(({ action }) => action === name)?.at ?? null;
  return {
    id,
    publishAt: findTime('publish'),
    unpublishAt: findTime('unpublish'),
    scheduledBy: await loadWriter(viewer, rows.at(-1)?.scheduledBy ?? null),
    failedReason: rows.find(({ failedReason }) => failedReason !== null)?.failedReason ?? null,
  };
}

function checkTimes(input: ScheduleContentInput): void {
  const checks = new Checks();
  const now = new Date();
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + MAX_YEARS);
  for (const name of ['publishAt', 'unpublishAt'] as const) {
    const time = input[name];
    if (time && time <= now) checks.report(name, 'must be in the future');
    if (time && time > latest) checks.report(name, `must be at most ${MAX_YEARS} years ahead`);
  }
  checks.throwIfInvalid();
  const { publishAt, unpublishAt } = input;
  if (publishAt && unpublishAt && unpublishAt <= publishAt) throw unpublishedTooEarly();
}

function unpublishedTooEarly(): Error {
  return badRequest('unpublishAt', 'unpublishAt must be after publishAt');
}
