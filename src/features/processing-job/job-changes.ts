import { setTimeout as delay } from 'node:timers/promises';
import { currentDeadline } from '../../shared/deadline.ts';

const LOOK_EVERY_MS = 500;
const LOOK_DEADLINE_MS = 30_000;
/** The stream ends after this time; clients can open another one. */
const MAX_MS = 60 * 60 * 1000;
const FINAL_STATUSES: readonly string[] = ['completed', 'failed', 'cancelled'];

/** The error as last event, because a stream that throws ends without a message. */
export interface JobFailure {
  failure: unknown;
}

/**
 * The state of a job that callers follow, now and after every change, until it is finished. Polled from the database,
 * because any instance may be processing it.
 */
export async function* jobChanges<J extends { state: string }>(
  read: () => Promise<J>,
): AsyncGenerator<J | JobFailure, void, void> {
  const endTime = Date.now() + MAX_MS;
  let lastSent = '';
  const deadline = currentDeadline();
  while (Date.now() < endTime) {
    if (deadline?.endedBy) return yield { failure: deadline.endedBy };
    // The request lasts as long as its stream; each look has a deadline.
    deadline?.restart(LOOK_DEADLINE_MS);
    const job = await read().catch((failure: unknown): JobFailure => ({ failure }));
    if ('failure' in job) return yield job;
    const now = JSON.stringify(job);
    if (now !== lastSent) yield job;
    lastSent = now;
    if (FINAL_STATUSES.includes(job.state)) return;
    await delay(LOOK_EVERY_MS);
  }
}
