import type { JobError, JobKind } from './job.entity.ts';
import type { Job } from './job.service.ts';

/** The slot of a runner that a job is run in. */
export interface Slot {
  /**
   * Gives the slot back while the job waits for another service: the next job is started, as far as the runner allows it. For
   * the rest of the job.
   */
  release(): void;
}

/** Executes one kind of job. Idempotent: it may be run again from the start at any time. */
export interface JobHandler {
  run(job: Job, signal: AbortSignal, slot?: Slot): Promise<void>;
  /**
   * Runs several short jobs of one site in their first attempt, and resolves with those that are done. The others,
   * or all if it rejects, are run alone afterwards: one that fails must not fail its neighbours.
   */
  runBatch?(jobs: readonly Job[], signal: AbortSignal): Promise<readonly Job[]>;
  /** Dependencies that must be available to start a job. */
  requirements?: readonly string[];
  /** The runner calls it each time the job is postponed because a dependency is unavailable. */
  onPostponed?(job: Job, reason: JobError): Promise<void>;
  /** The runner calls it once when the job has failed permanently. */
  onFailed?(job: Job, error: JobError): Promise<void>;
}

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;
