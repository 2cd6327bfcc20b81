import { setTimeout as delay } from 'node:timers/promises';
import { currentDeadline } from '../../shared/deadline.ts';

/** PostgreSQL's `serialization_failure` and `deadlock_detected`: it aborts one of several transactions that exclude each other. */
export const ABORTED_STATES = /^40(001|P01)$/;

const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 10;

/**
 * Runs a transaction again that PostgreSQL has aborted for a concurrent one. The pauses are random, so that the two do not
 * meet again. The last error is UNAVAILABLE, as `toServiceError` converts it.
 * @param run begins a new transaction each time; what it does outside the database must bear being done twice
 */
export async function retryAborted<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || currentDeadline()?.endedBy || !isAborted(error)) throw error;
    }
    await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
  }
}

function isAborted(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && ABORTED_STATES.test(String(error.code))) return true;
  // GraphQL has the error of a resolver as `originalError`.
  return isAborted(error.cause ?? ('originalError' in error ? error.originalError : undefined));
}
