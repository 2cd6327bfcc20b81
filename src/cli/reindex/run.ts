import { createLocalJobQueue } from '../../adapters/job-queue/local.ts';
import { openWeaviateVectorIndex } from '../../adapters/vector-index/weaviate.ts';
import { type Adapters, type Closing, type OpenedIndex, openAdapters } from '../../adapters.ts';
import type { Config } from '../../config.ts';
import { Database } from '../../database/database.ts';
import { prepareDatabase } from '../../database/prepare.ts';
import { entities } from '../../features/features.ts';
import { JobService } from '../../features/job/job.service.ts';
import { REPEATABLE_CODES, ReconcileIndex } from '../../features/knowledge/reconcile-index.ts';
import { ServiceError } from '../../shared/errors.ts';
import { createLogger } from '../../shared/logger.ts';
import { openDatabase } from '../open-database.ts';
import { queueReindex } from './queue.ts';
import { sitesToReindex } from './sites.ts';

export interface ReindexOptions {
  /** Unset: all sites, and what the index holds of sites that are gone. */
  site?: string | undefined;
  /** Feeds every chunk again, whatever the index says that it holds. */
  all?: boolean | undefined;
  /** Removes what Weaviate holds for other models; instances of a version that uses them would stop finding. */
  removeFormer?: boolean | undefined;
}

/** Another process that has the embedded index open for so long is a service, which can do the work. */
const PATIENCE_MS = 2_000;

/**
 * Brings the configured index in line with the database: now, or, where a service has the embedded index open, by jobs that
 * the service runs.
 * @param print takes lines for people to read
 */
export async function reindex(config: Config, options: ReindexOptions, print: (line: string) => void): Promise<void> {
  if (options.removeFormer === true && !config.weaviate) throw new Error('--remove-former needs WEAVIATE_URL');
  const log = createLogger('warn');
  const closing: Closing = [];
  try {
    const { connection, isShared, close } = await openDatabase(config);
    closing.push(close);
    await prepareDatabase(connection, { mayMigrate: !config.production && !isShared });
    const database = await Database.connect(connection, entities);
    closing.push(() => database.close());
    const own = { ...config, database: connection };
    const adapters = await openAdapters(own, log, closing, { indexPatienceMs: PATIENCE_MS });
    const openedIndex = await adapters.openIndex().catch(nullIfInUse);
    if (!openedIndex)
      return await queueReindex(database, new JobService(database, createLocalJobQueue()), options, print);
    const jobs = new JobService(database, adapters.queue);
    const reconciling = new ReconcileIndex({ ...adapters, database, jobs, log });
    await reconcileAll(adapters, openedIndex, database, reconciling, options, print);
    if (options.removeFormer === true) await removeFormer(config, adapters, print);
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

/** One process at a time may have the embedded index. */
function nullIfInUse(error: unknown): null {
  if (error instanceof ServiceError && error.message.endsWith('in use by another process')) return null;
  throw error;
}

async function reconcileAll(
  { index, watchIndex }: Adapters,
  { isEmpty, confirmFed }: OpenedIndex,
  database: Database,
  reconciling: ReconcileIndex,
  { site: only, all: isForced = false }: ReindexOptions,
  print: (line: string) => void,
): Promise<void> {
  const sites = await sitesToReindex(database, only);
  if (only !== undefined && isEmpty) throw new Error('The index is empty: leave out --site, so that all sites are fed');
  // Should this be cut short, the jobs go on with it.
  await watchIndex?.({ feed: () => reconciling.enqueueAll(), answersAgain: () => {} });
  await index.check();
  for (const { id, name } of sites) {
    const { fed, orphans, requeued, restored } = await reconciling.reconcile(id);
    const forced = isForced ? await reconciling.feedAll(id) : 0;
    const anew = requeued > 0 ? `, ${requeued} sources of another model to be indexed by the service` : '';
    const failed = await reconciling.requeueFailed(REPEATABLE_CODES, id);
    const again = failed > 0 ? `, ${failed} failed jobs queued again for the service` : '';
    print(
      `${id}  ${name}: ${Math.max(fed + restored, forced)} chunks fed, ${orphans} orphans removed${anew}${again}, ${await index.count(id)} in the index`,
    );
  }
  if (isEmpty) await confirmFed();
  if (only === undefined) print(`${await reconciling.clearGoneSites()} sites forgotten that are gone`);
}

async function removeFormer(
  { weaviate }: Config,
  { embedder }: Adapters,
  print: (line: string) => void,
): Promise<void> {
  if (!weaviate) return;
  const { model, dimensions } = embedder;
  const { index, former, removeFormer: remove } = await openWeaviateVectorIndex({ ...weaviate, model, dimensions });
  try {
    for (const name of await former()) {
      await remove(name);
      print(`Collection ${name} removed`);
    }
  } finally {
    await index.close();
  }
}
