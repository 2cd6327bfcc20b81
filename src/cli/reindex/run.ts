import { createLocalJobQueue } from '../../adapters/job-queue/local.ts';
import { EMBEDDED_INDEX } from '../../adapters/vector-index/embedded/embedded-index.ts';
import { openWeaviateVectorIndex } from '../../adapters/vector-index/weaviate/weaviate-index.ts';
import { type CloseHandlers, openAdapters } from '../../app/open-adapters.ts';
import type { Config } from '../../config.ts';
import { Database } from '../../database/database.ts';
import { prepareDatabase } from '../../database/migrate.ts';
import { type TableRow, table } from '../../database/table.ts';
import { entities } from '../../features/features.ts';
import { JobService } from '../../features/job/job.service.ts';
import { REPEATABLE_CODES, ReconcileIndex } from '../../features/knowledge/reconcile-index.ts';
import { type ReconcileJobDependencies, enqueueReconciliation } from '../../features/knowledge/reconcile-jobs.ts';
import { VectorSpaces } from '../../features/knowledge/vector-spaces.service.ts';
import { SiteEntity } from '../../features/site/site.entity.ts';
import type { VectorSpace } from '../../ports/vector-space.ts';
import { ServiceError } from '../../shared/errors.ts';
import { createLogger } from '../../shared/log/logger.ts';
import { openDatabase } from '../open-database.ts';

interface ReindexOptions {
  /** Default: all sites, and data of deleted sites in the index. */
  site?: string | undefined;
  /** Writes every chunk again, even if the index already has it. */
  all?: boolean | undefined;
  /**
   * Removes the Weaviate collections of other embedding models. Instances of a version that still uses them find
   * nothing afterwards.
   */
  removeFormer?: boolean | undefined;
}

const sites = table(SiteEntity, 's', { only: ['id', 'name'] });
const SITES = sites.select(`order by ${sites.c.id}`);

/** The time to wait for the embedded index: a process that keeps it open for longer is a service that can do the work. */
const PATIENCE_MS = 2_000;

/**
 * Synchronizes the configured index with the database: directly, or by jobs of a running service if that service has
 * the embedded index open.
 * @param print prints a line
 */
export async function reindex(config: Config, options: ReindexOptions, print: (line: string) => void): Promise<void> {
  if (options.removeFormer === true && !config.weaviate) throw new Error('--remove-former needs WEAVIATE_URL');
  const log = createLogger('warn');
  const closeHandlers: CloseHandlers = [];
  try {
    const { connection, isShared, close } = await openDatabase(config);
    closeHandlers.push(close);
    await prepareDatabase(connection, { mayMigrate: !config.production && !isShared });
    const database = await Database.connect(connection, entities);
    closeHandlers.push(() => database.close());
    const own = { ...config, database: connection };
    const adapters = await openAdapters(own, log, closeHandlers, { indexPatienceMs: PATIENCE_MS });
    const isOpen = await adapters.space.openIndex().catch(nullIfInUse);
    if (!isOpen) return await queueReindex(database, new JobService(database, createLocalJobQueue()), options, print);
    const jobs = new JobService(database, adapters.queue);
    const vectors = new VectorSpaces({ ...adapters, database, jobs, log });
    closeHandlers.push(() => vectors.stop());
    await vectors.useRecorded();
    const reconciling = new ReconcileIndex({ database, jobs, vectors, log });
    await reconcileAll(vectors.active, database, reconciling, options, print);
    if (options.removeFormer === true) await removeFormer(config, vectors, print);
  } finally {
    for (const close of closeHandlers.toReversed()) await close();
  }
}

/** Only one process at a time can open the embedded index. */
function nullIfInUse(error: unknown): null {
  if (error instanceof ServiceError && error.message.endsWith('in use by another process')) return null;
  throw error;
}

async function reconcileAll(
  { index, watchIndex, openIndex }: VectorSpace,
  database: Database,
  reconciling: ReconcileIndex,
  { site: only, all: isForced = false }: ReindexOptions,
  print: (line: string) => void,
): Promise<void> {
  const sites = await sitesToReindex(database, only);
  const { rebuilt, confirmRebuilt } = await openIndex();
  if (only !== undefined && rebuilt) throw new Error('The index is empty: omit --site to index all sites');
  // If this is interrupted, the jobs continue it.
  await watchIndex?.({ feed: () => reconciling.enqueueAll(), answersAgain: () => {} });
  await index.check();
  for (const { id, name } of sites) {
    const { fed, orphans, requeued, restored } = await reconciling.reconcile(id);
    const forced = isForced ? await reconciling.feedAll(id) : 0;
    const requeuedText = requeued > 0 ? `, ${requeued} sources of another embedding model queued for the service` : '';
    const failed = await reconciling.requeueFailed(REPEATABLE_CODES, id);
    const again = failed > 0 ? `, ${failed} failed jobs queued again for the service` : '';
    print(
      `${id}  ${name}: ${Math.max(fed + restored, forced)} chunks added, ${orphans} orphans removed${requeuedText}${again}, ${await index.count(id)} in the index`,
    );
  }
  if (rebuilt) await confirmRebuilt();
  if (only === undefined) print(`${await reconciling.removeDeletedSites()} deleted sites removed`);
}

/** Enqueues jobs for the service that has the embedded index open. */
async function queueReindex(
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

/** All sites, or the selected one. */
async function sitesToReindex(database: Database, only: string | undefined): Promise<TableRow<typeof sites>[]> {
  const all = await database.system.rows(SITES);
  const chosen = all.filter(({ id }) => only === undefined || id === only);
  if (only !== undefined && chosen.length === 0) throw new Error(`Unknown site ${only}`);
  return chosen;
}

async function removeFormer({ weaviate }: Config, { all }: VectorSpaces, print: (line: string) => void): Promise<void> {
  if (!weaviate) return;
  const [active] = all;
  if (!active) return;
  const { model, dimensions } = active;
  const indexNames = all.map(({ index }) => index.name);
  const { index, former, removeFormer: remove } = await openWeaviateVectorIndex({ ...weaviate, model, dimensions });
  try {
    for (const name of await former()) {
      if (indexNames.includes(name)) continue;
      await remove(name);
      print(`Collection ${name} removed`);
    }
  } finally {
    await index.close();
  }
}
