import { type ClassType, Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../api/scalars.ts';
import type { JobError } from '../job/job.entity.ts';

export const PROCESSING_STATES = ['queued', 'waiting', 'running', 'stuck', 'completed', 'failed', 'cancelled'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];

export const STATES_EXPLAINED =
  'queued, waiting for a worker; waiting, for the next attempt at `retryAt`; running; stuck, its worker stopped sending heartbeats and another worker will take over; or finished as completed, failed or cancelled.';

interface ProcessingTypes<S extends string> {
  Status: Readonly<Record<string, S>>;
  State: Readonly<Record<string, ProcessingState>>;
  ProcessingError: ClassType<JobError>;
  /** The description says with it what an attempt does. */
  work: string;
}

/** The fields that jobs of files and of videos share. */
export function createProcessingJob<S extends string>({ Status, State, ProcessingError, work }: ProcessingTypes<S>) {
  @ObjectType({ simpleResolvers: true })
  abstract class ProcessingJob {
    @Field(() => ID, { description: 'Identifier.' })
    id!: string;

    @Field(() => Status, { description: 'Status of the job; a cancelled job has the status failed.' })
    status!: S;

    @Field(() => State, { description: 'State of the job, in more detail than `status`.' })
    state!: ProcessingState;

    @Field(() => ProcessingError, {
      nullable: true,
      description: 'Why the job failed or was cancelled; null otherwise.',
    })
    error!: JobError | null;

    @Field(() => ProcessingError, {
      nullable: true,
      description: 'Why the previous attempt failed, while the next attempt is pending or running.',
    })
    lastError!: JobError | null;

    @Field(() => Int, { description: `How many times the ${work} was started.` })
    attempts!: number;

    @Field(() => DateTime, { nullable: true, description: 'When the next attempt starts after a failed one.' })
    retryAt!: string | null;

    @Field(() => DateTime, { description: 'When the job was created.' })
    createdAt!: string;

    @Field(() => DateTime, { description: 'When the job last made progress.' })
    updatedAt!: string;
  }
  return ProcessingJob;
}
