import { EMBEDDED_INDEX } from '../../adapters/vector-index/embedded.ts';
import type { Database } from '../../database/database.ts';
import { type ReconcileJobDependencies, enqueueReconciliation } from '../../features/knowledge/reconcile-jobs.ts';
import type { JobService } from '../../features/job/job.service.ts';
import type { ReindexOptions } from './run.ts';
import { sitesToReindex } from './sites.ts';

/** Enqueues jobs for the service that has the embedded index open. */
export async function queueReindex(
  database: Database,
  jobs: JobService,
  { site: only, all: isForced = false }: ReindexOptions,
  print: (line: string) => void,
): Promise<void> {
  const deps: ReconcileJobDependencies = { database, jobs, index: { name: EMBEDDED_INDEX } };
  for (const { id, name } of await sitesToReindex(database, only)) {
    await enqueueReconciliation(deps, id, { asked: isForced ? 'all' : 'lacking' });
    print(`${id}  ${name}: ${isForced ? 'rebuild' : 'reconciliation'} queued for the running service`);
  }
  if (only !== undefined) return;
  await enqueueReconciliation(deps, null);
  print('removal of deleted sites queued for the running service');
}
