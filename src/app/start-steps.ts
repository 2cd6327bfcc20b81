import type { Adapters } from './open-adapters.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { assertColumnsExist } from '../database/entity-columns.ts';
import { prepareDatabase } from '../database/migrate.ts';
import { storePlanLimits } from '../database/plan-limits.ts';
import { type Features, entities } from '../features/features.ts';
import { rebuildIndex } from '../features/knowledge/rebuild-index.ts';
import type { Logger } from '../shared/log/logger.ts';
import type { StartStep } from './startup.ts';

/** The steps of a start that need the database. In production the migrations run before; otherwise they run here. */
export function startSteps(
  adapters: Adapters,
  database: Database,
  features: Features,
  config: Config,
  log: Logger,
): StartStep[] {
  const isEmbedded = config.database === undefined;
  const { reconciling, runners, vectors } = features;
  const watch = () =>
    vectors.watch(async ({ watchIndex }) => {
      if (!watchIndex) return;
      await watchIndex({
        feed: () => reconciling.enqueueAll(),
        answersAgain: () => void reconciling.enqueueReachChecks(),
      });
      // The server may have stopped together with the service, as on a machine without power. The start does not wait for it.
      void reconciling.enqueueReachChecks('indexing');
    });
  // The first runner requeues jobs of crashed workers, for all runners.
  const run = adapters.queue.sender
    ? []
    : Object.values(runners).map((each) => () => each.start({ alone: isEmbedded && each === runners.main }));
  return [
    () => prepareDatabase(adapters.database, { mayMigrate: isEmbedded || !config.production }),
    () => assertColumnsExist(database.system, entities),
    () => storePlanLimits(database.system, config.planLimits),
    () => vectors.start(),
    () => fillIndex(database, features, log),
    watch,
    ...run,
  ];
}

/** Fills the index that is searched if it starts empty. */
async function fillIndex(database: Database, features: Features, log: Logger): Promise<void> {
  const { active } = features.vectors;
  const { rebuilt, confirmRebuilt } = await active.openIndex();
  if (!rebuilt) return;
  const fed = await rebuildIndex(database, features.jobs, active);
  await confirmRebuilt();
  if (fed.chunks + fed.sources > 0) log.info(fed, 'the vector index was rebuilt from the database');
}
