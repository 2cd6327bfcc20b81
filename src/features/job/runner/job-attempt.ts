import { setTimeout as delay } from 'node:timers/promises';
import { withActor } from '../../../shared/actor.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/log/logger.ts';
import { findOutage } from '../../../shared/outage.ts';
import { observeJob } from '../../../telemetry/jobs.ts';
import type { JobError } from '../job.entity.ts';
import type { JobHandlers, Slot } from '../job-handler.ts';
import { type Job, type JobService, LEASE_SECONDS, waitingError } from '../job.service.ts';
import type { DependencyOutages } from './dependency-outages.ts';
import { runWithLimit } from './run-with-limit.ts';

const MAX_ATTEMPTS = 6;
/** A job that was started this often without finishing probably crashes the process. */
const MAX_STARTS = 20;
/** Maximum time until a waiting job checks its dependency itself. */
const MAX_WAIT_SECONDS = 60;
const SETTLE_AGAIN_MS = 1_000;

export interface AttemptOptions {
  jobs: JobService;
  handlers: JobHandlers;
  log: Logger;
  outages: DependencyOutages;
  /** Maximum length of an attempt, which then counts as failed. */
  maxAttemptMs: number;
  /** Delay after this number of failures; by default 1, 2, 4, 8, … seconds. */
  backoffSeconds?: (attempts: number) => number;
}

export type Outcome = 'completed' | 'retried' | 'waiting' | 'failed' | 'handed back' | 'left over';

/** Runs a claimed job under its lease and stores its result. Never rejects. */
export function attempt(job: Job, stop: AbortController, slot: Slot, options: AttemptOptions): Promise<void> {
  const run = (): Promise<Outcome> => withActor(`service ${job.kind}`, () => perform(job, stop, slot, options));
  return observeJob(job, run, job.waitedSeconds);
}

async function perform(job: Job, stop: AbortController, slot: Slot, options: AttemptOptions): Promise<Outcome> {
  const { jobs, handlers, maxAttemptMs } = options;
  const heartbeat = sendHeartbeats(jobs, [job], stop);
  try {
    if (job.attempts > MAX_STARTS) throw new ServiceError('BAD_REQUEST', 'Processing did not finish');
    await runWithLimit(maxAttemptMs, stop.signal, async (signal) => handlers[job.kind]?.run(job, signal, slot));
    await jobs.complete(job);
    return 'completed';
  } catch (error) {
    return await settleWithRetries(job, stop.signal, error, options);
  } finally {
    clearInterval(heartbeat);
  }
}

/** Aborts the work when all leases are lost. */
export function sendHeartbeats(service: JobService, jobs: readonly Job[], stop: AbortController): NodeJS.Timeout {
  return setInterval(
    () => {
      service.heartbeat(...jobs).then(
        (alive) => alive || stop.abort(),
        () => {},
      );
    },
    (LEASE_SECONDS * 1000) / 3,
  );
}

/** No result can be stored during an outage of the database, and the attempt does not count as a failure then. */
export async function settleWithRetries(
  job: Job,
  signal: AbortSignal,
  error: unknown,
  options: AttemptOptions,
): Promise<Outcome> {
  for (;;) {
    try {
      return await settle(job, signal, error, options);
    } catch (failure) {
      if (findOutage(failure) === null || signal.aborted) {
        options.log.error(
          { err: failure, jobId: job.id },
          'the result of a job could not be stored; its lease will expire',
        );
        return 'failed';
      }
      await delay(SETTLE_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function settle(job: Job, signal: AbortSignal, error: unknown, options: AttemptOptions): Promise<Outcome> {
  const { jobs, handlers, log, backoffSeconds = exponentialBackoff } = options;
  if (signal.aborted) {
    await jobs.handBack(job);
    return 'handed back';
  }
  const dependency = findOutage(error);
  if (dependency !== null) {
    if (options.outages.report(dependency, error))
      log.warn({ err: error, dependency, kind: job.kind }, 'jobs are waiting for a dependency');
    await handlers[job.kind]?.onPostponed?.(job, waitingError(dependency));
    await jobs.awaitDependency(job, dependency, MAX_WAIT_SECONDS);
    return 'waiting';
  }
  const publicError = describe(error);
  const lasting = error instanceof ServiceError && error.status < 500;
  log.warn({ err: error, jobId: job.id, kind: job.kind, siteId: job.siteId, attempts: job.attempts }, 'job failed');
  if (!lasting && job.attempts < MAX_ATTEMPTS) {
    await jobs.retryLater(job, backoffSeconds(job.attempts), publicError);
    return 'retried';
  }
  await handlers[job.kind]?.onFailed?.(job, publicError);
  await jobs.fail(job, publicError);
  return 'failed';
}

/** 1, 2, 4, 8, … seconds, plus up to a fifth at random, so that jobs that failed together are not retried together. */
function exponentialBackoff(attempts: number): number {
  return 2 ** (attempts - 1) * (1 + Math.random() / 5);
}

/** The public error: the message of a service error, without internals. */
function describe(error: unknown): JobError {
  return error instanceof ServiceError
    ? { code: error.code, message: error.message }
    : { code: 'INTERNAL', message: 'Processing failed for an internal reason' };
}
