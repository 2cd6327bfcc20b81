import { withActor } from '../../../shared/actor.ts';
import { findOutage } from '../../../shared/outage.ts';
import { toBatches } from '../../../shared/to-batches.ts';
import { observeJob } from '../../../telemetry/jobs.ts';
import { type AttemptOptions, type Outcome, sendHeartbeats, settleWithRetries } from './job-attempt.ts';
import type { JobKind } from '../job.entity.ts';
import type { Job } from '../job.service.ts';
import { runWithLimit } from './run-with-limit.ts';

/**
 * Groups claimed jobs as they are run: those of the batched kinds by site, others and those that were started before
 * alone.
 * See decision 100.
 */
export function groupBatches(claimedJobs: readonly Job[], batched: readonly JobKind[], size: number): Job[][] {
  const groups = Map.groupBy(claimedJobs, ({ id, kind, siteId, attempts }) =>
    batched.includes(kind) && attempts === 1 ? `${kind} ${siteId}` : id,
  );
  return [...groups.values()].flatMap((jobs) => toBatches(jobs, size));
}

/**
 * Runs claimed jobs of one kind and site together, under their leases. Those that are not done return to the queue to be
 * run alone, where their errors are their own. Never rejects.
 */
export async function attemptBatch(
  jobs: readonly Job[],
  stop: AbortController,
  options: AttemptOptions,
): Promise<void> {
  const outcomes = withActor(`service ${jobs[0]?.kind}`, () => perform(jobs, stop, options));
  await Promise.all(
    jobs.map((job, at) => observeJob(job, async () => (await outcomes)[at] ?? 'left over', job.waitedSeconds)),
  );
}

async function perform(jobs: readonly Job[], stop: AbortController, options: AttemptOptions): Promise<Outcome[]> {
  const { jobs: service, handlers, maxAttemptMs, log } = options;
  const kind = jobs[0]?.kind;
  const heartbeat = sendHeartbeats(service, jobs, stop);
  try {
    const done = new Set<Job>();
    await runWithLimit(maxAttemptMs, stop.signal, async (signal) => {
      const handler = kind && handlers[kind];
      for (const job of (await handler?.runBatch?.(jobs, signal)) ?? []) done.add(job);
    });
    await service.complete(...done);
    const remainder = jobs.filter((job) => !done.has(job));
    if (remainder.length > 0) await service.runAlone(remainder);
    return jobs.map((job) => (done.has(job) ? 'completed' : 'left over'));
  } catch (error) {
    if (stop.signal.aborted || findOutage(error) !== null) {
      return await Promise.all(jobs.map((job) => settleWithRetries(job, stop.signal, error, options)));
    }
    log.warn({ err: error, kind, siteId: jobs[0]?.siteId, jobs: jobs.length }, 'a batch failed; its jobs run alone');
    return await returnToQueue(jobs, options);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Returns jobs to the queue. If that cannot be stored, their leases expire. */
async function returnToQueue(jobs: readonly Job[], { jobs: service, log }: AttemptOptions): Promise<Outcome[]> {
  await service
    .runAlone(jobs)
    .catch((error: unknown) => log.error({ err: error }, 'a batch could not be returned; its leases will expire'));
  return jobs.map(() => 'left over');
}
