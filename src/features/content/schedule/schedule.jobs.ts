import type { Database, Scope, ScopeTransaction } from '../../../database/database.ts';
import { retryOnConflict } from '../../../database/writes.ts';
import { ServiceError, badRequest } from '../../../shared/errors.ts';
import type { JobHandler } from '../../job/job-runner.ts';
import { type JobRequest, type JobService, jobScope } from '../../job/job.service.ts';
import type { ContentService } from '../content.service.ts';
import { readItem } from '../content.statements.ts';
import { failDue, secondsUntilNext, takeDue } from './schedule.rows.ts';

export function scheduleJob(itemId: string): JobRequest {
  return { kind: 'apply-content-schedule', key: itemId };
}

/** Queues the job for the next action of an item, unless that is so far ahead that maintenance queues it later. */
export async function enqueueNext(jobs: JobService, tx: ScopeTransaction, itemId: string): Promise<void> {
  const delaySeconds = await secondsUntilNext(tx, itemId);
  if (delaySeconds !== null) await jobs.enqueue(tx, { ...scheduleJob(itemId), delaySeconds });
}

interface Needs {
  database: Database;
  jobs: JobService;
  contents: Pick<ContentService, 'change'>;
}

/**
 * Publishes and unpublishes items at their times, as the one who scheduled it would. An action and the end of its schedule are one
 * transaction: run again, or twice at once, the job finds nothing to do.
 */
export function createScheduleHandler({ database, jobs, contents }: Needs): JobHandler {
  return {
    async run(job, signal) {
      const scope = jobScope(database, job);
      let isDone = false;
      while (!isDone && !signal.aborted) {
        try {
          isDone = !(await retryOnConflict(() => scope.write((tx) => applyNext(tx, job.key, { jobs, contents }))));
        } catch (error) {
          await keepReason(scope, job.key, error);
        }
      }
    },
    async failed(job, { message }) {
      await failDue(jobScope(database, job), job.key, message);
    },
  };
}

/** False if no action was due; then the job for the next one is queued. */
async function applyNext(
  tx: ScopeTransaction,
  itemId: string,
  { jobs, contents }: Omit<Needs, 'database'>,
): Promise<boolean> {
  const item = await readItem(tx, itemId, { isLocked: true });
  if (!item) return false;
  const due = await takeDue(tx, itemId);
  if (!due) {
    await enqueueNext(jobs, tx, itemId);
    return false;
  }
  const isPublished = item.status === 'published';
  if (due.action === 'unpublish') {
    if (isPublished) await contents.change(tx, item, { status: 'draft' }, due.scheduledBy);
  } else if (!isPublished) {
    if (!item.contentTypeId) throw badRequest('type', 'The content type of the item was deleted');
    await contents.change(tx, item, { status: 'published' }, due.scheduledBy);
  }
  return true;
}

/** An item that cannot be published will not be able to the next time either. Other errors are tried again. */
async function keepReason(scope: Scope, itemId: string, error: unknown): Promise<void> {
  if (!(error instanceof ServiceError) || error.status >= 500) throw error;
  await failDue(scope, itemId, error.message);
}
