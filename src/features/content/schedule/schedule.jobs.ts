import type { Database, ScopeTransaction } from '../../../database/database.ts';
import { retryOnConflict } from '../../../database/writes.ts';
import { badRequest, toCallerError } from '../../../shared/errors.ts';
import type { JobHandler } from '../../job/job-handler.ts';
import { type JobRequest, type JobService, jobScope } from '../../job/job.service.ts';
import { type StoredItem, readItem } from '../write/item-statements.ts';
import { type StatusChange, changeStatuses, lockItems } from '../write/change-statuses.ts';
import { writeLocked } from '../write/write-item.ts';
import {
  NEXT_DUE_BY_ITEM,
  END_SCHEDULES,
  ENQUEUE_BY_ITEMS,
  FAIL_DUE,
  type ScheduleRow,
  TAKE_DUE,
} from './schedule.rows.ts';

export function scheduleJob(itemId: string): JobRequest {
  return { kind: 'apply-content-schedule', key: itemId };
}

/** Queues the jobs for the next actions of items. */
export async function enqueueJobs(
  jobs: Pick<JobService, 'dispatch'>,
  tx: ScopeTransaction,
  itemIds: readonly string[],
) {
  const deliveries = await tx.rows(ENQUEUE_BY_ITEMS, [tx.siteId, itemIds]);
  tx.afterCommit(() => jobs.dispatch(deliveries));
}

interface ScheduleDependencies {
  database: Database;
  jobs: Pick<JobService, 'dispatch'>;
}

/**
 * Publishes and unpublishes items at their times, as the one who scheduled it would. An action and the end of its schedule are one
 * transaction: run again, or twice at once, the job finds nothing to do.
 */
export function createScheduleHandler({ database, jobs }: ScheduleDependencies): JobHandler {
  return {
    async run(job, signal) {
      const scope = jobScope(database, job);
      let isDone = false;
      while (!isDone && !signal.aborted) {
        try {
          isDone = !(await retryOnConflict(() => scope.write((tx) => applyNext(tx, job.key, jobs))));
        } catch (error) {
          // An item that cannot be published will not be able to the next time either. Other errors are tried again.
          await scope.change(FAIL_DUE, [scope.siteId, job.key, toCallerError(error).message]);
        }
      }
    },
    async runBatch(some) {
      const [first] = some;
      if (!first) return [];
      const itemIds = some.map(({ key }) => key);
      const remaining = await jobScope(database, first).write((tx) => applyTogether(tx, itemIds, jobs));
      return some.filter(({ key }) => !remaining.has(key));
    },
    async onFailed(job, { message }) {
      const scope = jobScope(database, job);
      await scope.change(FAIL_DUE, [scope.siteId, job.key, message]);
    },
  };
}

/** False if no action was due; then the job for the next one is queued. */
async function applyNext(tx: ScopeTransaction, itemId: string, jobs: ScheduleDependencies['jobs']): Promise<boolean> {
  const item = await readItem(tx, itemId, { isLocked: true });
  if (!item) return false;
  const due = await tx.row(TAKE_DUE, [tx.siteId, itemId]);
  if (!due) {
    await enqueueJobs(jobs, tx, [itemId]);
    return false;
  }
  const change = toStatusChange(due, item);
  if (!change) return true;
  const { status, actor } = change;
  if (status === 'published' && !item.contentTypeId) {
    throw badRequest('type', 'The content type of the item was deleted');
  }
  const result = await writeLocked(tx, { stored: item, input: { status }, actor });
  tx.afterCommit(() => jobs.dispatch(result.jobs));
  return true;
}

/**
 * The next actions of items of a site, in one transaction with a number of statements that does not depend on theirs.
 * @returns those that have to be done alone
 */
async function applyTogether(
  tx: ScopeTransaction,
  itemIds: readonly string[],
  jobs: ScheduleDependencies['jobs'],
): Promise<ReadonlySet<string>> {
  const items = await lockItems(tx, itemIds);
  const due = await tx.rows(NEXT_DUE_BY_ITEM, [tx.siteId, itemIds]);
  const changes = due.flatMap((row) => toStatusChange(row, items.get(row.itemId)) ?? []);
  const { failed, unwritten, jobs: indexing } = await changeStatuses(tx, changes);
  const done = due.filter(({ itemId }) => !failed.has(itemId) && !unwritten.has(itemId));
  const rejected = due.filter(({ itemId }) => failed.has(itemId));
  const reasons = rejected.map(({ itemId }) => failed.get(itemId));
  await tx.rows(END_SCHEDULES, [tx.siteId, done.map(({ id }) => id), rejected.map(({ id }) => id), reasons]);
  await enqueueJobs(
    jobs,
    tx,
    itemIds.filter((id) => !unwritten.has(id)),
  );
  tx.afterCommit(() => jobs.dispatch(indexing));
  return unwritten;
}

/** The change that is due; null for an item that has its status already. */
function toStatusChange({ action, scheduledBy }: ScheduleRow, item: StoredItem | undefined): StatusChange | null {
  if (!item || (action === 'publish') === (item.status === 'published')) return null;
  return { item, status: action === 'publish' ? 'published' : 'draft', actor: scheduledBy };
}
