import type { Database } from '../../database/database.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { JobDeliveries } from './job-deliveries.ts';
import type { JobHandlers } from './job-handler.ts';
import { JobRunner, type RunnerOptions } from './job-runner.ts';
import type { JobService } from './job.service.ts';
import { DependencyOutages } from './runner/dependency-outages.ts';

/**
 * Each kind of work has a runner of its own, with its own slots: reading a file or comparing the index may take
 * minutes, a video hours, and endpoints of webhooks may be slow. So have jobs that must start at a given time, however
 * many others wait.
 */
const RUNNERS = ['main', 'timed', 'files', 'videos', 'index', 'webhooks'] as const;
type RunnerName = (typeof RUNNERS)[number];

/** The work that a feature gives a runner. */
export type RunnerWork = Partial<Record<RunnerName, Partial<Pick<RunnerOptions, 'handlers' | 'maintenance'>>>>;

type Limits = 'slots' | 'slotsPerSite' | 'maxWithoutSlot' | 'batchSize' | 'maxAttemptMs';
export type RunnerLimits = Readonly<Record<RunnerName, Pick<RunnerOptions, Limits>>>;

interface RunnersOptions {
  jobs: JobService;
  database: Database;
  vectors: { active: { index: { check(): Promise<void> } }; checkEmbedder(): Promise<void> };
  storage: FileStorage;
  queue: JobQueue;
  log: Logger;
  limits: RunnerLimits;
}

/** The runners of all jobs, woken by the queue; the caller starts and stops them. */
export function createRunners(options: RunnersOptions, work: readonly RunnerWork[]) {
  const { jobs, queue, database, vectors, storage } = options;
  const probes = {
    'vector index': () => vectors.active.index.check(),
    'file storage': () => storage.check(),
    embedder: () => vectors.checkEmbedder(),
    database: () => database.check(),
  };
  const outages = new DependencyOutages({ jobs, probes });
  const all = RUNNERS.map((name) => [name, createRunner(name, options, outages, work)] as const);
  const runners = Object.fromEntries(all) as Record<RunnerName, JobRunner>;
  queue.listen(() => {
    for (const [, runner] of all) runner.wake();
  });
  return { outages, runners, deliveries: new JobDeliveries(jobs, Object.values(runners), outages) };
}

function createRunner(
  name: RunnerName,
  { jobs, database, log, limits }: RunnersOptions,
  outages: DependencyOutages,
  work: readonly RunnerWork[],
): JobRunner {
  const own = work.flatMap((each) => each[name] ?? []);
  const maintenance = own.flatMap((each) => each.maintenance ?? []);
  const isLoopBusy = busyEventLoop();
  return new JobRunner({
    jobs,
    log,
    outages,
    ...limits[name],
    isBusy: () => database.writeThrottle.hasRecentReads || isLoopBusy(),
    handlers: Object.assign({}, ...own.map(({ handlers }) => handlers)) as JobHandlers,
    maintenance: async () => {
      for (const step of maintenance) await step();
    },
  });
}

/** Share of the time in which the event loop works; above it requests wait for others. Batches alone stay below it. */
const BUSY = 0.9;
const WINDOW_MS = 100;

/** Tells whether the event loop was busy lately. */
function busyEventLoop(): () => boolean {
  let last = performance.eventLoopUtilization();
  let lookedAt = performance.now();
  let isBusy = false;
  return () => {
    if (performance.now() - lookedAt < WINDOW_MS) return isBusy;
    const now = performance.eventLoopUtilization();
    isBusy = performance.eventLoopUtilization(now, last).utilization > BUSY;
    last = now;
    lookedAt = performance.now();
    return isBusy;
  };
}
