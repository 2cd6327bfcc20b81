import type { Adapters, IndexState } from './adapters.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { assertColumnsExist } from './database/entity-columns.ts';
import { prepareDatabase } from './database/prepare.ts';
import { type Features, entities } from './features/features.ts';
import { rebuildIndex } from './features/knowledge/rebuild-index.ts';
import type { Logger } from './shared/logger.ts';
import type { StartStep } from './shared/startup.ts';

/** The steps of a start that need the database. In production the migrations run before; otherwise they run here. */
export function startSteps(
  adapters: Adapters,
  openedIndex: IndexState,
  database: Database,
  features: Features,
  config: Config,
  log: Logger,
): StartStep[] {
  const { watchIndex } = adapters;
  const isEmbedded = config.database === undefined;
  const { reconciling, runner, runners } = features;
  const fill: StartStep[] = openedIndex.rebuilt
    ? [() => fillIndex(adapters, openedIndex, database, features, log)]
    : [];
  const watch = async () =>
    watchIndex?.({
      feed: () => reconciling.enqueueAll(),
      answersAgain: () => void reconciling.enqueueReachChecks(),
    });
  // The first runner requeues jobs of crashed workers, for all runners.
  const run = adapters.queue.sender
    ? []
    : runners.map((each) => () => each.start({ alone: isEmbedded && each === runner }));
  return [
    () => prepareDatabase(adapters.database, { mayMigrate: isEmbedded || !config.production }),
    () => assertColumnsExist(database.system, entities),
    ...fill,
    watch,
    ...run,
  ];
}

async function fillIndex(
  { index, embedder }: Adapters,
  { confirmRebuilt }: IndexState,
  database: Database,
  features: Features,
  log: Logger,
): Promise<void> {
  const fed = await rebuildIndex(database, index, embedder, features.jobs);
  await confirmRebuilt();
  if (fed.chunks + fed.sources > 0) log.info(fed, 'the vector index was rebuilt from the database');
}
