import type { Database } from '../../database/database.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { JobService } from '../job/job.service.ts';
import { reconcileKey } from './index-refills.service.ts';

export interface ReconcileJobDependencies {
  database: Database;
  jobs: JobService;
  index: Pick<VectorIndex, 'name'>;
}

export interface ReconcileJobOptions {
  /** The index was created: it is checked a second time. */
  again?: true;
  /** Tells whether the job only checks that vector search finds the stored chunks. */
  reach?: true;
  /** An operator asks for the job: failed jobs with valid input are queued again; with `all` every chunk is written. */
  asked?: 'lacking' | 'all';
  delaySeconds?: number;
}

const ALL_SITES_KEY = 'sites';

/** Writes the job that reconciles a site's part of the index or, for null, removes data of deleted sites. */
export async function enqueueReconciliation(
  { database, jobs, index }: ReconcileJobDependencies,
  siteId: string | null,
  { delaySeconds = 0, ...work }: ReconcileJobOptions = {},
): Promise<void> {
  const scope = siteId === null ? database.system : database.forSite(siteId, 'background');
  const suffix = work.reach ? '/reach' : work.asked ? `/${work.asked}` : '';
  const key = reconcileKey(index, siteId ?? ALL_SITES_KEY) + suffix;
  const payload = { index: index.name, ...work };
  await scope.write((tx) => jobs.enqueue(tx, { kind: 'reconcile-index', key, payload, delaySeconds }));
}
