import { afterEach } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import type { JobHandler } from '../../../src/features/job/job-handler.ts';
import { JobRunner } from '../../../src/features/job/job-runner.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { DependencyOutages } from '../../../src/features/job/runner/dependency-outages.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { insertSite } from '../../support/site-row.ts';
import { useDatabase } from '../../support/use-database.ts';

interface WorkerOptions {
  slots?: number;
  slotsPerSite?: number;
  maxWithoutSlot?: number;
  maxAttemptMs?: number;
  onFailed?: JobHandler['onFailed'];
  /** Of jobs `index-source`. */
  runBatch?: JobHandler['runBatch'];
  isBusy?: () => boolean;
  probes?: Record<string, () => Promise<void>>;
}

interface JobRow {
  key: string;
  status: string;
  attempts: number;
  error: { code: string } | null;
}

/** Job runners on a database without a service. After each test they are stopped and the jobs deleted. */
export function useWorkers(): Workers {
  const workers = new Workers(useDatabase());
  afterEach(() => workers.reset());
  return workers;
}

export class Workers {
  readonly database: Database;
  private readonly running = new Set<JobRunner>();

  constructor(database: Database) {
    this.database = database;
  }

  /** A runner that new jobs wake at once, as in the service. */
  create(work: JobHandler['run'], options: WorkerOptions = {}) {
    const jobs: CountingJobs = new CountingJobs(this.database, { dispatch: () => runner.wake() });
    const {
      onFailed,
      runBatch,
      isBusy = () => false,
      probes = {},
      slots = 4,
      slotsPerSite = slots,
      maxWithoutSlot = 0,
      maxAttemptMs = 60_000,
    } = options;
    const handler: JobHandler = { run: work, ...(onFailed ? { onFailed } : {}) };
    const outages = new DependencyOutages({ jobs, probes, firstPauseMs: 10 });
    const runner = new JobRunner({
      jobs,
      log: createLogger('silent'),
      outages,
      slots,
      slotsPerSite,
      maxWithoutSlot,
      isBusy,
      maxAttemptMs,
      handlers: {
        'index-source': { ...handler, ...(runBatch ? { runBatch } : {}), requirements: ['embedder'] },
        'remove-site': handler,
        'sync-content-type': handler,
        'check-upload': handler,
      },
      backoffSeconds: (attempts) => attempts / 100,
    });
    this.running.add(runner);
    return { jobs, runner, outages };
  }

  site(): Promise<string> {
    return insertSite(this.database.system);
  }

  enqueue(jobs: JobService, siteId: string, keys: readonly string[], payload: Record<string, unknown> = {}) {
    return this.database.forSite(siteId, 'background').write(async (tx) => {
      for (const key of keys) await jobs.enqueue(tx, { kind: 'index-source', key, payload });
    });
  }

  rows(): Promise<JobRow[]> {
    return this.database.system.rows('select key, status, attempts, error from job order by created_at, id');
  }

  async allEnded(): Promise<boolean> {
    return (await this.rows()).every(({ status }) => status !== 'queued' && status !== 'running');
  }

  /** Resolves when no job waits or runs. */
  async allDone(): Promise<void> {
    while (!(await this.allEnded())) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async reset(): Promise<void> {
    await Promise.all([...this.running].map((runner) => runner.stop(0)));
    this.running.clear();
    await this.database.system.rows('delete from job');
  }
}

/** Claims the next job, which must be due. */
export async function claimOne(jobs: JobService): Promise<Job> {
  const [job] = await jobs.claim(1);
  if (!job) throw new Error('No job is due');
  return job;
}

/** Counts how often it is asked for work. */
class CountingJobs extends JobService {
  asked = 0;

  override claim(...args: Parameters<JobService['claim']>): Promise<Job[]> {
    this.asked += 1;
    return super.claim(...args);
  }

  override nextDue(...args: Parameters<JobService['nextDue']>): Promise<number | null> {
    this.asked += 1;
    return super.nextDue(...args);
  }
}
