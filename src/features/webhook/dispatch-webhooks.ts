import type { Database, Scope } from '../../database/database.ts';
import type { JobHandler } from '../job/job-handler.ts';
import { type Job, type JobService, jobScope } from '../job/job.service.ts';
import { enqueueDeliveries } from './webhook-queue.rows.ts';

const ENQUEUE_SITE = enqueueDeliveries('e.site_id = $1');
const ENQUEUE_ALL_SITES = enqueueDeliveries('true');

/**
 * Follows a transaction with events: starts the jobs of the endpoints that wait for them. Each transaction has such a job of
 * its own, because jobs of the endpoints would be written by many transactions at once.
 */
export class DispatchWebhooks implements JobHandler {
  private readonly database: Database;
  private readonly jobs: Pick<JobService, 'dispatch'>;

  constructor(database: Database, jobs: Pick<JobService, 'dispatch'>) {
    this.database = database;
    this.jobs = jobs;
  }

  async run(job: Job): Promise<void> {
    const scope = jobScope(this.database, job);
    await this.dispatch(scope, ENQUEUE_SITE, [scope.siteId]);
  }

  /** All are of one site. */
  async runBatch(jobs: readonly Job[]): Promise<readonly Job[]> {
    if (jobs[0]) await this.run(jobs[0]);
    return jobs;
  }

  /** Starts the jobs of endpoints of all sites again that have failed or were lost. */
  async dispatchAll(): Promise<void> {
    await this.dispatch(this.database.system, ENQUEUE_ALL_SITES, []);
  }

  private async dispatch(scope: Scope, sql: typeof ENQUEUE_SITE, values: readonly unknown[]): Promise<void> {
    await scope.write(async (tx) => {
      const deliveries = await tx.rows(sql, values);
      tx.afterCommit(() => this.jobs.dispatch(deliveries));
    });
  }
}
