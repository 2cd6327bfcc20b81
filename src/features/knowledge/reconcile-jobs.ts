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
  /** The index started anew: it is looked at a second time. */
  again?: boolean;
  /** Only searches by meaning for what the index holds. */
  reach?: boolean;
  /** A person asked for it: what failed by no fault of its input is queued again, too. With `all` every chunk is fed. */
  asked?: 'lacking' | 'all';
  delaySeconds?: number;
}

const OF_ALL_SITES = 'sites';

/** Writes the job that brings a site's part of the index in line, or, for null, clears what it holds of sites that are gone. */
export async function enqueueReconciliation(
  { database, jobs, index }: ReconcileJobDependencies,
  siteId: string | null,
  { again, reach, asked, delaySeconds = 0 }: ReconcileJobOptions = {},
): Promise<void> {
  const scope = siteId === null ? database.system : database.forSite(siteId);
  const suffix = reach ? '/reach' : asked ? `/${asked}` : '';
  const key = reconcileKey(index, siteId ?? OF_ALL_SITES) + suffix;
  const payload = {
    index: index.name,
    ...(again ? { again } : {}),
    ...(reach ? { reach } : {}),
    ...(asked ? { asked } : {}),
  };
  await scope.write((tx) => jobs.enqueue(tx, { kind: 'reconcile-index', key, payload, delaySeconds }, siteId !== null));
}
